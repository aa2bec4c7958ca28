/**
 * The first demo: a seller and a buyer sign in, four inscriptions are listed, one is bought, then three at
 * once. A block confirms each purchase, and the sales are read back. It uses new wallets each time, so it can
 * be repeated.
 */

import { type Session, signIn } from '../account/sign-in.ts';
import { type Client, createClient } from '../api.ts';
import { confirmedCoins } from '../esplora.ts';
import { sats } from '../inspect/words.ts';
import { type Listed, prepareListing, signListing, submitListing } from '../listing/list.ts';
import { type Sale, sales } from '../pages/book.ts';
import { type PreparedPurchase, preparePurchase, signPurchase, submitPurchase } from '../purchase/buy.ts';
import { readPsbt } from '../signing/psbt.ts';
import { ordSource } from '../source/ord-source.ts';
import { localWallet } from '../wallet/local-wallet.ts';
import { addressOf } from '../wallet/network.ts';
import type { KeyType } from '../wallet/signing-key.ts';
import { drawTransaction, sumInWords } from './drawing.ts';
import { type Sandbox, sandboxAt } from './sandbox.ts';
import type { Stage } from './stage.ts';

/** The parties of a demo and the sandbox. */
export interface Cast {
  readonly sandbox: Sandbox;
  readonly stage: Stage;
  /** Where coins are looked up. */
  readonly esploraUrl: string;
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
    ...{ sandbox, stage, seller, buyer, collectionSlug, names },
    esploraUrl: `${sandbox.url}/sandbox/esplora`,
    marketPublicKey: world.marketPublicKey,
    inscribe: (count) =>
      stage.step(
        `inscribing ${count} items of ${collectionSlug} for the seller`,
        () => sandbox.inscribe(seller.wallet.ordinalsAddress, collectionSlug, count),
        (ids) => `the seller holds ${ids.length} items of ${collectionSlug}`,
      ),
  };
}

/** Shows the transaction of a PSBT as a table. */
export function showTransaction({ stage, names }: Cast, title: string, psbtBase64: string): void {
  stage.show(title, drawTransaction(readPsbt(psbtBase64), names, NETWORK));
}

/** Names the address of a script in what is shown from now on. */
export function nameScript({ names }: Cast, script: Uint8Array, name: string): void {
  names.set(addressOf(script, NETWORK) ?? '', name);
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
    ({ wallet }) => `the ${name} signed in and pays from this ${payment} address:\n${wallet.paymentAddress}`,
  );
}

type Priced = Listed & { readonly priceSats: number };

async function sellItems(
  cast: Cast,
  inscriptionIds: readonly string[],
  marketPublicKey: string,
): Promise<Priced[]> {
  const { stage, seller, collectionSlug } = cast;
  const items = inscriptionIds.map((inscriptionId, index) => ({ inscriptionId, priceSats: PRICES[index]! }));
  const prepared = await stage.step(
    'requesting the listings and checking the PSBTs',
    () => prepareListing(seller, { collectionSlug, items, marketPublicKey }),
    ({ checked }) =>
      checked.listings
        .map(
          ({ priceSats, utxoValueSats, proceedsSats }) =>
            `the seller gets ${sumInWords(proceedsSats, [
              [priceSats],
              [utxoValueSats, 'postage'],
              [proceedsSats - priceSats - utxoValueSats, 'fee'],
            ])}`,
        )
        .join('\n'),
  );
  const [transfer, sale] = prepared.preflight.listings[0]!.psbts;
  const { inputs, outputs } = readPsbt(transfer!.psbtBase64);
  nameScript(cast, outputs[0]!.script, 'passthrough');
  nameScript(cast, inputs[1]!.script, 'operator, anchor');
  showTransaction(
    cast,
    'Transfer, signed now and stored: it is broadcast with the sale',
    transfer!.psbtBase64,
  );
  const half = "The seller's half of the sale: an input, and the output at the same index";
  showTransaction(cast, half, sale!.psbtBase64);
  const listed = await stage.step(
    'signing and listing',
    async () => submitListing(seller, await signListing(seller, prepared)),
    (listings) => `${listings.length} listings are in the order book; nothing has moved on chain`,
  );
  return listed.map((listing, index) => ({ ...listing, priceSats: items[index]!.priceSats }));
}

/** Buys, mines, and returns the sale's txid. */
async function purchase(cast: Cast, listings: readonly Priced[]): Promise<string> {
  const { stage, buyer, collectionSlug, esploraUrl } = cast;
  const what = listings.length === 1 ? 'one listing' : `${listings.length} listings`;
  const prepared = await stage.step(
    `requesting the purchase of ${what} and checking the PSBT`,
    () => preparePurchase(buyer, { collectionSlug, listings, esploraUrl }),
    ({ preflight }) => `it costs ${costInWords(preflight)}`,
  );
  const { psbtBase64 } = prepared.preflight.steps[0]!;
  showTransaction(cast, `Sale of ${what}, one transaction that follows the transfers`, psbtBase64);
  const { settlementTxid } = await stage.step(
    'signing and buying',
    async () => submitPurchase(buyer, await signPurchase(buyer, prepared)),
    ({ settlementTxid: txid, listingTransferTxids }) =>
      `${listingTransferTxids.length + 1} transactions are in the mempool; the sale is\n${txid}`,
  );
  await mined(cast);
  return settlementTxid;
}

/** Mines a block, which confirms what was traded. */
export async function mined({ stage, sandbox }: Pick<Cast, 'stage' | 'sandbox'>): Promise<void> {
  await stage.step(
    'mining a block',
    () => sandbox.mine(),
    ({ height }) => `confirmed in block ${height}`,
  );
}

/** What a purchase takes from the buyer's coins, part by part. */
function costInWords(preflight: PreparedPurchase['preflight']): string {
  const { listings, listingTransferFeeSats, estimatedNetworkFeeSats, donationSats } = preflight;
  const all = (amountOf: (cost: (typeof listings)[number]) => number) =>
    listings.reduce((sum, cost) => sum + amountOf(cost), 0);
  return sumInWords(preflight.totalBuyerCostSats, [
    [all(({ priceSats }) => priceSats)],
    [all(({ inscriptionUtxoValueSats }) => inscriptionUtxoValueSats), 'postage'],
    [all(({ buyerFeeSats }) => buyerFeeSats), 'fee'],
    [all(({ buyerCreatorRoyaltySats }) => buyerCreatorRoyaltySats), 'royalty'],
    [listingTransferFeeSats, listings.length === 1 ? 'for the transfer' : 'for the transfers'],
    [estimatedNetworkFeeSats, 'network fee'],
    [donationSats, 'donation'],
  ]);
}

/** Most sales that are read to find ours: other demos may have sold much since. */
const MOST_SALES = 500;

/** Our sales among the public ones, newest first. */
export async function salesOf(
  client: Client,
  isOurs: (sale: Sale) => boolean,
  count: number,
): Promise<Sale[]> {
  const found: Sale[] = [];
  let read = 0;
  for await (const sale of sales({ client }, { limit: 50 })) {
    if (isOurs(sale)) found.push(sale);
    read += 1;
    if (found.length === count || read === MOST_SALES) break;
  }
  return found;
}

/** A sale in two lines, the second with the address. */
export function saleInWords({ inscriptionName, priceSats, blockHeight, buyerAddress }: Sale): string {
  return `${inscriptionName}  ${sats(priceSats)}  block ${blockHeight}, to\n  ${buyerAddress}`;
}

async function readBack({ stage, buyer, seller, esploraUrl }: Cast, txids: readonly string[]): Promise<void> {
  const sales = await stage.step(
    'reading the sales',
    () => salesOf(buyer.client, ({ txid }) => txids.includes(txid ?? ''), ITEMS),
    () => 'the sales are public',
  );
  stage.show('Sales', sales.map(saleInWords).join('\n'));
  const balances = [];
  for (const [name, { wallet }] of [
    ['seller', seller],
    ['buyer', buyer],
  ] as const) {
    const coins = await confirmedCoins(esploraUrl, wallet.paymentAddress);
    balances.push(`${name.padEnd(7)} ${sats(coins.reduce((sum, { valueSats }) => sum + valueSats, 0))}`);
  }
  stage.show('Payment addresses now (3,000,000 sats before)', balances.join('\n'));
}
