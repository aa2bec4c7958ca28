/**
 * Who holds how many sats and which inscription: the beginning, and what each transaction changes once a block has it. Prices and
 * fees of the marketplace are worked out here from the spec's rates; what the network gets is read from the bytes.
 */
import type { ChainView } from './chain-view.ts';
import type { Party, Place } from './model.ts';

/** `market`: the operator's fee address; `escrow`: passthroughs. */
export type Account = Party | 'market' | 'escrow';

export interface LedgerEntry {
  readonly txid: string;
  /** Sats by account, postage included. */
  readonly deltas: ReadonlyMap<Account, number>;
  /** What the network gets of it from these accounts. */
  readonly feeSats: number;
  readonly moved: { readonly inscriptionId: string; readonly to: Place } | null;
}

export interface LedgerState {
  readonly balances: ReadonlyMap<Account, number>;
  /** By inscription. */
  readonly places: ReadonlyMap<string, Place>;
  /** All that accounts and network ever had: the same at any time. */
  readonly totalSats: number;
}

export class Ledger {
  private readonly chain: ChainView;
  private readonly start: ReadonlyMap<Account, number>;
  private readonly places: ReadonlyMap<string, Place>;
  private readonly entries: LedgerEntry[] = [];

  constructor(chain: ChainView, start: ReadonlyMap<Account, number>, places: ReadonlyMap<string, Place>) {
    this.chain = chain;
    this.start = start;
    this.places = places;
  }

  add(entry: LedgerEntry): void {
    if (!this.entries.some(({ txid }) => txid === entry.txid)) this.entries.push(entry);
  }

  /** What holds by the blocks that there are now. */
  async state(): Promise<LedgerState> {
    const confirmations = await Promise.all(this.entries.map(({ txid }) => this.chain.confirmations(txid)));
    const balances = new Map(this.start);
    const places = new Map(this.places);
    let feeSats = 0;
    // In the order in which they were made: a move can only follow another that has a block.
    for (const [i, entry] of this.entries.entries()) {
      if ((confirmations[i] ?? 0) === 0) continue;
      for (const [account, sats] of entry.deltas) balances.set(account, (balances.get(account) ?? 0) + sats);
      if (entry.moved) places.set(entry.moved.inscriptionId, entry.moved.to);
      feeSats += entry.feeSats;
    }
    const totalSats = [...balances.values()].reduce((sum, sats) => sum + sats, feeSats);
    return { balances, places, totalSats };
  }
}

/** What the spec's rates make of a price: seller 1 %, buyer 1.5 %, each at least 1,000 sats. */
export function sharesOf(priceSats: number) {
  const share = (bps: number) => Math.max(1_000, Math.floor((priceSats * bps) / 10_000));
  const sellerFee = share(100);
  const buyerFee = share(150);
  return {
    buyerPays: priceSats + buyerFee,
    sellerGets: priceSats - sellerFee,
    marketGets: sellerFee + buyerFee,
  };
}
