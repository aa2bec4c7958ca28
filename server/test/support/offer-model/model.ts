/**
 * The table of states of offers, in memory: who may do what, what time and chain do, and who sees what. It knows nothing of how the
 * service does it: no transactions, no signatures, no database. Of the chain it asks which coins are unspent.
 */

import type { RefusalCode } from '@ordbook/protocol/refusals';
import { HOUR_MS } from '../../../src/base/clock.ts';
import type { ChainView, Coin } from './chain-view.ts';

export type Status = 'active' | 'accepted' | 'rejected' | 'cancelled' | 'expired' | 'invalidated';

/** A profile, by number. */
export type Party = number;

/** A wallet binding: one profile may have several. */
export interface ModelWallet {
  readonly party: Party;
}

export interface ModelOffer {
  readonly offerId: string;
  readonly kind: 'buyer_offer' | 'seller_counter';
  readonly inscriptionId: string;
  readonly buyer: ModelWallet;
  readonly seller: Party | null;
  /** Of a counter: the wallet that made it. */
  readonly sellerWallet: ModelWallet | null;
  readonly parent: ModelOffer | null;
  readonly priceSats: number;
  readonly validityHours: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** What its transactions spend as far as it is fixed: the inscription's first. */
  readonly coins: readonly Coin[];
  /** Of a counter: the coin that pays its transfer. */
  readonly anchor: Coin | null;
  status: Status;
  closedAt: number | null;
  /** Nothing brings it back. */
  isFinal: boolean;
  /** Height at which a coin of it was first seen gone in a block. */
  goneSince: number | null;
  /** Of an accepted one. */
  settlement: Settlement | null;
}

export interface Settlement {
  readonly txid: string;
  readonly transactions: readonly { readonly txid: string; readonly spends: readonly Coin[] }[];
}

/** `done`: it happens; `again`: it happened before, the same answer; else the refusal. */
export type Verdict = 'done' | 'again' | RefusalCode;

export interface Place {
  /** null: in a passthrough. */
  readonly holder: Party | null;
  readonly coin: Coin;
}

export interface PaymentCoin {
  readonly coin: Coin;
  readonly valueSats: number;
}

export const LEAST_PAYMENT_SATS = 300_000;
const OFFER_PRICE = { least: 2_000, most: 1_000_000, step: 1_000 };

export class OfferModel {
  readonly offers: ModelOffer[] = [];
  private readonly chain: ChainView;
  private readonly failureDepth: number;

  constructor(chain: ChainView, failureDepth: number) {
    this.chain = chain;
    this.failureDepth = failureDepth;
  }

  /** Offers on the inscriptions at `places`, all paid by one coin. */
  async mayOffer(wanted: {
    readonly buyer: ModelWallet;
    readonly items: readonly { readonly inscriptionId: string; readonly place: Place }[];
    readonly priceSats: number;
    readonly validityHours: number;
    readonly payment: PaymentCoin;
  }): Promise<Verdict> {
    const { buyer, items, priceSats, validityHours, payment } = wanted;
    for (const { place } of items) if ((await this.chain.unspent(place.coin)) === null) return 'stale';
    if (items.some(({ place }) => place.holder === null)) return 'not_offerable';
    if (items.some(({ place }) => place.holder === buyer.party)) return 'malformed';
    const { least, most, step } = OFFER_PRICE;
    if (priceSats < least || priceSats > most || priceSats % step !== 0) return 'bad_price';
    if (!(await this.canPay(payment))) return 'insufficient_funds';
    const twins = items.map(({ inscriptionId, place }) =>
      this.offers.find(
        (offer) =>
          offer.status === 'active' &&
          offer.kind === 'buyer_offer' &&
          offer.buyer === buyer &&
          offer.inscriptionId === inscriptionId &&
          offer.priceSats === priceSats &&
          sameCoins(offer.coins, [place.coin, payment.coin]),
      ),
    );
    if (twins.every((twin) => twin?.validityHours === validityHours)) return 'again';
    return twins.some(Boolean) ? 'offer_exists' : 'done';
  }

  async mayAccept(offer: ModelOffer, by: ModelWallet): Promise<Verdict> {
    if (!isSeller(offer, by)) return 'not_owner';
    if (offer.kind !== 'buyer_offer') return 'not_found';
    if (offer.status !== 'active') return 'offer_closed';
    if (!(await this.areConfirmed(offer.coins))) return 'stale';
    return this.rivalIsAccepted(offer.coins) ? 'offer_closed' : 'done';
  }

  async mayCounter(
    parent: ModelOffer,
    by: ModelWallet,
    priceSats: number,
    { coin }: Place,
  ): Promise<Verdict> {
    if (!isSeller(parent, by)) return 'not_owner';
    if (parent.kind !== 'buyer_offer') return 'not_found';
    if (parent.status !== 'active') return 'offer_closed';
    if (priceSats % OFFER_PRICE.step !== 0 || priceSats < parent.priceSats + OFFER_PRICE.step)
      return 'bad_price';
    if ((await this.chain.unspent(coin)) === null || coin !== parent.coins[0]) return 'stale';
    return this.offers.some((offer) => offer.parent === parent && offer.status === 'active')
      ? 'offer_exists'
      : 'done';
  }

  async mayAcceptCounter(counter: ModelOffer, by: ModelWallet, payment: PaymentCoin): Promise<Verdict> {
    if (counter.buyer.party !== by.party) return 'not_owner';
    if (counter.kind !== 'seller_counter') return 'not_found';
    if (counter.status !== 'active') return 'offer_closed';
    if (!(await this.areConfirmed([...counter.coins, counter.anchor!]))) return 'stale';
    if (!(await this.canPay(payment))) return 'insufficient_funds';
    return this.rivalIsAccepted(counter.coins) ? 'offer_closed' : 'done';
  }

  mayCancel(offer: ModelOffer, by: ModelWallet): Verdict {
    const maker = offer.kind === 'buyer_offer' ? offer.buyer : offer.sellerWallet;
    return maker?.party === by.party ? mayClose(offer, 'cancelled') : 'not_owner';
  }

  mayReject(offer: ModelOffer, by: ModelWallet): Verdict {
    if (!isSeller(offer, by)) return 'not_owner';
    return offer.kind === 'buyer_offer' ? mayClose(offer, 'rejected') : 'not_found';
  }

  mayRejectCounter(offer: ModelOffer, by: ModelWallet): Verdict {
    if (offer.buyer.party !== by.party) return 'not_owner';
    return offer.kind === 'seller_counter' ? mayClose(offer, 'rejected') : 'not_found';
  }

  add(
    offer: Omit<ModelOffer, 'status' | 'closedAt' | 'expiresAt' | 'isFinal' | 'goneSince' | 'settlement'>,
  ): void {
    this.offers.push({
      ...offer,
      expiresAt: offer.createdAt + offer.validityHours * HOUR_MS,
      status: 'active',
      closedAt: null,
      isFinal: false,
      goneSince: null,
      settlement: null,
    });
  }

  close(offer: ModelOffer, status: 'cancelled' | 'rejected' | 'expired' | 'invalidated', at: number): void {
    offer.status = status;
    offer.closedAt = at;
  }

  accept(offer: ModelOffer, settlement: Settlement, at: number): void {
    offer.status = 'accepted';
    offer.closedAt = at;
    offer.settlement = settlement;
  }

  /** What chain and time do to every offer, once the service has looked. */
  async settle(now: number): Promise<void> {
    const tip = await this.chain.tip();
    for (const offer of this.offers) {
      if (offer.status === 'accepted') await this.settleAccepted(offer, tip, now);
    }
    for (const offer of this.offers) {
      const wasActive = offer.status === 'active';
      if (!wasActive && (offer.status !== 'invalidated' || offer.isFinal)) continue;
      if (await this.isWhole(offer)) this.settleWhole(offer, now);
      else {
        if (wasActive) this.close(offer, 'invalidated', now);
        await this.noteGone(offer, offer.coins, tip);
        offer.isFinal = offer.expiresAt <= now || this.isBuried(offer, tip);
      }
    }
  }

  /** An acceptance falls when somebody else's spend of a coin of it is buried. */
  private async settleAccepted(offer: ModelOffer, tip: number, now: number): Promise<void> {
    const { txid, transactions } = offer.settlement!;
    if ((await this.chain.confirmations(txid)) !== null) {
      offer.goneSince = null;
      return;
    }
    const found = await Promise.all(transactions.map((one) => this.chain.confirmations(one.txid)));
    const unknown = transactions.filter((_, i) => found[i] === null);
    const spends = unknown.flatMap((one) => one.spends);
    const theirs = spends.filter((coin) => !unknown.some((one) => coin.startsWith(one.txid)));
    await this.noteGone(offer, theirs, tip);
    if (!this.isBuried(offer, tip)) return;
    this.close(offer, 'invalidated', now);
    offer.isFinal = true;
  }

  private settleWhole(offer: ModelOffer, now: number): void {
    offer.goneSince = null;
    const isOver = offer.expiresAt <= now;
    if (offer.status === 'active') {
      if (isOver) this.close(offer, 'expired', offer.expiresAt);
    } else if (isOver) offer.isFinal = true;
    else if (!this.isReplaced(offer)) {
      offer.status = 'active';
      offer.closedAt = null;
    }
  }

  private isReplaced(offer: ModelOffer): boolean {
    return this.offers.some(
      (other) =>
        other !== offer &&
        other.status === 'active' &&
        (offer.kind === 'seller_counter'
          ? other.parent === offer.parent
          : other.kind === 'buyer_offer' &&
            other.buyer === offer.buyer &&
            other.priceSats === offer.priceSats &&
            sameCoins(other.coins, offer.coins)),
    );
  }

  private async noteGone(offer: ModelOffer, coins: readonly Coin[], tip: number): Promise<void> {
    const gone = await Promise.all(coins.map((coin) => this.chain.isGoneInChain(coin)));
    offer.goneSince = gone.includes(true) ? Math.min(offer.goneSince ?? tip, tip) : null;
  }

  private isBuried({ goneSince }: ModelOffer, tip: number): boolean {
    return goneSince !== null && tip - goneSince >= this.failureDepth;
  }

  private async isWhole(offer: ModelOffer): Promise<boolean> {
    return !(await Promise.all(offer.coins.map((coin) => this.chain.unspent(coin)))).includes(null);
  }

  private async areConfirmed(coins: readonly Coin[]): Promise<boolean> {
    const found = await Promise.all(coins.map((coin) => this.chain.unspent(coin)));
    return found.every((confirmations) => confirmations !== null && confirmations > 0);
  }

  private async canPay({ coin, valueSats }: PaymentCoin): Promise<boolean> {
    return valueSats >= LEAST_PAYMENT_SATS && (await this.areConfirmed([coin]));
  }

  private rivalIsAccepted(coins: readonly Coin[]): boolean {
    return this.offers.some(
      (offer) => offer.status === 'accepted' && offer.coins.some((coin) => coins.includes(coin)),
    );
  }
}

/** Any wallet of a party may act for it. */
function isSeller(offer: ModelOffer, by: ModelWallet): boolean {
  return offer.seller === by.party;
}

function mayClose({ status }: ModelOffer, to: Status): Verdict {
  if (status === to) return 'again';
  return status === 'active' ? 'done' : 'offer_closed';
}

function sameCoins(some: readonly Coin[], others: readonly Coin[]): boolean {
  return some.join() === others.join();
}
