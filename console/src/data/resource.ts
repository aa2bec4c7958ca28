import { useCallback, useEffect, useState } from 'preact/hooks';

/** Something that is loaded. While it is loaded again, the value from before stays. */
export interface Resource<Value> {
  /** undefined: not there yet. */
  readonly value: Value | undefined;
  /** null: the last load did not fail. */
  readonly error: unknown;
  reload(): void;
}

/** Values by key, so that a page that is opened again shows at once what it had. The oldest go first. */
const kept = new Map<string, unknown>();
const MOST_KEPT = 60;

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
}

/**
 * Loads by key: again when the key or `after` changes, and at `reload`. Shows the value of the last time meanwhile.
 */
export function useResource<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  after = '',
): Resource<Value> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key: string; value?: Value; error: unknown }>({ key, error: null });
  useEffect(() => {
    const ended = new AbortController();
    load(ended.signal).then(
      (value) => {
        if (ended.signal.aborted) return;
        keep(key, value);
        setState({ key, value, error: null });
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setState((now) => (now.key === key ? { ...now, error } : { key, error }));
      },
    );
    return () => ended.abort();
  }, [key, turn, after]);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  const isOwn = state.key === key;
  const value = (isOwn ? state.value : undefined) ?? (kept.get(key) as Value | undefined);
  return { value, error: isOwn ? state.error : null, reload };
}
