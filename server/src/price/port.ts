/** The price of a bitcoin. Display only: no settlement depends on it. */
export interface Prices {
  /**
   * USD per bitcoin at a time, or null when the source is unreachable or has no quote. Never throws;
   * retry-safe.
   */
  btcUsd(at: Date): Promise<number | null>;
}
