const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always', style: 'short' });

/** `3 min ago`, `in 2 days`; below a minute `just now` or `now`. Both in ms since 1970. */
export function fromNow(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return seconds < 0 ? 'just now' : 'now';
}

/** In full, for a tooltip: `23 Nov 2026, 08:05:17`. */
export function inFull(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A day of UTC, `2026-11-23`, as `23 Nov 2026`. */
export function dayInFull(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}
