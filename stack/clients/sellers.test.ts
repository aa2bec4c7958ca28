/**
 * Wallets whose PSBTs a library of others signs, through every trade: what a client of the API that is built on it
 * can do. docs/compatibility.md has a row for each.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  acceptCounter,
  acceptOffer,
  buy,
  createClient,
  delist,
  fillCollectionOffer,
  listInscriptions,
  localWallet,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  memoryStorage,
  ordSource,
  type SigningRequest,
  signIn,
} from '@ordbook/client';
import { base64, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { tapLeafHash } from '@scure/btc-signer/payment.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { PARAMS } from '../../client/src/wallet/network.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { type Bitcoind, rpcOver, startBitcoind } from '../real/bitcoind.ts';
import { findBdkPython, findNode, findNpmClients, findRustClient } from '../real/parts.ts';

type Keys = ReadonlyMap<string, { readonly wif: string; readonly isTaproot: boolean }>;
type Sign = (request: SigningRequest, keys: Keys) => string | Promise<string>;

const require = createRequire(import.meta.url);

/** As its documents say: the key as it is for a leaf, tweaked for a key path. */
function withBitcoinJs(folder: string): Sign {
  const load = createRequire(join(folder, 'node_modules', 'package.json'));
  const bitcoin = load('bitcoinjs-lib');
  const ecc = require('tiny-secp256k1');
  bitcoin.initEccLib(ecc);
  const { ECPairFactory } = load('ecpair');
  const network = bitcoin.networks.regtest;
  return ({ psbtBase64, inputsToSign }, keys) => {
    const psbt = bitcoin.Psbt.fromBase64(psbtBase64, { network });
    for (const { address, signingIndexes, sigHash, disableTweakSigner } of inputsToSign)
      for (const index of signingIndexes) {
        const { wif, isTaproot } = keys.get(address)!;
        const pair = ECPairFactory(ecc).fromWIF(wif, network);
        const internal = pair.publicKey.subarray(1, 33);
        const isTweaked = isTaproot && !disableTweakSigner;
        if (isTweaked && !psbt.data.inputs[index].tapInternalKey)
          psbt.updateInput(index, { tapInternalKey: internal });
        const signer = isTweaked ? pair.tweak(bitcoin.crypto.taggedHash('TapTweak', internal)) : pair;
        psbt.signInput(index, signer, sigHash === undefined ? undefined : [sigHash]);
      }
    return psbt.toBase64();
  };
}

/** It tweaks by itself where the input has an internal key. */
const withBtcSigner: Sign = ({ psbtBase64, inputsToSign }, keys) => {
  const transaction = Transaction.fromPSBT(base64.decode(psbtBase64));
  for (const { address, signingIndexes, sigHash } of inputsToSign)
    for (const index of signingIndexes) {
      transaction.signIdx(
        secretOf(keys.get(address)!.wif),
        index,
        sigHash === undefined ? undefined : [sigHash],
      );
    }
  return base64.encode(transaction.toPSBT());
};

const secretOf = (wif: string) => WIF({ ...NETWORK, ...PARAMS.regtest }).decode(wif);

/** A key as wallets with descriptors have it: the master key of a wallet. */
const masterOf = (wif: string) =>
  new HDKey({ privateKey: secretOf(wif), chainCode: new Uint8Array(32), versions: TEST_VERSIONS });
const TEST_VERSIONS = { private: 0x04_35_83_94, public: 0x04_35_87_cf };

/** The keys of the addresses that are asked for, as descriptors. */
const descriptorsOf = ({ inputsToSign }: SigningRequest, keys: Keys): string[] =>
  [...new Set(inputsToSign.map(({ address }) => address))].map((address) => {
    const { wif, isTaproot } = keys.get(address)!;
    return `${isTaproot ? 'tr' : 'wpkh'}(${masterOf(wif).privateExtendedKey})`;
  });

/**
 * The PSBT with the origin of the wallet's key in each input that it is asked to sign, as wallets with descriptors add
 * it: they sign no leaf without it, and rust-bitcoin nothing at all.
 */
function withOrigins({ psbtBase64, inputsToSign }: SigningRequest, keys: Keys): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbtBase64));
  for (const { address, signingIndexes } of inputsToSign)
    for (const index of signingIndexes) {
      const { wif, isTaproot } = keys.get(address)!;
      const { publicKey, fingerprint } = masterOf(wif);
      const key = publicKey!.subarray(1);
      const der = { fingerprint, path: [] };
      const [leaf] = transaction.getInput(index).tapLeafScript ?? [];
      const hashes = leaf ? [tapLeafHash(leaf[1].subarray(0, -1), leaf[1].at(-1))] : [];
      const added = isTaproot
        ? { tapBip32Derivation: [[key, { hashes, der }]], ...(!leaf && { tapInternalKey: key }) }
        : { bip32Derivation: [[publicKey!, der]] };
      transaction.updateInput(index, added as Parameters<typeof transaction.updateInput>[1], true);
    }
  return base64.encode(transaction.toPSBT());
}

/** A wallet of one descriptor for each key. */
const withBdk =
  (python: string): Sign =>
  async (request, keys) => {
    const program = join(import.meta.dirname, 'programs/bdk_sign.py');
    const running = promisify(execFile)(python, [program, ...descriptorsOf(request, keys)]);
    running.child.stdin!.end(withOrigins(request, keys));
    return (await running).stdout.trim();
  };

/** Master keys, and no wallet around them. */
const withRustBitcoin =
  (program: string): Sign =>
  async (request, keys) => {
    const masters = request.inputsToSign.map(
      ({ address }) => masterOf(keys.get(address)!.wif).privateExtendedKey,
    );
    const psbt = hex.encode(base64.decode(withOrigins(request, keys)));
    const { stdout } = await promisify(execFile)(program, ['sign', psbt, ...masters]);
    return base64.encode(hex.decode(stdout.trim()));
  };

/** Bitcoin's names of the sighashes, as the node's wallet wants them. */
const SIGHASHES: Readonly<Record<number, string>> = {
  0: 'DEFAULT',
  1: 'ALL',
  129: 'ALL|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
};

/** The node's wallet of a trader, which has the keys and knows nothing of the chain. */
const withKnots = (): Sign => {
  let node: Bitcoind | undefined;
  afterAll(() => node?.stop());
  return async (request, keys) => {
    node ??= await startBitcoind({ follows: 'knots', extraArgs: ['-disablewallet=0'] });
    const [name] = keys.keys();
    const call = rpcOver(`${node.url}/wallet/${name}`);
    const existing = (await node.call('listwallets')) as string[];
    if (!existing.includes(name!)) await node.call('createwallet', [name, false, true]);
    const imported = [];
    for (const text of descriptorsOf(request, keys)) {
      const { checksum } = (await node.call('getdescriptorinfo', [text])) as { checksum: string };
      imported.push({ desc: `${text}#${checksum}`, timestamp: 'now' });
    }
    await call('importdescriptors', [imported]);
    const sighash = SIGHASHES[request.inputsToSign[0]?.sigHash ?? 0];
    const given = [withOrigins(request, keys), true, sighash, true, false];
    return ((await call('walletprocesspsbt', given)) as { psbt: string }).psbt;
  };
};

const folder = findNpmClients();
const python = findBdkPython()?.path;
const rust = findRustClient();
const LIBRARIES: readonly (readonly [name: string, sign: Sign])[] = [
  ['@scure/btc-signer 2.4.1', withBtcSigner],
  ...(folder ? [['bitcoinjs-lib 7.0.5', withBitcoinJs(folder)] as const] : []),
  ...(python ? [['bdkpython 3.1.1', withBdk(python)] as const] : []),
  ...(rust ? [['rust-bitcoin 0.32.102', withRustBitcoin(rust)] as const] : []),
  ...(findNode('knots') ? [['the wallet of Bitcoin Knots 29.4', withKnots()] as const] : []),
];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, logLevel: 'error' });
});
afterAll(() => sandbox.close());

describe.each(LIBRARIES)('a wallet that signs with %s', (_name, sign) => {
  const priceSats = 60_000;
  const trader = async (count: number) => {
    const control = sandboxAt(sandbox.url);
    const { ordinals, payment } = await control.addWallet('p2wpkh', 10_000_000);
    const ids = count > 0 ? await control.inscribe(ordinals.address, 'embers', count) : [];
    const own = localWallet({ ordinals, payment, network: 'regtest' });
    const keys: Keys = new Map(
      [ordinals, payment].map(({ address, wif, type }) => [address, { wif, isTaproot: type === 'p2tr' }]),
    );
    const wallet = { ...own, signPsbt: async (request: SigningRequest) => sign(request, keys) };
    const options = { source: ordSource(`${sandbox.url}/sandbox/ord`), storage: memoryStorage() };
    return { ids, session: await signIn(createClient({ baseUrl: sandbox.url }), wallet, options) };
  };

  test('lists a batch, delists, sells, accepts an offer, counters, and fills a collection offer', {
    timeout: 240_000,
  }, async () => {
    const { ids, session: seller } = await trader(5);
    const { session: buyer } = await trader(0);
    const on = { collectionSlug: 'embers', esploraUrl: `${sandbox.url}/sandbox/esplora` };
    const mine = () => sandboxAt(sandbox.url).mine();
    const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string];
    const items = [first, second].map((inscriptionId) => ({ inscriptionId, priceSats }));
    const [kept, sold] = await listInscriptions(seller, { ...on, items });
    await delist(seller, { ...on, listings: [kept!] });
    const bought = await buy(buyer, { ...on, listings: [{ ...sold!, priceSats }] });
    await mine();
    const offers = [];
    for (const inscriptionId of [third, fourth]) {
      const [made] = await makeOffers(buyer, { ...on, inscriptionIds: [inscriptionId], priceSats });
      offers.push({ inscriptionId, offerId: made!.offerId });
    }
    const countered = await makeCounter(seller, { ...offers[1]!, priceSats: 70_000 });
    const accepted = await acceptOffer(seller, { ...offers[0]!, priceSats });
    await mine();
    const agreed = await acceptCounter(buyer, {
      ...on,
      ...{ inscriptionId: fourth, offerId: countered.offerId, priceSats: 70_000 },
    });
    await mine();
    const [bid] = await makeCollectionOffers(buyer, { ...on, target: { kind: 'all' }, priceSats });
    const fill = { ...on, offerId: bid!.offerId, inscriptionId: fifth, priceSats, evenBelowTop: true };
    const filled = await fillCollectionOffer(seller, fill);
    await mine();
    const { sales } = await buyer.client.get('/sales', { query: { limit: 100 } });
    const txids = sales.map(({ txid }) => txid);
    for (const { settlementTxid } of [bought, accepted, agreed, filled])
      expect(txids).toContain(settlementTxid);
  });
});
