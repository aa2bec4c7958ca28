import { hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import * as ordinals from 'micro-ordinals';
import { describe, expect, it } from 'vitest';
import { createEsplora } from '../../src/esplora/esplora.ts';
import { createNode } from '../../src/node.ts';
import { createOrd } from '../../src/ord/ord.ts';
import { ascii } from './envelope-script.ts';

const REGTEST = { ...btc.TEST_NETWORK, bech32: 'bcrt' };
const KEY = new Uint8Array(32).fill(10);
const WALLET = btc.p2wpkh(pubECDSA(KEY), REGTEST);
const TAPROOT = btc.p2tr(pubSchnorr(KEY), undefined, REGTEST);
const CUSTOM = [ordinals.OutOrdinalReveal];

/** A node with both indexes and a funded wallet that inscribes with signed commits and reveals. */
async function setUp() {
  const { call } = createNode();
  const ord = createOrd({ call });
  const esplora = createEsplora({ call });
  const mine = (count: number) => call('generatetoaddress', [count, WALLET.address!]);
  await mine(120);

  const broadcast = async (tx: btc.Transaction): Promise<string> =>
    (await call('sendrawtransaction', [hex.encode(tx.extract()), 0])) as string;

  /** Commits to an inscription with the coinbase of a height and reveals it to the taproot address. */
  async function inscribe(inscription: ordinals.Inscription, height: number): Promise<string> {
    const block = (await call('getblock', [await call('getblockhash', [height]), 1])) as { tx: string[] };
    const leaf = ordinals.p2tr_ord_reveal(pubSchnorr(KEY), [inscription]);
    const locked = btc.p2tr(undefined, leaf, REGTEST, false, CUSTOM);
    const commit = new btc.Transaction();
    const amount = 5_000_000_000n;
    commit.addInput({ txid: block.tx[0]!, index: 0, witnessUtxo: { script: WALLET.script, amount } });
    commit.addOutput({ script: WALLET.script, amount: amount - 30_000n });
    commit.addOutput({ script: locked.script, amount: 20_000n });
    commit.sign(KEY);
    commit.finalize();
    const reveal = new btc.Transaction({ customScripts: CUSTOM });
    const witnessUtxo = { script: locked.script, amount: 20_000n };
    reveal.addInput({
      txid: await broadcast(commit),
      index: 1,
      witnessUtxo,
      tapLeafScript: locked.tapLeafScript!,
    });
    reveal.addOutput({ script: TAPROOT.script, amount: 10_000n });
    reveal.sign(KEY, undefined, new Uint8Array(32));
    reveal.finalize();
    return broadcast(reveal);
  }
  const json = async (from: typeof ord | typeof esplora, path: string): Promise<Record<string, unknown>> =>
    JSON.parse(Buffer.from((await from.handle(path)).body).toString());
  return { call, ord, esplora, mine, inscribe, json };
}

const PICTURE: ordinals.Inscription = { tags: { contentType: 'image/svg+xml' }, body: ascii('<svg/>') };

describe('over the in-process node', () => {
  it('an inscription made by a signed commit and reveal is found, with its content and its owner', async () => {
    const { ord, mine, inscribe, json } = await setUp();
    const txid = await inscribe(PICTURE, 1);
    await mine(1);
    await ord.sync();
    expect(await json(ord, `/inscription/${txid}i0`)).toMatchObject({
      address: TAPROOT.address,
      content_type: 'image/svg+xml',
      height: 121,
      number: 0,
      satpoint: `${txid}:0:0`,
      value: 10_000,
    });
    expect(Buffer.from((await ord.handle(`/content/${txid}i0`)).body).toString()).toBe('<svg/>');
    expect(await json(ord, `/output/${txid}:0`)).toMatchObject({
      inscriptions: [`${txid}i0`],
      indexed: true,
      spent: false,
      confirmations: 1,
    });
  });

  it('an inscription is gone after a reorganisation without it and keeps its id when mined again', async () => {
    const { call, ord, mine, inscribe, json } = await setUp();
    const txid = await inscribe(PICTURE, 1);
    await mine(2);
    await ord.sync();
    await call('invalidateblock', [await call('getblockhash', [121])]);
    await ord.sync();
    expect(await json(ord, '/status')).toMatchObject({ height: 120, inscriptions: 0 });
    await mine(1);
    await ord.sync();
    expect(await json(ord, '/inscription/0')).toMatchObject({ id: `${txid}i0`, height: 121 });
  });

  it('a reveal shows in Esplora before it is mined', async () => {
    const { esplora, mine, inscribe, json } = await setUp();
    const txid = await inscribe(PICTURE, 1);
    const utxos = `/address/${TAPROOT.address}/utxo`;
    expect(await json(esplora, utxos)).toMatchObject([{ txid, vout: 0, status: { confirmed: false } }]);
    await mine(1);
    expect(await json(esplora, utxos)).toMatchObject([
      { txid, status: { confirmed: true, block_height: 121 } },
    ]);
    expect(await json(esplora, `/tx/${txid}`)).toMatchObject({ fee: 10_000 });
  });

  it('a fee that the node’s miner claims goes to the coinbase', async () => {
    const { ord, mine, inscribe, json } = await setUp();
    await inscribe(PICTURE, 1);
    await mine(1);
    await ord.sync();
    expect(await json(ord, '/status')).toMatchObject({ lost_sats: 0 });
  });
});
