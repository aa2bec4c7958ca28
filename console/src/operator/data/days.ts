const DAY_MS = 86_400_000;

/** `2026-11-20`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The first of so many days that end today. */
export function daysAgo(days: number, now: number): string {
  return dayOf(now - (days - 1) * DAY_MS);
}

/** Every day from the first to the last one, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) days.push(dayOf(at));
  return days;
}
