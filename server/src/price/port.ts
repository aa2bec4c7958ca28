/** What a bitcoin costs. Only for show: nothing that is settled depends on it. */
export interface Prices {
  /**
   * USD for one bitcoin at a moment, or null when the source is away or does not know: ask again later. Never throws; reading again
   * is safe.
   */
  btcUsd(at: Date): Promise<number | null>;
}
