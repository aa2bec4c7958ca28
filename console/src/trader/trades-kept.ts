/** Trades of a profile, as this browser remembers them: the service has no list of them. */
export interface KeptTrade {
  /** Of the trade, or the txid of one of its transactions. */
  readonly id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
}

const MOST = 200;
const nameOf = (profileId: string) => `ordbook.trades.${profileId}`;

/** Newest first. */
export function keptTrades(profileId: string): KeptTrade[] {
  return listIn(nameOf(profileId)) as KeptTrade[];
}

export function rememberTrade(profileId: string, trade: Omit<KeptTrade, 'at'>): void {
  const others = keptTrades(profileId).filter(({ id }) => id !== trade.id);
  const all = [{ ...trade, at: new Date().toISOString() }, ...others].slice(0, MOST);
  localStorage.setItem(nameOf(profileId), JSON.stringify(all));
}

/** A list that this browser keeps; empty when there is none, or another program wrote it. */
export function listIn(name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
