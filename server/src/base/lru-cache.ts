export interface LruCache<Value> {
  /** Null: it is not kept. */
  get(key: string): Value | null;
  put(key: string, value: Value): void;
}

/**
 * Values in memory, of `maxBytes` together. The one that was not asked for longest is dropped first.
 * `bytesOf`: what a value takes, with its key.
 */
export function createLruCache<Value>(
  maxBytes: number,
  bytesOf: (value: Value, key: string) => number,
): LruCache<Value> {
  // in the order in which they were asked for
  const values = new Map<string, Value>();
  let bytes = 0;

  function drop(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    bytes -= bytesOf(value, key);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return null;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    put(key, value) {
      drop(key);
      values.set(key, value);
      bytes += bytesOf(value, key);
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
