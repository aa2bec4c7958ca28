/** What parties do with offers, in random order and by anybody: each command asks the model what must come of it. */

import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Refusal } from '@ordbook/protocol/refusals';
import { expect } from 'vitest';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import { submitAcceptCounter } from '../../../src/trading/counter/accept.ts';
import { rejectCounter } from '../../../src/trading/counter/reject.ts';
import { submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import { makeCounter, makeOffers, offerNow, signedAcceptance, signedCounterAcceptance } from '../bidding.ts';
import { POSTAGE_SATS } from '../desk.ts';
import { agree } from './agree.ts';
import { type Coin, utxoOf } from './chain-view.ts';
import { sharesOf } from './ledger.ts';
import {
  LEAST_PAYMENT_SATS,
  type ModelOffer,
  type OfferModel,
  type PaymentCoin,
  type Verdict,
} from './model.ts';
import { feeOf, note, type SignedAcceptance, type Wallet, type World } from './world.ts';

/** Every step happens at a moment of its own. */
const MOMENT_MS = 1_000;

export abstract class Step {
  readonly choice: Readonly<Record<string, unknown>>;
  constructor(choice: Readonly<Record<string, unknown>>) {
    this.choice = choice;
  }
  toString(): string {
    return `${this.constructor.name}(${JSON.stringify(this.choice)})`;
  }
  async run(model: OfferModel, world: World): Promise<void> {
    world.desk.clock.step(MOMENT_MS);
    await this.act(model, world);
    await world.desk.settle();
    await noteRecoveries(model, world);
    await model.settle(world.desk.clock.now().getTime());
    await agree(model, world);
  }
  protected abstract act(model: OfferModel, world: World): Promise<void>;

  /** Does `work`, which must end as the model said: with this refusal, or with none. */
  protected async expectVerdict<T>(verdict: Verdict, work: () => Promise<T>): Promise<T | null> {
    let answer: T | null = null;
    let outcome: string = 'no refusal';
    try {
      answer = await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome = error.code;
    }
    expect(outcome, String(this)).toBe(verdict === 'done' || verdict === 'again' ? 'no refusal' : verdict);
    return answer;
  }
}

/** Wallets by number; `null` is who the action is for. */
type Who = number | null;

export class MakeOffers extends Step {
  declare readonly choice: {
    readonly wallet: number;
    readonly items: readonly number[];
    readonly priceSats: number;
    readonly hours: 6 | 12;
    readonly coin: number;
  };
  protected async act(model: OfferModel, world: World): Promise<void> {
    const { items, priceSats, hours: validityHours } = this.choice;
    const buyer = world.wallets[this.choice.wallet]!;
    const payment = await pickPayment(world, buyer, this.choice.coin);
    const wantedFirst = await othersFirst(world, buyer);
    const ids = items.map((item) => wantedFirst[item]!.inscriptionId);
    const wanted = {
      buyer,
      items: items.map((item) => wantedFirst[item]!),
      priceSats,
      validityHours,
      payment,
    };
    const verdict = await model.mayOffer(wanted);
    const made = await this.expectVerdict(verdict, () =>
      makeOffers(world.desk, buyer.trader, ids, { priceSats, validityHours, coins: [utxoOf(payment)] }),
    );
    if (verdict === 'again')
      expect(model.offers.map(({ offerId }) => offerId)).toEqual(expect.arrayContaining(made!));
    if (verdict !== 'done') return;
    for (const [i, { inscriptionId, place }] of wanted.items.entries())
      model.add({
        offerId: made![i]!,
        kind: 'buyer_offer',
        inscriptionId,
        buyer,
        seller: place.holder,
        sellerWallet: null,
        parent: null,
        priceSats,
        validityHours,
        createdAt: world.desk.clock.now().getTime(),
        coins: [place.coin, payment.coin],
        anchor: null,
      });
  }
}

/** An action on an offer: mostly one that is open to it, sometimes any; mostly by whom it is for, sometimes by anybody. */
abstract class OnOffer extends Step {
  declare readonly choice: { readonly offer: number; readonly who: Who; readonly more: number };
  protected abstract readonly of: ModelOffer['kind'] | 'both';

  protected async act(model: OfferModel, world: World): Promise<void> {
    const open = model.offers.filter(
      ({ kind, status }) => status === 'active' && (this.of === 'both' || kind === this.of),
    );
    const among = open.length === 0 || this.choice.offer % 6 === 5 ? model.offers : open;
    const offer = among[this.choice.offer % among.length];
    if (!offer) return;
    const { who } = this.choice;
    await this.actOn(offer, who === null ? this.meantFor(world, offer) : world.wallets[who]!, model, world);
  }
  protected abstract meantFor(world: World, offer: ModelOffer): Wallet;
  protected abstract actOn(offer: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void>;
}

export class Cancel extends OnOffer {
  protected readonly of = 'both';
  protected meantFor(world: World, { buyer, sellerWallet }: ModelOffer): Wallet {
    return asWallet(world, sellerWallet ?? buyer);
  }
  protected async actOn(offer: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    const verdict = model.mayCancel(offer, by);
    await this.expectVerdict(verdict, () =>
      cancelOffer(world.desk.ctx, by.trader.caller, actionOf(offer, by)),
    );
    if (verdict === 'done') model.close(offer, 'cancelled', world.desk.clock.now().getTime());
  }
}

export class Reject extends OnOffer {
  protected readonly of = 'buyer_offer';
  protected readonly meantFor = sellerOf;
  protected async actOn(offer: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    const verdict = model.mayReject(offer, by);
    await this.expectVerdict(verdict, () =>
      rejectOffer(world.desk.ctx, by.trader.caller, actionOf(offer, by)),
    );
    if (verdict === 'done') model.close(offer, 'rejected', world.desk.clock.now().getTime());
  }
}

export class RejectCounter extends OnOffer {
  protected readonly of = 'seller_counter';
  protected readonly meantFor = buyerOf;
  protected async actOn(offer: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    const verdict = model.mayRejectCounter(offer, by);
    await this.expectVerdict(verdict, () =>
      rejectCounter(world.desk.ctx, by.trader.caller, actionOf(offer, by)),
    );
    if (verdict === 'done') model.close(offer, 'rejected', world.desk.clock.now().getTime());
  }
}

export class Counter extends OnOffer {
  protected readonly of = 'buyer_offer';
  protected readonly meantFor = sellerOf;
  protected async actOn(parent: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    // At the least, above, off the step, and below.
    const priceSats = parent.priceSats + [1_000, 30_000, 40_000, 50_000, 1_500, 0][this.choice.more % 6]!;
    const place = (await world.ledger.state()).places.get(parent.inscriptionId)!;
    const verdict = await model.mayCounter(parent, by, priceSats, place);
    const made = await this.expectVerdict(verdict, () =>
      makeCounter(world.desk, by.trader, parent, { priceSats, validityHours: 6 }),
    );
    if (verdict !== 'done') return;
    const stored = await offerNow(world.desk, made!);
    if (stored.kind !== 'seller_counter') throw new Error(`${stored.id} is no counter`);
    const { txid, vout } = stored.terms.transfer.anchor;
    model.add({
      offerId: made!.offerId,
      kind: 'seller_counter',
      inscriptionId: parent.inscriptionId,
      buyer: parent.buyer,
      seller: by.party,
      sellerWallet: by,
      parent,
      priceSats,
      validityHours: 6,
      createdAt: world.desk.clock.now().getTime(),
      coins: [place.coin],
      anchor: `${txid}:${vout}`,
    });
  }
}

export class Accept extends OnOffer {
  protected readonly of = 'buyer_offer';
  protected readonly meantFor = sellerOf;
  protected async actOn(offer: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    const verdict = await model.mayAccept(offer, by);
    const isForLater = this.choice.more % 4 === 3;
    const signed = await this.expectVerdict(verdict, async () => {
      const { preflight, body } = await signedAcceptance(world.desk, by.trader, offer);
      if (!isForLater) await submitAcceptOffer(world.desk.ctx, by.trader.caller, body);
      return { preflight, body };
    });
    if (verdict !== 'done') return;
    if (isForLater) world.signed.push({ offer, by, ...signed! });
    else await noteAcceptance(model, world, { offer, by, ...signed! });
  }
}

/** Hands in an acceptance that was signed some steps ago, whatever has happened since. */
export class SubmitSigned extends Step {
  protected async act(model: OfferModel, world: World): Promise<void> {
    const acceptance = world.signed.shift();
    if (!acceptance) return;
    const { offer, by, body } = acceptance;
    const wasAccepted = offer.status === 'accepted';
    // What the node lacks is sent again, and it may or may not take it.
    if (wasAccepted && (await world.chain.confirmations(offer.settlement!.txid)) === null) return;
    const verdict = wasAccepted ? 'again' : await model.mayAccept(offer, by);
    await this.expectVerdict(verdict, () => submitAcceptOffer(world.desk.ctx, by.trader.caller, body));
    if (verdict === 'done') await noteAcceptance(model, world, acceptance);
  }
}

export class AcceptCounter extends OnOffer {
  protected readonly of = 'seller_counter';
  protected readonly meantFor = buyerOf;
  protected async actOn(counter: ModelOffer, by: Wallet, model: OfferModel, world: World): Promise<void> {
    const payment = await pickPayment(world, by, this.choice.more);
    const verdict = await model.mayAcceptCounter(counter, by, payment);
    const signed = await this.expectVerdict(verdict, async () => {
      const { preflight, body } = await signedCounterAcceptance(world.desk, by.trader, counter, [
        utxoOf(payment),
      ]);
      await submitAcceptCounter(world.desk.ctx, by.trader.caller, body);
      return preflight;
    });
    if (verdict !== 'done') return;
    const [transfer, funding, settlement] = (await settle(model, world, counter)) as [string, string, string];
    const { inscriptionId, sellerWallet, priceSats } = counter;
    const seller = sellerWallet!.party;
    const { buyerPays, sellerGets, marketGets } = sharesOf(priceSats);
    const at = (raw: string): Coin => `${readTransaction(raw).txid}:0`;
    const fundingFee = feeOf(funding, payment.valueSats);
    const settlementFee = feeOf(settlement, readTransaction(funding).outputs[0]!.valueSats + POSTAGE_SATS);
    expect(fundingFee + settlementFee).toBe(signed!.estimatedNetworkFeeSats);
    note(
      world,
      transfer,
      {
        deltas: sum([seller, -POSTAGE_SATS], ['escrow', POSTAGE_SATS]),
        feeSats: 0,
        moved: { inscriptionId, to: { holder: null, coin: at(transfer) } },
      },
      null,
    );
    note(
      world,
      funding,
      { deltas: sum([by.party, -fundingFee]), feeSats: fundingFee, moved: null },
      { wallet: by, coin: payment },
    );
    note(
      world,
      settlement,
      {
        deltas: sum(
          ['escrow', -POSTAGE_SATS],
          [seller, sellerGets + POSTAGE_SATS],
          [by.party, -buyerPays - settlementFee],
          ['market', marketGets],
        ),
        feeSats: settlementFee,
        moved: { inscriptionId, to: { holder: by.party, coin: at(settlement) } },
      },
      null,
    );
  }
}

/** Tells model and ledger of an acceptance that was submitted. */
async function noteAcceptance(
  model: OfferModel,
  world: World,
  { offer, by, preflight }: SignedAcceptance,
): Promise<void> {
  const [settlement, payout] = await settle(model, world, offer);
  const buyer = asWallet(world, offer.buyer);
  const payment = buyer.payments.find(({ coin }) => coin === offer.coins[1])!;
  const { buyerPays, sellerGets, marketGets } = sharesOf(offer.priceSats);
  const feeSats = feeOf(settlement!, payment.valueSats + POSTAGE_SATS);
  const coin = `${readTransaction(settlement!).txid}:0`;
  const txid = note(
    world,
    settlement!,
    {
      deltas: sum([buyer.party, -buyerPays - feeSats], [by.party, sellerGets], ['market', marketGets]),
      feeSats,
      moved: { inscriptionId: offer.inscriptionId, to: { holder: buyer.party, coin } },
    },
    { wallet: buyer, coin: payment },
  );
  expect(txid).toBe(preflight.expectedSettlementTxid);
  if (payout === undefined) return;
  const deltas = sum([by.party, -preflight.estimatedNetworkFeeSats]);
  note(world, payout, { deltas, feeSats: feeOf(payout, sellerGets + POSTAGE_SATS), moved: null }, null);
}

/** Tells the model of an acceptance, and answers its raw transactions. */
async function settle(model: OfferModel, world: World, offer: ModelOffer): Promise<readonly string[]> {
  const stored = await settlementOfOffer(world.desk.ctx.db, offer.offerId);
  const transactions = stored!.package.map(readTransaction).map(({ txid, inputs }) => ({
    txid,
    spends: inputs.map((input) => `${input.txid}:${input.vout}`),
  }));
  model.accept(offer, { txid: stored!.settlementTxid, transactions }, world.desk.clock.now().getTime());
  return stored!.package;
}

/** What the service brings back from passthroughs, when an accepted counter fails. */
async function noteRecoveries({ offers }: OfferModel, world: World): Promise<void> {
  for (const { kind, offerId, settlement, inscriptionId, seller } of offers) {
    if (kind !== 'seller_counter' || settlement === null) continue;
    const { recoveryHex } = (await settlementOfOffer(world.desk.ctx.db, offerId))!;
    if (recoveryHex === null) continue;
    const coin = `${readTransaction(recoveryHex).txid}:0`;
    note(
      world,
      recoveryHex,
      {
        deltas: sum(['escrow', -POSTAGE_SATS], [seller!, POSTAGE_SATS]),
        feeSats: 0,
        moved: { inscriptionId, to: { holder: seller, coin } },
      },
      null,
    );
  }
}

/** Of a wallet's coins mostly one that can pay, the newest first; sometimes one that is spent, unconfirmed, gone or too small. */
async function pickPayment(
  { chain }: World,
  { payments, small }: Wallet,
  which: number,
): Promise<PaymentCoin> {
  const large = payments.filter(({ valueSats }) => valueSats >= LEAST_PAYMENT_SATS);
  const confirmations = await Promise.all(large.map(({ coin }) => chain.unspent(coin)));
  const canPay = large.filter((_, i) => (confirmations[i] ?? 0) > 0);
  const others = [...large.filter((coin) => !canPay.includes(coin)), small[0]!];
  const all = which % 7 === 6 || canPay.length === 0 ? others : canPay.reverse();
  return all[which % all.length]!;
}

/** Every inscription and its place: those of others before the wallet's own. */
async function othersFirst({ ledger }: World, { party }: Wallet) {
  const items = [...(await ledger.state()).places].map(([inscriptionId, place]) => ({
    inscriptionId,
    place,
  }));
  const isOwn = ({ place }: (typeof items)[number]) => place.holder === party;
  return [...items.filter((item) => !isOwn(item)), ...items.filter(isOwn)];
}

function actionOf({ inscriptionId, offerId }: ModelOffer, { trader }: Wallet) {
  return { inscriptionId, offerId, walletBindingId: trader.walletBindingId };
}

function asWallet({ wallets }: World, wanted: ModelOffer['buyer']): Wallet {
  return wallets.find((wallet) => wallet === wanted)!;
}

function buyerOf(world: World, { buyer }: ModelOffer): Wallet {
  return asWallet(world, buyer);
}

/** Who an offer is made to; of a counter, who made it. Nobody's inscription: the stranger tries. */
function sellerOf(world: World, { seller, sellerWallet }: ModelOffer): Wallet {
  if (sellerWallet) return asWallet(world, sellerWallet);
  return world.parties[seller ?? world.parties.length - 1]!;
}

function sum(...deltas: readonly (readonly [number | 'market' | 'escrow', number])[]) {
  const total = new Map<number | 'market' | 'escrow', number>();
  for (const [account, sats] of deltas) total.set(account, (total.get(account) ?? 0) + sats);
  return total;
}
