/**
 * Wallets whose PSBTs a library of others signs, through every trade: what a client of the API that is built on it
 * can do. docs/compatibility.md has a row for each.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
import { base64 } from '@scure/base';
import { NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { PARAMS } from '../../client/src/wallet/network.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { findNpmClients } from '../real/parts.ts';

type Keys = ReadonlyMap<string, { readonly wif: string; readonly isTaproot: boolean }>;
type Sign = (request: SigningRequest, keys: Keys) => string;

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
      const secret = WIF({ ...NETWORK, ...PARAMS.regtest }).decode(keys.get(address)!.wif);
      transaction.signIdx(secret, index, sigHash === undefined ? undefined : [sigHash]);
    }
  return base64.encode(transaction.toPSBT());
};

const folder = findNpmClients();
const LIBRARIES: readonly (readonly [name: string, sign: Sign])[] = [
  ['@scure/btc-signer 2.4.1', withBtcSigner],
  ...(folder ? [['bitcoinjs-lib 7.0.5', withBitcoinJs(folder)] as const] : []),
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
    timeout: 120_000,
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
