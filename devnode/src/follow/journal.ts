/**
 * Tables in memory that remember, block by block, how to take changes back, so that an index can follow
 * reorganisations of the chain: apply a block inside `block()`, take the newest one back with `undoBlock()`.
 */
export interface Journal {
  map<K, V>(): JournaledMap<K, V>;
  multimap<K, V>(): JournaledMultimap<K, V>;
  /** Runs `change` as one block. If it throws, its changes are undone and the error is rethrown. */
  block(change: () => void): void;
  /** Undoes the newest block; false when it is older than the journal. */
  undoBlock(): boolean;
  /** Empties all tables and removes all blocks. */
  clear(): void;
}

export interface JournaledMap<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
  readonly size: number;
  /** All entries, in no particular order. */
  entries(): Iterable<[K, V]>;
}

/**
 * Several values per key, each once. Values are listed in the order of their insertion unless some were
 * removed.
 */
export interface JournaledMultimap<K, V> {
  get(key: K): readonly V[];
  add(key: K, value: V): void;
  remove(key: K, value: V): void;
  entries(): Iterable<[K, readonly V[]]>;
}

type Undo = () => void;

/** @param depth how many blocks can be undone */
export function createJournal(depth: number): Journal {
  const blocks: Undo[][] = [];
  const clears: (() => void)[] = [];
  let open: Undo[] | undefined;

  const record = (undo: Undo): void => {
    if (open === undefined) throw new Error('a journaled table changed outside of a block');
    open.push(undo);
  };
  const takeBack = (changes: Undo[]): void => {
    for (const undo of changes.reverse()) undo();
  };

  return {
    map: () => journaledMap(record, clears),
    multimap: () => journaledMultimap(record, clears),
    block(change) {
      const changes: Undo[] = [];
      open = changes;
      try {
        change();
      } catch (error) {
        takeBack(changes);
        throw error;
      } finally {
        open = undefined;
      }
      blocks.push(changes);
      if (blocks.length > depth) blocks.shift();
    },
    undoBlock() {
      const changes = blocks.pop();
      if (changes !== undefined) takeBack(changes);
      return changes !== undefined;
    },
    clear() {
      blocks.length = 0;
      for (const clear of clears) clear();
    },
  };
}

function journaledMap<K, V>(record: (undo: Undo) => void, clears: (() => void)[]): JournaledMap<K, V> {
  const rows = new Map<K, V>();
  clears.push(() => rows.clear());
  const remember = (key: K): void => {
    const had = rows.has(key);
    const old = rows.get(key) as V;
    record(() => (had ? rows.set(key, old) : rows.delete(key)));
  };
  return {
    get: (key) => rows.get(key),
    has: (key) => rows.has(key),
    set(key, value) {
      remember(key);
      rows.set(key, value);
    },
    delete(key) {
      remember(key);
      rows.delete(key);
    },
    get size() {
      return rows.size;
    },
    entries: () => rows.entries(),
  };
}

function journaledMultimap<K, V>(
  record: (undo: Undo) => void,
  clears: (() => void)[],
): JournaledMultimap<K, V> {
  const rows = new Map<K, Set<V>>();
  clears.push(() => rows.clear());
  const put = (key: K, value: V): void => {
    const values = rows.get(key);
    if (values === undefined) rows.set(key, new Set([value]));
    else values.add(value);
  };
  const drop = (key: K, value: V): void => {
    const values = rows.get(key);
    values?.delete(value);
    if (values?.size === 0) rows.delete(key);
  };
  return {
    get: (key) => [...(rows.get(key) ?? [])],
    add(key, value) {
      if (rows.get(key)?.has(value)) return;
      record(() => drop(key, value));
      put(key, value);
    },
    remove(key, value) {
      if (!rows.get(key)?.has(value)) return;
      record(() => put(key, value));
      drop(key, value);
    },
    *entries() {
      for (const [key, values] of rows) yield [key, [...values]];
    },
  };
}
