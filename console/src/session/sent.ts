import { keptList } from '../data/kept-list.ts';
import { createStore } from '../data/store.ts';
import { fetchSignedIn } from './session.ts';

/** The act that runs, as its submit is kept under. */
export interface Acting {
  readonly key: string;
  readonly profileId: string;
  readonly title: string;
  /** Of the inscriptions. */
  readonly names: readonly string[];
}

/** A signed request that was sent, while it is not known what became of it. */
export interface Sent extends Acting {
  readonly url: string;
  readonly body: string;
  /** Ms since 1970. */
  readonly at: number;
}

const KEY = 'ordbook.sent';
/** The service returns the same for the same body for 30 days, ms. */
const REPEATABLE_MS = 30 * 86_400_000;
const MOST = 20;

/** null: none runs. Acts run one after the other. */
export const acting = createStore<Acting | null>(null);

/** Newest first, of all profiles; this browser keeps them. */
export const sent = createStore<readonly Sent[]>(readSent());

/** What another tab kept meanwhile is in it too. */
export function readSent(): Sent[] {
  return (keptList(KEY) as Sent[]).filter(({ at }) => Date.now() - at < REPEATABLE_MS).slice(0, MOST);
}

function put(all: readonly Sent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // a full storage must not keep a signed trade from being sent
  }
  sent.set(all);
}

/** It was answered, so it need not be repeated. */
export function forget(key: string): void {
  put(readSent().filter((one) => one.key !== key));
}

/** `fetch` of a session, which keeps each submit before it is sent: its answer may be lost with this page. */
export async function fetchKeeping(...request: Parameters<typeof fetch>): Promise<Response> {
  const [input] = request;
  const by = acting.get();
  if (by && input instanceof Request && input.method === 'POST' && input.url.endsWith('/submit')) {
    const body = await input.clone().text();
    const others = readSent().filter(({ key }) => key !== by.key);
    put([{ ...by, url: input.url, body, at: Date.now() }, ...others]);
  }
  return fetchSignedIn(...request);
}
