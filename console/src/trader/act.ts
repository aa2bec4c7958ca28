import { ApiError, type FlowOptions, openSignatures, type Session } from '@ordbook/client';
import { createStore } from '../data/store.ts';
import { acting, forget, type Sent, sent } from '../session/sent.ts';
import { hasExpired, signedIn, signInAgain } from '../session/session.ts';
import { sentenceOf } from './errors.ts';
import { type SignedItem, subject } from './sign/explaining-wallet.ts';
import { words } from './text.ts';

/** Something that the trader started. */
export interface Act {
  readonly id: number;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed';
  /** What happens now, or what came of it. */
  readonly text: string;
  /** Id of the trade to follow, or the txid of one of its transactions. */
  readonly trade: string | null;
  /** What it submitted without learning what became of it: it can be sent again. */
  readonly sent: Sent | null;
}

/** The newest first. */
export const acts = createStore<readonly Act[]>([]);

/** Changes when an act ended: what was read before may be old. */
export const turns = createStore(0);

let next = 1;
/** The newest act. One runs after the other: a dialog must never ask in the name of another act. */
let last: Promise<void> = Promise.resolve();
/** Acts that are shown. */
const MOST = 4;

export interface Doing<Result> {
  readonly title: string;
  /** What it is about, in the order of the request. */
  readonly items?: readonly SignedItem[];
  readonly done: string;
  /** The trade that came of it: its id, or the txid of one of its transactions. */
  readonly tradeOf?: (result: Result) => string | null;
  /** Why the price may be a mistake, a sentence each. */
  cautions?(session: Session): Promise<readonly string[]>;
  /** What it sends again; absent: something new. */
  readonly sent?: Sent;
  run(session: Session, options: FlowOptions): Promise<Result>;
}

/**
 * Runs a flow of the SDK and shows how far it is. Resolves to its result, or to undefined when it failed: the
 * act then says why, and what to do.
 */
export async function act<Result>(doing: Doing<Result>): Promise<Result | undefined> {
  const { title, items = [], done, tradeOf } = doing;
  const id = next++;
  const show = (part: Partial<Act>) =>
    acts.set(acts.get().map((one) => (one.id === id ? { ...one, ...part } : one)));
  const started: Act = { id, title, state: 'running', text: words.act.running, trade: null, sent: null };
  // what came of the acts before was read, or is in Trades
  acts.set([started, ...acts.get().filter(({ state }) => state !== 'done')].slice(0, MOST));
  const before = last;
  const key = doing.sent?.key ?? `${Date.now()} ${id}`;
  let over = () => {};
  last = new Promise((resolve) => {
    over = resolve;
  });
  try {
    await before;
    if (hasExpired.get()) await signInAgain.get()?.();
    const by = signedIn.get();
    if (!by) throw new Error(words.connect.first);
    acting.set({
      key,
      profileId: by.session.profile.id,
      title,
      names: doing.sent?.names ?? items.map(({ name }) => name),
    });
    const signed = await openSignatures(by.session);
    // prices that were not compared are not taken for good ones
    const cautions = (await doing.cautions?.(by.session).catch(() => [words.caution.unread])) ?? [];
    const signedCoins = signed.map(({ coin }) => coin);
    subject.set({ title, items, signedCoins, summary: null, cautions, isLent: false });
    const result = await doing.run(by.session, {
      onProgress: (progress) => {
        const { step } = progress;
        if (step === 'prepared') subject.set({ ...subject.get(), summary: progress.summary });
        if (step === 'preparing' || step === 'signing' || step === 'submitting' || step === 'waiting')
          show({ text: words.act[step] });
      },
    });
    forget(key);
    show({ state: 'done', text: done, trade: tradeOf?.(result) ?? null });
    return result;
  } catch (error) {
    if (isAnswer(error)) forget(key);
    show({
      state: 'failed',
      text: sentenceOf(error),
      sent: sent.get().find((one) => one.key === key) ?? null,
    });
    return undefined;
  } finally {
    acting.set(null);
    over();
    turns.set(turns.get() + 1);
  }
}

/**
 * Whether the service itself refused, for good: then what was submitted is not carried out, and need not be
 * kept.
 */
function isAnswer(error: unknown): boolean {
  const refusal = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  if (!(refusal instanceof ApiError) || refusal.code === null) return false;
  return refusal.status < 500 && ![401, 408, 429].includes(refusal.status);
}

export function dismiss(id: number): void {
  acts.set(acts.get().filter((one) => one.id !== id));
}
