import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/address/address.ts';
import { createEsplora, startEsploraServer } from '../../src/esplora/esplora.ts';
import { pay, transactionHex } from '../ord/coins.ts';
import { createPaperChain } from '../ord/paper-chain.ts';

const P2TR = Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(7));
const P2WPKH = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(9));
const TAPROOT = addressOf(P2TR)!;

function setUp() {
  const chain = createPaperChain();
  const [, coin] = chain.mineEmpty(3);
  const esplora = createEsplora({ call: chain.call });
  const text = async (path: string, request = {}) =>
    Buffer.from((await esplora.handle(path, request)).body).toString();
  const get = async (path: string): Promise<unknown> => JSON.parse(await text(path));
  const paid = pay(
    [coin!],
    [
      { valueSats: 7_000, script: P2TR },
      { valueSats: 4_999_990_000, script: P2WPKH },
    ],
  );
  return { chain, coin: coin!, esplora, text, get, paid };
}

const CONFIRMED = {
  confirmed: true,
  block_height: 3,
  block_hash: expect.any(String),
  block_time: 1_700_000_003,
};

describe('an address', () => {
  it('has its mempool coins, unconfirmed', async () => {
    const { chain, get, paid } = setUp();
    chain.send(paid.transaction);
    expect(await get(`/address/${TAPROOT}/utxo`)).toEqual([
      { txid: paid.txid, vout: 0, status: { confirmed: false }, value: 7_000 },
    ]);
    expect(await get(`/address/${TAPROOT}`)).toMatchObject({
      chain_stats: { funded_txo_count: 0, tx_count: 0 },
      mempool_stats: { funded_txo_count: 1, funded_txo_sum: 7_000, spent_txo_count: 0, tx_count: 1 },
    });
  });

  it('has its confirmed coins with their block', async () => {
    const { chain, get, paid } = setUp();
    chain.mine([paid.transaction]);
    expect(await get(`/address/${TAPROOT}/utxo`)).toEqual([
      { txid: paid.txid, vout: 0, status: CONFIRMED, value: 7_000 },
    ]);
  });

  it('loses a coin as soon as the mempool spends it', async () => {
    const { chain, get, paid } = setUp();
    chain.mine([paid.transaction]);
    chain.send(pay([paid.coins[0]!], [{ valueSats: 6_000 }]).transaction);
    expect(await get(`/address/${TAPROOT}/utxo`)).toEqual([]);
    expect(await get(`/address/${TAPROOT}`)).toEqual({
      address: TAPROOT,
      chain_stats: {
        funded_txo_count: 1,
        funded_txo_sum: 7_000,
        spent_txo_count: 0,
        spent_txo_sum: 0,
        tx_count: 1,
      },
      mempool_stats: {
        funded_txo_count: 0,
        funded_txo_sum: 0,
        spent_txo_count: 1,
        spent_txo_sum: 7_000,
        tx_count: 1,
      },
    });
  });

  it('loses the coins of a block that a reorganisation drops', async () => {
    const { chain, get, paid } = setUp();
    chain.mine([paid.transaction]);
    expect(await get(`/address/${TAPROOT}/utxo`)).toHaveLength(1);
    chain.drop(1);
    chain.mineEmpty(2);
    expect(await get(`/address/${TAPROOT}/utxo`)).toEqual([]);
  });

  it('of another network or of none is refused', async () => {
    const { esplora } = setUp();
    for (const address of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'nonsense']) {
      expect(await esplora.handle(`/address/${address}/utxo`)).toMatchObject({ status: 400 });
    }
  });
});

describe('a transaction', () => {
  it('has its inputs with the outputs they spend, its outputs and its fee', async () => {
    const { chain, coin, get, paid } = setUp();
    chain.mine([paid.transaction]);
    expect(await get(`/tx/${paid.txid}`)).toEqual({
      txid: paid.txid,
      version: 2,
      locktime: 0,
      vin: [
        {
          txid: coin.txid,
          vout: 0,
          prevout: {
            scriptpubkey: '51',
            scriptpubkey_asm: 'OP_PUSHNUM_1',
            scriptpubkey_type: 'unknown',
            value: 5_000_000_000,
          },
          scriptsig: '',
          scriptsig_asm: '',
          is_coinbase: false,
          sequence: 0xffff_ffff,
        },
      ],
      vout: [
        {
          scriptpubkey: `5120${'07'.repeat(32)}`,
          scriptpubkey_asm: `OP_PUSHNUM_1 OP_PUSHBYTES_32 ${'07'.repeat(32)}`,
          scriptpubkey_type: 'v1_p2tr',
          scriptpubkey_address: TAPROOT,
          value: 7_000,
        },
        expect.objectContaining({ scriptpubkey_type: 'v0_p2wpkh', value: 4_999_990_000 }),
      ],
      size: 125,
      weight: 500,
      fee: 3_000,
      status: CONFIRMED,
    });
  });

  it('tells who spends its outputs', async () => {
    const { chain, get, paid } = setUp();
    chain.mine([paid.transaction]);
    const spend = pay([paid.coins[1]!], [{ valueSats: 6_000 }]);
    chain.send(spend.transaction);
    expect(await get(`/tx/${paid.txid}/outspends`)).toEqual([
      { spent: false },
      { spent: true, txid: spend.txid, vin: 0, status: { confirmed: false } },
    ]);
    expect(await get(`/tx/${spend.txid}/status`)).toEqual({ confirmed: false });
  });

  it('tells who spends one of its outputs, in the mempool and in a block', async () => {
    const { chain, get, paid } = setUp();
    chain.mine([paid.transaction]);
    const spend = pay([paid.coins[1]!], [{ valueSats: 6_000 }]);
    chain.send(spend.transaction);
    expect(await get(`/tx/${paid.txid}/outspend/0`)).toEqual({ spent: false });
    const spent = { spent: true, txid: spend.txid, vin: 0 };
    expect(await get(`/tx/${paid.txid}/outspend/1`)).toEqual({ ...spent, status: { confirmed: false } });
    chain.mine([spend.transaction]);
    expect(await get(`/tx/${paid.txid.toUpperCase()}/outspend/1`)).toEqual({
      ...spent,
      status: { ...CONFIRMED, block_height: 4, block_time: 1_700_000_004 },
    });
  });

  it('that is unknown has no spent outputs, as far as anybody knows', async () => {
    const { esplora, get } = setUp();
    expect(await get(`/tx/${'ab'.repeat(32)}/outspend/0`)).toEqual({ spent: false });
    for (const path of [
      `/tx/${'ab'.repeat(32)}/outspend/-1`,
      `/tx/${'ab'.repeat(32)}/outspend/x`,
      '/tx/ab/outspend/0',
    ])
      expect(await esplora.handle(path)).toMatchObject({ status: 400 });
  });

  it('has its hex', async () => {
    const { chain, text, paid } = setUp();
    chain.send(paid.transaction);
    expect(await text(`/tx/${paid.txid}/hex`)).toBe(transactionHex(paid.transaction));
  });

  it('that is unknown is 404', async () => {
    const { esplora } = setUp();
    expect(await esplora.handle(`/tx/${'ab'.repeat(32)}`)).toMatchObject({ status: 404 });
  });

  it('that the node refuses is 400 with its reason', async () => {
    const { esplora, text } = setUp();
    const request = { method: 'POST', body: '00' };
    expect((await esplora.handle('/tx', request)).status).toBe(400);
    expect(await text('/tx', request)).toBe(
      'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 1 < 100"}',
    );
  });
});

describe('the tip', () => {
  it('is the one of the node at the time of the request', async () => {
    const { chain, text } = setUp();
    expect(await text('/blocks/tip/height')).toBe('2');
    chain.mineEmpty(1);
    expect(await text('/blocks/tip/height')).toBe('3');
    expect(await text('/blocks/tip/hash')).toBe(await chain.call('getbestblockhash'));
  });
});

it('fee estimates are sat/vB where the node has one', async () => {
  const { get } = setUp();
  expect(await get('/fee-estimates')).toEqual({ 2: 5 });
});

it('the server answers over HTTP', async () => {
  const { esplora } = setUp();
  const server = await startEsploraServer(esplora, { port: 0 });
  expect(await (await fetch(`${server.url}/blocks/tip/height`)).text()).toBe('2');
  await server.close();
});
