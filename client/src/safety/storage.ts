/**
 * Keeps what must outlive a session: the operator's keys and the open signatures. Values are text. A storage
 * that many processes share must make a `set` visible to the next `get`.
 */
export interface SafetyStorage {
  /** The text of `key`; null: there is none. */
  get(key: string): Promise<string | null>;
  /** Keeps `value` under `key`, in place of what was there. */
  set(key: string, value: string): Promise<void>;
}

/** A storage in the memory of this process: it forgets everything when the process ends. */
export function memoryStorage(): SafetyStorage {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
  };
}

const tails = new WeakMap<SafetyStorage, Promise<unknown>>();

/** Runs `work` after all earlier work on this storage, so that no change is lost in between. */
export function inTurn<T>(storage: SafetyStorage, work: () => Promise<T>): Promise<T> {
  const turn = (tails.get(storage) ?? Promise.resolve()).then(work);
  tails.set(
    storage,
    turn.catch(() => undefined),
  );
  return turn;
}
