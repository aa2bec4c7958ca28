/**
 * Every exit, mined: what the service had signed and sent before is then refused by the node. The purchase or
 * fill waits in the mempool, so it is valid; a block takes the exit instead.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  acceptOffer,
  buy,
  confirmedCoins,
  createClient,
  esploraSource,
  fillCollectionOffer,
  listInscriptions,
  localWallet,
  makeOffers,
  moveInscription,
  movePayment,
  ordSource,
  prepareCollectionOffers,
  signCollectionOffers,
  signIn,
  submitCollectionOffers,
  takeOfferBack,
  takePassthroughBack,
} from '@ordbook/client';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { SLUG } from '../../server/test/support/sandbox-trader.ts';
import { bundledProgram } from '../../stack/bundled-program.ts';
import { keyOf, REGTEST } from '../src/keys.ts';
import type { RpcCall } from '../src/miner.ts';
import { realNode } from '../src/real-node.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const PRICE = 60_000;
const POSTAGE = 10_000;
const GONE = /missingorspent|missing-inputs/;

let sandbox: Sandbox;
let call: RpcCall;
let folder: string;
beforeAll(async () => {
  sandbox = await sharedSandbox();
  call = realNode(sandbox.node);
  folder = await mkdtemp(join(tmpdir(), 'ordbook-exits-'));
}, 300_000);
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true });
});

const esploraUrl = () => `${sandbox.url}/sandbox/esplora`;
const secretOf = (wif: string) => WIF(REGTEST).decode(wif);
const rawOf = (txid: string) => call('getrawtransaction', [txid]) as Promise<string>;

/** A signed-in wallet with its keys. */
async function party(type: 'p2wpkh' | 'p2tr', inscriptions = 0) {
  const control = sandboxAt(sandbox.url);
  const { ordinals, payment } = await control.addWallet(type, 10_000_000);
  const ids = inscriptions === 0 ? [] : await control.inscribe(ordinals.address, SLUG, inscriptions);
  const session = await signIn(
    createClient({ baseUrl: sandbox.url }),
    localWallet({ ordinals, payment, network: 'regtest' }),
  );
  return { session, ordinals, payment, inscriptionId: ids[0] ?? '' };
}

/** A block with exactly these transactions, whatever the mempool holds. */
async function mineOnly(...raws: readonly string[]): Promise<void> {
  await call('generateblock', [keyOf('another miner', 'p2wpkh').address, raws]);
}

/** The sale of a listing, in the mempool. */
async function soldUnconfirmed() {
  const [seller, buyer] = [await party('p2wpkh', 1), await party('p2tr')];
  const items = [{ inscriptionId: seller.inscriptionId, priceSats: PRICE }];
  const [listed] = await listInscriptions(seller.session, { collectionSlug: SLUG, items });
  const { settlementTxid } = await buy(buyer.session, {
    collectionSlug: SLUG,
    listings: [{ ...listed!, priceSats: PRICE }],
    esploraUrl: esploraUrl(),
  });
  const [transfer, sale] = [await rawOf(listed!.transferTxid), await rawOf(settlementTxid)];
  return { seller, listed: listed!, transfer, sale };
}

/** Where an inscription is, by both sources. */
async function locationOf(inscriptionId: string) {
  const at = await ordSource(`${sandbox.url}/sandbox/ord`).locate(inscriptionId);
  expect(await esploraSource(esploraUrl()).locate(inscriptionId)).toEqual(at);
  return at;
}

test('inscription: the transfer of a purchase is refused after the move', async () => {
  const { seller, transfer, sale } = await soldUnconfirmed();
  const { offset, ...coin } = await locationOf(seller.inscriptionId);
  const moved = moveInscription({
    coin,
    offset,
    secret: secretOf(seller.ordinals.wif),
    toAddress: seller.ordinals.address,
    network: 'regtest',
    feeRate: 2,
  });
  await mineOnly(moved.transaction);
  await expect(call('sendrawtransaction', [transfer])).rejects.toThrow(GONE);
  await expect(call('sendrawtransaction', [sale])).rejects.toThrow(GONE);
  await sandboxAt(sandbox.url).mine();
  expect(await locationOf(seller.inscriptionId)).toMatchObject({ offset: 0, valueSats: moved.paidSats });
});

test('passthrough: the sale of a purchase whose transfer confirmed is refused after it', async () => {
  const { seller, listed, transfer, sale } = await soldUnconfirmed();
  await mineOnly(transfer);
  await expect(call('sendrawtransaction', [sale])).resolves.toBeTypeOf('string');
  const { marketPublicKey } = await sandboxAt(sandbox.url).world();
  const { transaction, paidSats } = takePassthroughBack({
    coin: { txid: listed.transferTxid, vout: 0, valueSats: POSTAGE },
    offset: 0,
    marketPublicKey,
    secret: secretOf(seller.ordinals.wif),
    toAddress: seller.ordinals.address,
    network: 'regtest',
    feeRate: 2,
  });
  await mineOnly(transaction);
  await expect(call('sendrawtransaction', [sale])).rejects.toThrow(GONE);
  await sandboxAt(sandbox.url).mine();
  expect(await locationOf(seller.inscriptionId)).toMatchObject({ offset: 0, valueSats: paidSats });
});

test('payment: the accepted offer that a coin pays is refused after its move', async () => {
  const [seller, buyer] = [await party('p2wpkh', 1), await party('p2wpkh')];
  const { inscriptionId } = seller;
  const request = { collectionSlug: SLUG, inscriptionIds: [inscriptionId], priceSats: PRICE };
  const coins = await confirmedCoins(esploraUrl(), buyer.payment.address);
  const [offer] = await makeOffers(buyer.session, { ...request, spendableUtxos: coins });
  const accepting = { inscriptionId, offerId: offer!.offerId, priceSats: PRICE };
  const { settlementTxid } = await acceptOffer(seller.session, accepting);
  const settlement = await rawOf(settlementTxid);
  const exit = {
    coins,
    type: 'p2wpkh',
    secret: secretOf(buyer.payment.wif),
    toAddress: buyer.payment.address,
    network: 'regtest',
    feeRate: 2,
  } as const;
  const { transaction, paidSats } = movePayment(exit);
  await mineOnly(transaction);
  await expect(call('sendrawtransaction', [settlement])).rejects.toThrow(GONE);
  await sandboxAt(sandbox.url).mine();
  expect(await confirmedCoins(esploraUrl(), buyer.payment.address)).toMatchObject([{ valueSats: paidSats }]);
});

/** A collection offer with its signed funding parent. */
async function collectionOffer() {
  const buyer = await party('p2wpkh');
  const prepared = await prepareCollectionOffers(buyer.session, {
    collectionSlug: SLUG,
    target: { kind: 'all' },
    priceSats: PRICE,
    esploraUrl: esploraUrl(),
  });
  const signed = await signCollectionOffers(buyer.session, prepared);
  const [offer] = await submitCollectionOffers(buyer.session, signed);
  const fundingParent = signed.body.offers[0]!.signedFundingParentStep.psbtBase64;
  return { buyer, offer: offer!, fundingParent };
}

test('offer: the fill of a collection offer is refused after it', async () => {
  const seller = await party('p2wpkh', 1);
  const { buyer, offer, fundingParent } = await collectionOffer();
  const { settlementTxid } = await fillCollectionOffer(seller.session, {
    collectionSlug: SLUG,
    offerId: offer.offerId,
    inscriptionId: seller.inscriptionId,
    priceSats: PRICE,
  });
  const fill = await rawOf(settlementTxid);
  const { parent, child, paidSats } = takeOfferBack({
    fundingParent,
    secret: secretOf(buyer.ordinals.wif),
    toAddress: buyer.payment.address,
    network: 'regtest',
    feeRate: 2,
  });
  await mineOnly(parent, child);
  await expect(call('sendrawtransaction', [fill])).rejects.toThrow(GONE);
  await sandboxAt(sandbox.url).mine();
  const coins = await confirmedCoins(esploraUrl(), buyer.payment.address);
  expect(coins.map(({ valueSats }) => valueSats)).toContain(paidSats);
});

test('the command looks coins up, sends, and gets into the next block', async () => {
  const main = fileURLToPath(new URL('../../client/src/exit/main.ts', import.meta.url));
  const program = await bundledProgram(main, folder);
  const exit = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);
  const keyFile = async (wif: string) => {
    const file = join(folder, `${wif.slice(-8)}.wif`);
    await writeFile(file, wif);
    return file;
  };
  const sending = ['--network', 'regtest', '--esplora', esploraUrl(), '--send'];
  const { buyer, fundingParent } = await collectionOffer();
  const parent = join(folder, 'parent.psbt');
  await writeFile(parent, fundingParent);
  const to = buyer.payment.address;
  const taken = await exit(
    ...['offer', '--parent', parent, '--key', await keyFile(buyer.ordinals.wif), '--to', to, ...sending],
  );
  expect(taken.stderr).toMatch(
    /^fee rate 2 sat\/vB, because .*\n\d+ sats to \w+, network fee \d+ sats\nsent the package\n$/,
  );
  await sandboxAt(sandbox.url).mine();
  const coins = await confirmedCoins(esploraUrl(), to);
  const paid = Number(/^(\d+) sats to/m.exec(taken.stderr)![1]);
  expect(coins.map(({ valueSats }) => valueSats)).toContain(paid);

  const [coin] = coins;
  const payment = ['payment', '--coin', `${coin!.txid}:${coin!.vout}`, '--to', to];
  const moved = await exit(...payment, '--key', await keyFile(buyer.payment.wif), ...sending);
  const txid = /^sent ([0-9a-f]{64})$/m.exec(moved.stderr)![1]!;
  await sandboxAt(sandbox.url).mine();
  expect(await esploraSource(esploraUrl()).output({ txid, vout: 0 })).toMatchObject({
    confirmed: true,
    address: to,
  });
  expect(hex.encode(hex.decode(moved.stdout.trim()))).toBe(await rawOf(txid));
  await expect(exit(...payment, '--key', await keyFile(buyer.payment.wif), ...sending)).rejects.toMatchObject(
    {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/was spent by \w+, which is in a block/),
    },
  );
}, 60_000);
