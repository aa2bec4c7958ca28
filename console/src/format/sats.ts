const SATS_PER_BTC = 100_000_000;
/** From here on, statistics are in BTC. */
const LONG = 10_000_000;

/** Whole sats with separators: `82,498`. */
export function sats(amount: number): string {
  return amount.toLocaleString('en-GB');
}

/** For statistics, with the unit: sats, and from 0.1 BTC on BTC with four digits behind the point. */
export function roughly(amount: number): string {
  if (amount < LONG) return `${sats(amount)} sats`;
  const btc = (amount / SATS_PER_BTC).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: amount < SATS_PER_BTC ? 4 : 2,
  });
  return `${btc} BTC`;
}

/** `$54.20`; null where no price is known. */
export function dollars(amount: number, usdPerBtc: number | null): string | null {
  return usdPerBtc === null ? null : usd((amount / SATS_PER_BTC) * usdPerBtc);
}

/** `$54.20`; from a thousand on without cents. */
export function usd(value: number): string {
  const digits = value >= 1_000 ? 0 : 2;
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `+3.2 %`; null stays null. */
export function change(percent: number): string {
  const shown = Math.abs(percent).toLocaleString('en-GB', { maximumFractionDigits: 1 });
  const sign = shown === '0' ? '' : percent > 0 ? '+' : '−';
  return `${sign}${shown} %`;
}

/** `bc1qw5…8f3t4`: the ends of an address or an id. */
export function ends(value: string, kept = 6): string {
  return value.length <= 2 * kept + 1 ? value : `${value.slice(0, kept)}…${value.slice(-kept)}`;
}
