/** Random histories of trades of one user, with everything that the user signed in them. */
import { bip86Script, ordinalsAddressOf, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import {
  counterLayout,
  counterRecoveryLayout,
  fundingLayout,
  fundingOf,
} from '@ordbook/protocol/counter/counter';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { type Layout, layoutTxid, type Spend } from '@ordbook/protocol/layout/layout';
import type { ListingTerms } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { conflictOf, signaturesOf } from '../../../../client/src/safety/journal.ts';
import { collectionOfferTerms, fillTerms, IDS } from '../../../../protocol/test/collection-offer/terms.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  paymentAddress,
  publicKey,
  xOnly,
} from '../../../../protocol/test/parties.ts';
import { isNoWorse } from './judged.ts';
import type { Signed, User } from './search.ts';
import { type Identity, wouldSign } from './willing.ts';

/** Whole numbers below `below`. */
export type Draw = (below: number) => number;

/** How the protocol or the SDK may be broken, to show that the game finds it. */
export interface Broken {
  /** Version of a counter's settlement and recovery. */
  readonly counterVersion?: number;
  /** True: they do not name their passthrough. */
  readonly isNameless?: boolean;
  /** True: the SDK signs whatever coins of the user are among those of others. */
  readonly isBlind?: boolean;
  /** True: the SDK keeps no journal of what it has signed. */
  readonly hasNoJournal?: boolean;
  /** True: neither checks nor journal, but the judge decides what is signed. */
  readonly isJudged?: boolean;
}

export interface History {
  readonly user: User;
  /** True: one address for both roles. */
  readonly hasOneAddress: boolean;
  readonly signed: readonly Signed[];
}

const USER = 'user';
const RIVAL = 'rival';
const KEY = xOnly(USER);
const RIVAL_KEY = xOnly(RIVAL);
const RIVAL_HOME = ordinalsAddressOf(RIVAL_KEY, NETWORK);
const PAYERS = { p2tr: payer(USER, 'p2tr'), p2wpkh: payer(USER, 'p2wpkh'), rival: payer(RIVAL, 'p2wpkh') };
const THIRD_HOME = ordinalsAddressOf(xOnly('third'), NETWORK);
const USER_PAYS = paymentAddress(USER, 'p2wpkh');
const USER_PUBLIC = publicKey(USER);
const FEES = paymentAddress('fees', 'p2wpkh');
const HOME = ordinalsAddressOf(KEY, NETWORK);
const PASSTHROUGH = passthroughLock(KEY, KEYS.market);
const POSTAGES = [546, 10_000];
/** Few, so that outputs are often equal. */
const PRICES = [50_000, 60_000];
/** Also one at which a listing's proceeds are as many sats as some postage. */
const LISTING_PRICES = [...PRICES, 1_000];
const pickOf =
  (draw: Draw) =>
  <T>(values: readonly T[]) =>
    values[draw(values.length)]!;

/** A history of three to eight trades. The service chooses its coins to its own good. */
export function historyOf(draw: Draw, broken: Broken = {}): History {
  const pick = pickOf(draw);
  const hasOneAddress = draw(2) === 0;
  const identity: Identity = {
    network: NETWORK,
    ordinalsAddress: HOME,
    ordinalsPublicKey: KEY,
    paymentAddress: hasOneAddress ? HOME : USER_PAYS,
    paymentPublicKey: hasOneAddress ? KEY : USER_PUBLIC,
  };
  const signed: Signed[] = [];
  const trades = 3 + draw(6);
  for (let number = 0; number < trades; number += 1) {
    const trade = { number, draw, identity, signed, broken };
    const made = pick([list, list, counter, counter, accept, fill, purchase, offer, acceptCounter, bid])(
      trade,
    );
    signed.push(...made);
  }
  return { user: userOf(identity), hasOneAddress, signed };
}

function userOf({ paymentAddress }: Identity): User {
  return { scripts: new Set([bip86Script(KEY), scriptOf(paymentAddress, NETWORK), PASSTHROUGH.script]) };
}

const kept = new Map<string, unknown>();

/** The result of `build` for the first call with this key: histories share most of their transactions. */
function once<T>(key: readonly unknown[], build: () => T): T {
  const text = JSON.stringify(key);
  if (!kept.has(text)) kept.set(text, build());
  return kept.get(text) as T;
}

interface Trade {
  readonly number: number;
  readonly draw: Draw;
  readonly identity: Identity;
  /** What was signed before. */
  readonly signed: readonly Signed[];
  readonly broken: Broken;
}

function termsOf({ number, draw, identity }: Trade, item = 0): ListingTerms {
  const pick = pickOf(draw);
  const postage = pick(POSTAGES);
  const proceeds = pick(LISTING_PRICES) - 1_000 + postage;
  return once([USER, number, item, postage, proceeds, identity.paymentAddress], () =>
    listingTerms(USER, {
      utxo: coin(`inscription ${number} ${item}`, postage),
      anchor: coin(`anchor ${number} ${item}`, 1_000, 3),
      sellerProceedsSats: proceeds,
      sellerPaymentAddress: identity.paymentAddress,
    }),
  );
}

const bySeller = (name: string, table: Layout): Signed => ({ name, table, party: 'seller' });
const byBuyer = (name: string, table: Layout): Signed => ({ name, table, party: 'buyer' });

function list(trade: Trade): Signed[] {
  const batch = Array.from({ length: 1 + trade.draw(3) }, (_, item) => termsOf(trade, item));
  return [
    ...batch.flatMap((terms) =>
      once(['listing', terms], () => [
        bySeller('transfer', transferLayout(terms, KEYS)),
        bySeller('leg', sellerLegLayout(terms, KEYS, NETWORK)),
      ]),
    ),
    once(['recovery', batch], () => bySeller('recovery', recoveryLayout(batch, KEYS))),
  ];
}

/** A counter's table, broken as asked. */
function shaped(table: Layout, { counterVersion, isNameless }: Broken): Layout {
  const outputs = isNameless ? table.outputs.slice(0, -1) : table.outputs;
  return { ...table, version: counterVersion ?? table.version, outputs };
}

function counter(trade: Trade): Signed[] {
  const transfer = termsOf(trade);
  const buyerOrdinalsAddress = pickOf(trade.draw)([RIVAL_HOME, THIRD_HOME]);
  const terms = { transfer, buyerOrdinalsAddress, payouts: [] };
  return once(['counter', terms, trade.broken], () => [
    bySeller('transfer of a counter', transferLayout(transfer, KEYS)),
    bySeller('counter', shaped(counterLayout(terms, KEYS, NETWORK), trade.broken)),
    bySeller('recovery of a counter', shaped(counterRecoveryLayout(terms, KEYS), trade.broken)),
  ]);
}

/**
 * The table with a passthrough of an open listing instead of a coin of others, and with the output that its
 * leg names, where the service can have that. Null: the user has no open listing.
 */
function withOwnLeg({ draw, signed }: Trade, table: Layout, foreign: readonly number[]): Layout | null {
  const legs = signed.filter(({ name }) => name === 'leg');
  const leg = legs[draw(legs.length || 1)];
  if (!leg || foreign.length === 0) return null;
  const at = foreign[draw(foreign.length)]!;
  const { coin: held, sequence } = leg.table.inputs[0]!;
  const own: Spend = { name: 'passthrough', coin: held, lock: PASSTHROUGH, signs: {}, sequence };
  const inputs = table.inputs.map((input, index) => (index === at ? own : input));
  const named = leg.table.outputs[0]!;
  const outputs = table.outputs.map((output, index) => {
    const isOwn = output.script === named.script;
    return index === at && isOwn && draw(3) > 0 ? { ...output, valueSats: named.valueSats } : output;
  });
  return { ...table, inputs, outputs };
}

/** The table that the service shows: honest, or with a coin of the user among those of others. Only what the SDK accepts is signed. */
function shown(
  trade: Trade,
  honest: Layout,
  foreign: readonly number[],
  check: (table: Layout) => boolean,
): Layout {
  const lie = trade.draw(2) === 0 ? withOwnLeg(trade, honest, foreign) : null;
  if (!lie) return honest;
  if (trade.broken.isBlind) return lie;
  if (trade.broken.isJudged) return isJudgedWell(trade, lie, honest) ? lie : honest;
  const isAccepted = once([layoutTxid(lie), trade.identity], () => check(lie));
  return isAccepted && isRecorded(trade, lie) ? lie : honest;
}

function isJudgedWell({ identity, signed }: Trade, lie: Layout, honest: Layout): boolean {
  const [shown, agreed] = [lie, honest].map((table): Signed => ({ name: '', table, party: partyIn(table) }));
  return isNoWorse(shown!, agreed!, signed, identity, userOf(identity));
}

const partyIn = ({ inputs }: Layout): Signed['party'] =>
  inputs[0]!.signs.seller === undefined ? 'buyer' : 'seller';

/** Whether the journal of the SDK lets the user sign it beside what was signed before. The market key is not pinned. */
function isRecorded({ signed, broken }: Trade, table: Layout): boolean {
  if (broken.hasNoJournal) return true;
  return conflictOf([{ table, party: partyIn(table) }], signed.flatMap(signaturesOf), []) === null;
}

function accept(trade: Trade): Signed[] {
  const { number, draw, identity } = trade;
  const postage = pickOf(draw)(POSTAGES);
  const priceSats = pickOf(draw)(PRICES);
  const terms = {
    utxo: coin(`inscription ${number}`, postage),
    inscriptions: [{ id: IDS[0]!, offset: 0 }],
    ownerAddress: HOME,
    sellerProceedsSats: priceSats - 1_000 + postage,
    buyerOrdinalsAddress: RIVAL_HOME,
    payer: PAYERS.rival,
    payments: [coin(`payment ${number}`, 200_000)],
    payouts: [],
    changeSats: 100_000,
  };
  const honest = once(['acceptance', terms], () => settlementLayout(terms, NETWORK, KEY));
  if (identity.paymentAddress !== HOME) {
    const to = { sellerKey: KEY, sellerPaymentAddress: identity.paymentAddress, feeSats: 500 };
    const payout = once(['payout', terms, to], () => payoutLayout(terms, to, NETWORK));
    return [bySeller('acceptance', honest), bySeller('payout', payout)];
  }
  const check = (table: Layout) => wouldSign.acceptance(identity, table, priceSats);
  return [bySeller('acceptance', shown(trade, honest, [1], check))];
}

function fill(trade: Trade): Signed[] {
  const { number, draw, identity } = trade;
  const priceSats = 50_000;
  const postage = pickOf(draw)(POSTAGES);
  const honest = once(['fill', number, postage, identity], () => {
    const terms = fillTerms({
      utxo: coin(`inscription ${number}`, postage),
      sellerKey: KEY,
      sellerPaymentAddress: identity.paymentAddress,
      admission: coin(`admission ${number}`, 333, 4),
      sellerSats: 46_000,
    });
    return fillLayout(terms, NETWORK);
  });
  const check = (table: Layout) => wouldSign.fill(identity, table, priceSats);
  return [bySeller('fill', shown(trade, honest, [1, 2], check))];
}

const ownPayer = ({ paymentAddress: address }: Identity) => (address === HOME ? PAYERS.p2tr : PAYERS.p2wpkh);

function purchase(trade: Trade): Signed[] {
  const { number, draw, identity } = trade;
  const pick = pickOf(draw);
  const [postage, priceSats] = [pick(POSTAGES), pick(PRICES)];
  const sold = once(['goods', number, postage, priceSats], () =>
    listingTerms(RIVAL, {
      utxo: coin(`goods ${number}`, postage),
      anchor: coin(`goods anchor ${number}`, 1_000, 3),
      sellerProceedsSats: priceSats - 1_000 + postage,
    }),
  );
  const payment = coin(`payment ${number}`, 200_000);
  const shared = 2_500 + sold.transferFeeSats;
  const terms = {
    listings: [sold],
    purchaseAnchor: coin(`purchase anchor ${number}`, 1_000, 5),
    buyerOrdinalsAddress: HOME,
    payer: ownPayer(identity),
    payments: [payment],
    payouts: [{ purpose: 'marketplace' as const, address: FEES, valueSats: shared }],
    freshAnchors: { count: 0, valueSats: 1_000 },
    changeSats: payment.valueSats - sold.sellerProceedsSats - shared - 2_000,
  };
  const honest = once(['purchase', terms], () => saleLayout(terms, KEYS, NETWORK));
  const check = (table: Layout) => wouldSign.purchase(identity, table, { sold, priceSats, payment });
  return [byBuyer('purchase', shown(trade, honest, [0, 1, 2], check))];
}

function offer(trade: Trade): Signed[] {
  const { number, draw, identity } = trade;
  const postage = pickOf(draw)(POSTAGES);
  const priceSats = pickOf(draw)(PRICES);
  const payment = coin(`payment ${number}`, 200_000);
  const proceeds = priceSats - 1_000 + postage;
  const terms = {
    utxo: coin(`wanted ${number}`, postage),
    inscriptions: [{ id: IDS[0]!, offset: 0 }],
    ownerAddress: RIVAL_HOME,
    sellerProceedsSats: proceeds,
    buyerOrdinalsAddress: HOME,
    payer: ownPayer(identity),
    payments: [payment],
    payouts: [],
    changeSats: payment.valueSats - proceeds - 2_000,
  };
  const honest = once(['offer', terms], () => settlementLayout(terms, NETWORK, RIVAL_KEY));
  const check = (table: Layout) => wouldSign.offer(identity, table, { priceSats, payment });
  return [byBuyer('offer', shown(trade, honest, [0], check))];
}

function acceptCounter(trade: Trade): Signed[] {
  const { number, draw, identity } = trade;
  const postage = pickOf(draw)(POSTAGES);
  const sold = once(['countered', number, postage], () =>
    listingTerms(RIVAL, { utxo: coin(`countered ${number}`, postage) }),
  );
  const funding = {
    payer: ownPayer(identity),
    payments: [coin(`payment ${number}`, 200_000)],
    fundingSats: sold.sellerProceedsSats + 1_000,
    changeSats: 100_000,
  };
  const terms = { transfer: sold, buyerOrdinalsAddress: HOME, payouts: [] };
  return once(['counter accepted', terms, funding], () => [
    byBuyer('funding', fundingLayout(funding)),
    byBuyer('settlement of a counter', counterLayout(terms, KEYS, NETWORK, fundingOf(funding))),
  ]);
}

function bid(trade: Trade): Signed[] {
  const { number, identity } = trade;
  return once(['bid', number, identity], () => {
    const terms = collectionOfferTerms({ buyerKey: KEY, receiveScript: bip86Script(KEY) });
    const funding = { payer: ownPayer(identity), payments: [coin(`payment ${number}`, 200_000)] };
    return [byBuyer('funding parent', fundingParentLayout(terms, funding))];
  });
}
