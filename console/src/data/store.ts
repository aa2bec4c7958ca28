import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after each change; returns how to end that. */
  follow(changed: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const followers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of [...followers]) changed();
    },
    follow(changed) {
      followers.add(changed);
      return () => followers.delete(changed);
    },
  };
}

/** The value of a store; the component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(() => store.get());
  useEffect(() => {
    // it may have changed between the first render and now
    setValue(() => store.get());
    return store.follow(() => setValue(() => store.get()));
  }, [store]);
  return value;
}
