import type { EventRelay, RelayEntry } from '../../src/relay/port.ts';

/** A relay, and what its operator, an accident or an attacker does to it. */
export interface RelayUnderTest {
  /** A connection of one replica. */
  open(): EventRelay;
  /** Writes an entry behind the service's back, at `<number>-<part>`. */
  write(
    id: { readonly number: number; readonly part?: number },
    entry: Omit<RelayEntry, 'seq'>,
  ): Promise<void>;
  empty(): Promise<void>;
  /** Unreachable from now on; it comes back empty. */
  fall(): Promise<void>;
  rise(): Promise<void>;
  stop(): Promise<void>;
}

interface Kept {
  readonly number: number;
  readonly part: number;
  readonly entry: RelayEntry;
}

/** A relay in this process, with the rules of a stream of Redis. */
export function memoryRelay(): RelayUnderTest {
  let kept: Kept[] = [];
  let isUp = true;
  let wake = () => {};
  let news = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const announce = () => {
    wake();
    news = new Promise((resolve) => {
      wake = resolve;
    });
  };
  const add = (number: number, part: number, entry: RelayEntry): boolean => {
    const last = kept.at(-1);
    if (last && (number < last.number || (number === last.number && part <= last.part))) return false;
    kept.push({ number, part, entry });
    announce();
    return true;
  };
  return {
    open() {
      let isClosed = false;
      const reach = () => {
        if (!isUp || isClosed) throw new Error('the relay is unreachable');
      };
      return {
        async append(entries) {
          reach();
          return entries.map((entry) => add(entry.seq!, 0, entry)).every(Boolean);
        },
        async newest() {
          reach();
          return kept.at(-1)?.entry ?? null;
        },
        async clear() {
          reach();
          kept = [];
        },
        async after(seq, waitMs) {
          const until = performance.now() + waitMs;
          for (;;) {
            reach();
            const found = kept.filter(({ number }) => number > seq).map(({ entry }) => entry);
            const left = until - performance.now();
            if (found.length > 0 || left <= 0) return found;
            await Promise.race([news, new Promise((resolve) => setTimeout(resolve, left).unref())]);
          }
        },
        close() {
          isClosed = true;
          announce();
        },
      };
    },
    async write({ number, part = 0 }, entry) {
      add(number, part, { ...entry, seq: part === 0 ? number : null });
    },
    async empty() {
      kept = [];
    },
    async fall() {
      isUp = false;
      kept = [];
      announce();
    },
    async rise() {
      isUp = true;
    },
    stop: async () => undefined,
  };
}
