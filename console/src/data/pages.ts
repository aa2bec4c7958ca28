import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** A page as the service returns it: its elements, and the cursor of the next; null: it is the last. */
export interface Page<Element> {
  readonly elements: readonly Element[];
  readonly nextCursor: string | null;
}

export interface Pages<Element> {
  /** What is loaded so far. */
  readonly elements: readonly Element[];
  /** The service has no more. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  /** null: the last load did not fail. */
  readonly error: unknown;
  /** Loads the next page, unless one is being loaded or there is none. */
  more(): void;
  /** From the first page on. What is shown stays until it is there. */
  reload(): void;
}

interface Loaded<Element> {
  readonly key: string;
  readonly elements: readonly Element[];
  /** undefined: nothing is loaded; null: it was the last page. */
  readonly cursor: string | null | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Lists by key, so that going back shows what was there, at its place. */
const kept = new Map<string, Loaded<unknown>>();
const MOST_KEPT = 12;

const nothing = (key: string) => ({ key, elements: [], cursor: undefined, isLoading: false, error: null });

/** A list that is loaded page by page. Another key starts another list. */
export function usePages<Element>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Element>>,
): Pages<Element> {
  const [state, setState] = useState<Loaded<Element>>(
    () => (kept.get(key) as Loaded<Element>) ?? nothing(key),
  );
  const now = useRef(state);
  const running = useRef<AbortController | null>(null);
  const loader = useRef(load);
  loader.current = load;

  const put = useCallback((next: Loaded<Element>) => {
    now.current = next;
    setState(next);
    kept.delete(next.key);
    kept.set(next.key, { ...next, isLoading: false });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  }, []);

  const run = useCallback(
    (cursor: string | undefined, before: readonly Element[]) => {
      const ended = new AbortController();
      running.current = ended;
      put({ ...now.current, isLoading: true, error: null });
      loader.current(cursor, ended.signal).then(
        ({ elements, nextCursor }) => {
          if (ended.signal.aborted) return;
          put({ ...now.current, elements: [...before, ...elements], cursor: nextCursor, isLoading: false });
        },
        (error: unknown) => {
          if (!ended.signal.aborted) put({ ...now.current, isLoading: false, error });
        },
      );
    },
    [put],
  );

  const more = useCallback(() => {
    const { cursor, elements, isLoading } = now.current;
    if (!isLoading && cursor !== null) run(cursor, elements);
  }, [run]);
  const reload = useCallback(() => {
    running.current?.abort();
    run(undefined, []);
  }, [run]);

  useEffect(() => {
    if (now.current.key !== key) put((kept.get(key) as Loaded<Element>) ?? nothing(key));
    if (now.current.cursor === undefined) run(undefined, []);
    return () => running.current?.abort();
  }, [key, put, run]);

  const shown = state.key === key ? state : nothing(key);
  const { elements, cursor, isLoading, error } = shown;
  return { elements, isComplete: cursor === null, isLoading, error, more, reload };
}
