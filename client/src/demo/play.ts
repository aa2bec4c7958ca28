/**
 * The first demo: a seller and a buyer sign in, four inscriptions are listed, one is bought, then three at
 * once. A block confirms each purchase, and the sales are read back. It uses new wallets each time, so it can
 * be repeated.
 */

import { type Session, signIn } from '../account/sign-in.ts';
import { createClient } from '../api.ts';
import { confirmedCoins } from '../esplora.ts';
import { type Listed, prepareListing, signListing, submitListing } from '../listing/list.ts';
import { preparePurchase, signPurchase, submitPurchase } from '../purchase/buy.ts';
import { readPsbt } from '../signing/psbt.ts';
import { ordSource } from '../source/ord-source.ts';
import { localWallet } from '../wallet/local-wallet.ts';
import { addressOf } from '../wallet/network.ts';
import type { KeyType } from '../wallet/signing-key.ts';
import { drawTransaction, sats } from './drawing.ts';
import { type Sandbox, sandboxAt } from './sandbox.ts';

/** Shows the progress of a demo. */
export interface Stage {
  /** Shows a step while `work` runs, then its result. */
  step<T>(title: string, work: () => Promise<T>, told: (result: T) => string): Promise<T>;
  /** Shows text under a title. */
  show(title: string, picture: string): void;
}

/** The parties of a demo and the sandbox. */
export interface Cast {
  readonly sandbox: Sandbox;
  readonly stage: Stage;
  readonly seller: Session;
  readonly buyer: Session;
  readonly collectionSlug: string;
  readonly names: Map<string, string>;
  readonly marketPublicKey: string;
  /** Inscribes new members of the collection for the seller. */
  inscribe(count: number): Promise<string[]>;
}

export const NETWORK = 'regtest';
const ITEMS = 4;
const PRICES = [60_000, 75_000, 90_000, 120_000];

/** Plays the demo. Throws `NoSandbox` when no sandbox responds at `url`, and any error of a step. */
export async function playTrade(url: string, stage: Stage): Promise<void> {
  const cast = await enterMarket(url, stage);
  const listed = await sellItems(cast, await cast.inscribe(ITEMS), cast.marketPublicKey);
  const first = await purchase(cast, listed.slice(0, 1));
  const rest = await purchase(cast, listed.slice(1));
  await readBack(cast, [first, rest]);
}

/** Finds the sandbox and signs in a new seller and a new buyer. Throws what `playTrade` throws. */
export async function enterMarket(url: string, stage: Stage): Promise<Cast> {
  const sandbox = sandboxAt(url);
  const world = await stage.step(
    'looking for the sandbox',
    () => sandbox.world(),
    ({ height }) => `sandbox at ${url}, block ${height}`,
  );
  const collectionSlug = world.collections[0]!.slug;
  const seller = await enter(sandbox, stage, 'seller', 'p2wpkh');
  const buyer = await enter(sandbox, stage, 'buyer', 'p2tr');
  const names = new Map([
    [seller.wallet.ordinalsAddress, 'seller, inscriptions'],
    [seller.wallet.paymentAddress, 'seller, payment'],
    [buyer.wallet.ordinalsAddress, 'buyer, inscriptions'],
    [buyer.wallet.paymentAddress, 'buyer, payment'],
  ]);
  return {
    sandbox,
    stage,
    seller,
    buyer,
    collectionSlug,
    names,
    marketPublicKey: world.marketPublicKey,
    inscribe: (count) =>
      stage.step(
        `inscribing ${count} items of ${collectionSlug} for the seller`,
        () => sandbox.inscribe(seller.wallet.ordinalsAddress, collectionSlug, count),
        (ids) => `the seller holds ${ids.length} items of ${collectionSlug}`,
      ),
  };
}

async function enter(sandbox: Sandbox, stage: Stage, name: string, payment: KeyType): Promise<Session> {
  return stage.step(
    `signing the ${name} in`,
    async () => {
      const keys = await sandbox.addWallet(payment, 3_000_000);
      const wallet = localWallet({ ordinals: keys.ordinals, payment: keys.payment, network: NETWORK });
      const source = ordSource(`${sandbox.url}/sandbox/ord`);
      return signIn(createClient({ baseUrl: sandbox.url, retries: 3 }), wallet, { source });
    },
    ({ wallet }) => `the ${name} signed in: pays from ${wallet.paymentAddress} (${payment})`,
  );
}

type Priced = Listed & { readonly priceSats: number };

async function sellItems(
  cast: Cast,
  inscriptionIds: readonly string[],
  marketPublicKey: string,
): Promise<Priced[]> {
  const { stage, seller, collectionSlug, names } = cast;
  const items = inscriptionIds.map((inscriptionId, index) => ({ inscriptionId, priceSats: PRICES[index]! }));
  const prepared = await stage.step(
    'requesting the listings and checking the PSBTs',
    () => prepareListing(seller, { collectionSlug, items, marketPublicKey }),
    ({ checked }) =>
      checked.listings
        .map(
          ({ priceSats, proceedsSats }) => `price ${sats(priceSats)}: the seller gets ${sats(proceedsSats)}`,
        )
        .join('\n'),
  );
  const [transfer, sale] = prepared.preflight.listings[0]!.psbts.map(({ psbtBase64 }) =>
    readPsbt(psbtBase64),
  );
  const named = (script: Uint8Array, name: string) => names.set(addressOf(script, NETWORK) ?? '', name);
  named(transfer!.outputs[0]!.script, 'passthrough');
  named(transfer!.inputs[1]!.script, 'operator, anchor');
  stage.show(
    'Transfer, signed now and stored: it is broadcast with the sale',
    drawTransaction(transfer!, names, NETWORK),
  );
  stage.show(
    "The seller's half of the sale: one input and the output at the same index; the rest of the sale may vary",
    drawTransaction(sale!, names, NETWORK),
  );
  const listed = await stage.step(
    'signing and listing',
    async () => submitListing(seller, await signListing(seller, prepared)),
    (listings) => `${listings.length} listings are in the order book; nothing has moved on chain`,
  );
  return listed.map((listing, index) => ({ ...listing, priceSats: items[index]!.priceSats }));
}

/** Buys, mines, and returns the sale's txid. */
async function purchase(cast: Cast, listings: readonly Priced[]): Promise<string> {
  const { stage, buyer, sandbox, collectionSlug, names } = cast;
  const esploraUrl = `${sandbox.url}/sandbox/esplora`;
  const what = listings.length === 1 ? 'one listing' : `${listings.length} listings`;
  const prepared = await stage.step(
    `requesting the purchase of ${what} and checking the PSBT`,
    () => preparePurchase(buyer, { collectionSlug, listings, esploraUrl }),
    ({ preflight }) =>
      `it costs ${sats(preflight.totalBuyerCostSats)}, including a network fee of ${sats(preflight.estimatedNetworkFeeSats)}`,
  );
  stage.show(
    `Sale of ${what}, one transaction that follows the transfers`,
    drawTransaction(readPsbt(prepared.preflight.steps[0]!.psbtBase64), names, NETWORK),
  );
  const { settlementTxid } = await stage.step(
    'signing and buying',
    async () => submitPurchase(buyer, await signPurchase(buyer, prepared)),
    ({ settlementTxid: txid, listingTransferTxids }) =>
      `${listingTransferTxids.length + 1} transactions are in the mempool; the sale is ${txid}`,
  );
  await stage.step(
    'mining a block',
    () => sandbox.mine(),
    ({ height }) => `confirmed in block ${height}`,
  );
  return settlementTxid;
}

async function readBack({ stage, buyer, seller, sandbox }: Cast, txids: readonly string[]): Promise<void> {
  const { sales } = await stage.step(
    'reading the sales',
    () => buyer.client.get('/sales', { query: { limit: 20 } }),
    () => 'the sales are public',
  );
  const ours = sales.filter(({ txid }) => txids.includes(txid ?? ''));
  stage.show(
    'Sales',
    ours
      .map(
        (sale) =>
          `${sale.inscriptionName}  ${sats(sale.priceSats)}  block ${sale.blockHeight}, to ${sale.buyerAddress}`,
      )
      .join('\n'),
  );
  const balances = [];
  for (const [name, { wallet }] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const) {
    const coins = await confirmedCoins(`${sandbox.url}/sandbox/esplora`, wallet.paymentAddress);
    balances.push(`${name.padEnd(7)} ${sats(coins.reduce((sum, { valueSats }) => sum + valueSats, 0))}`);
  }
  stage.show('Payment addresses now (3,000,000 sats before)', balances.join('\n'));
}
