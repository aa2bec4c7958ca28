/**
 * Starts to read what is needed later, while other reads are in progress. A failure is thrown where the
 * result is awaited; where it never is, because an earlier check refused, nobody misses it.
 */
export function ahead<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => undefined);
  return reading;
}
