/**
 * What bitcoinjs-lib's README shows, by its package and by `regtest-client`, from which its own integration tests
 * get coins. Those tests are in no registry.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createWorld, type World } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNpmClients } from '../../../stack/real/parts.ts';
import { startRegtestServer } from './regtest-server.ts';

type Coin = { txId: string; vout: number; value: number };
// biome-ignore lint/suspicious/noExplicitAny: the packages are loaded from a folder whose types are not seen here
type Library = any;

const FEE = 1000n;
const SATS = 100_000;
const folder = findNpmClients();

describe.runIf(folder)("bitcoinjs-lib's README on devnode", () => {
  const load = createRequire(folder ? join(folder, 'node_modules', 'package.json') : import.meta.url);
  const ecc = createRequire(import.meta.url)('tiny-secp256k1') as Library;
  let world: World;
  let close: () => void;
  let bitcoin: Library;
  let pairs: Library;
  let regtest: Library;
  let network: Library;
  beforeAll(async () => {
    bitcoin = load('bitcoinjs-lib');
    bitcoin.initEccLib(ecc);
    network = bitcoin.networks.regtest;
    pairs = (load('ecpair') as Library).ECPairFactory(ecc);
    world = await createWorld();
    const server = await startRegtestServer(world);
    close = server.close;
    regtest = new (load('regtest-client') as Library).RegtestUtils({ APIURL: server.url });
  });
  afterAll(() => close?.());

  const key = (n: number) => pairs.fromPrivateKey(new Uint8Array(32).fill(n), { network });
  const faucet = async (address: string): Promise<Coin> => (await regtest.faucet(address, SATS)) as Coin;
  const raw = async (txid: string) =>
    Buffer.from((await world.call('getrawtransaction', [txid])) as string, 'hex');

  /** Sends a finished PSBT, and checks by the client that its first output is there. */
  async function send(psbt: Library): Promise<string> {
    const tx = psbt.finalizeAllInputs().extractTransaction();
    await regtest.broadcast(tx.toHex());
    await regtest.mine(1);
    const { outs } = await regtest.fetch(tx.getId());
    expect(outs[0].value).toBe(Number(tx.outs[0].value));
    expect(await world.call('getrawmempool')).toEqual([]);
    return tx.getId() as string;
  }

  const draft = (payment: Library, coin: Coin, more: object = {}) =>
    new bitcoin.Psbt({ network })
      .addInput({
        hash: coin.txId,
        index: coin.vout,
        witnessUtxo: { script: payment.output, value: BigInt(coin.value) },
        ...more,
      })
      .addOutput({ address: regtest.RANDOM_ADDRESS, value: BigInt(coin.value) - FEE });

  test('a P2PKH coin and a P2SH-P2WPKH coin are spent in one transaction', async () => {
    const [one, two] = [key(1), key(2)];
    const first = bitcoin.payments.p2pkh({ pubkey: one.publicKey, network });
    const redeem = bitcoin.payments.p2wpkh({ pubkey: two.publicKey, network });
    const second = bitcoin.payments.p2sh({ redeem, network });
    const [a, b] = [await faucet(first.address), await faucet(second.address)];
    const psbt = draft(second, b, { redeemScript: redeem.output }).addInput({
      hash: a.txId,
      index: a.vout,
      nonWitnessUtxo: await raw(a.txId),
    });
    psbt.signInput(0, two).signInput(1, one);
    await send(psbt);
  });

  test('data is kept in an OP_RETURN output', async () => {
    const payment = bitcoin.payments.p2wpkh({ pubkey: key(3).publicKey, network });
    const embed = bitcoin.payments.embed({ data: [Buffer.from('devnode', 'utf8')] });
    const psbt = draft(payment, await faucet(payment.address)).addOutput({ script: embed.output, value: 0n });
    const txid = await send(psbt.signInput(0, key(3)));
    const { vout } = (await world.call('getrawtransaction', [txid, true])) as {
      vout: { scriptPubKey: { type: string } }[];
    };
    expect(vout[1]!.scriptPubKey.type).toBe('nulldata');
  });

  test('two of three keys spend from P2SH-P2WSH multisig', async () => {
    const keys = [4, 5, 6].map(key);
    const pubkeys = keys.map(({ publicKey }) => publicKey);
    const witness = bitcoin.payments.p2wsh({
      redeem: bitcoin.payments.p2ms({ m: 2, pubkeys, network }),
      network,
    });
    const payment = bitcoin.payments.p2sh({ redeem: witness, network });
    const psbt = draft(payment, await faucet(payment.address), {
      redeemScript: witness.output,
      witnessScript: witness.redeem.output,
    });
    await send(psbt.signInput(0, keys[0]).signInput(0, keys[2]));
  });

  test('a script with CHECKLOCKTIMEVERIFY is spent at its height and not before', async () => {
    const height = ((await regtest.height()) as number) + 6;
    const script = bitcoin.script.compile([
      bitcoin.script.number.encode(height),
      bitcoin.opcodes.OP_CHECKLOCKTIMEVERIFY,
      bitcoin.opcodes.OP_DROP,
      key(7).publicKey,
      bitcoin.opcodes.OP_CHECKSIG,
    ]);
    const payment = bitcoin.payments.p2wsh({ redeem: { output: script, network }, network });
    const coin = await faucet(payment.address);
    const psbt = draft(payment, coin, { witnessScript: script, sequence: 0xfffffffe }).setLocktime(height);
    psbt.signInput(0, key(7)).finalizeInput(0, (_: number, input: Library) => ({
      finalScriptWitness: witnessOf([input.partialSig[0].signature, script]),
    }));
    const hex = psbt.extractTransaction().toHex() as string;
    await expect(regtest.broadcast(hex)).rejects.toThrow();
    await regtest.mine(6);
    await regtest.broadcast(hex);
  });

  test('a taproot coin is spent by its key, and another one by a leaf', async () => {
    const internal = key(8);
    const internalPubkey = internal.publicKey.subarray(1);
    const tweaked = internal.tweak(bitcoin.crypto.taggedHash('TapTweak', internalPubkey));
    const payment = bitcoin.payments.p2tr({ internalPubkey, network });
    const psbt = draft(payment, await faucet(payment.address), { tapInternalKey: internalPubkey });
    await send(psbt.signInput(0, tweaked));

    const output = bitcoin.script.compile([key(9).publicKey.subarray(1), bitcoin.opcodes.OP_CHECKSIG]);
    const redeem = { output, redeemVersion: 0xc0 };
    const tree = bitcoin.payments.p2tr({ internalPubkey, scriptTree: { output }, redeem, network });
    const leaf = { leafVersion: 0xc0, script: output, controlBlock: tree.witness.at(-1) };
    const byLeaf = draft(tree, await faucet(tree.address), { tapLeafScript: [leaf] });
    await send(byLeaf.signInput(0, key(9)));
  });

  /** Items of a witness as a PSBT keeps them; all are shorter than 253 bytes. */
  const witnessOf = (items: readonly Uint8Array[]) =>
    Buffer.concat([Buffer.of(items.length), ...items.flatMap((item) => [Buffer.of(item.length), item])]);
});

describe.runIf(folder)('mempool.js on devnode', () => {
  test('reads fees, blocks, coins and transactions, and sends one', async () => {
    const load = createRequire(join(folder!, 'node_modules', 'package.json'));
    const mempoolJs = load('@mempool/mempool.js') as Library;
    const world = await createWorld();
    const { esploraUrl, close } = await world.listen();
    try {
      const { bitcoin } = mempoolJs({
        hostname: new URL(esploraUrl).host,
        protocol: 'http',
        network: 'regtest',
      });
      const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
      expect(await bitcoin.fees.getFeesMempoolBlocks()).toEqual([]);
      const { txid } = await world.fund(address, SATS, { confirm: false });
      expect(await bitcoin.fees.getFeesRecommended()).toMatchObject({ fastestFee: 1, minimumFee: 1 });
      expect(await bitcoin.fees.getFeesMempoolBlocks()).toMatchObject([{ nTx: 1, medianFee: 2 }]);
      expect(await bitcoin.mempool.getMempoolTxids()).toEqual([txid]);
      const hex = (await bitcoin.transactions.getTxHex({ txid })) as string;
      world.node.mempool.clear();
      expect(await bitcoin.transactions.postTx({ txhex: hex })).toBe(txid);
      await world.mine(1);
      const height = (await bitcoin.blocks.getBlocksTipHeight()) as number;
      expect(await bitcoin.blocks.getBlockHeight({ height })).toBe(await world.call('getbestblockhash'));
      expect(await bitcoin.addresses.getAddressTxsUtxo({ address })).toMatchObject([{ txid, value: SATS }]);
      expect(await bitcoin.transactions.getTx({ txid })).toMatchObject({ status: { confirmed: true } });
    } finally {
      await close();
    }
  });
});
