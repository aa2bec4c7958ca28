import type { FlowOptions, Session } from '@ordbook/client';
import { createStore } from '../data/store.ts';
import { signedIn } from '../session/session.ts';
import { sentenceOf } from './errors.ts';
import { subject } from './sign/explaining-wallet.ts';
import { words } from './text.ts';
import { rememberTrade } from './trades-kept.ts';

/** Something that the trader started. */
export interface Act {
  readonly id: number;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed';
  /** What happens now, or what came of it. */
  readonly text: string;
  /** The trade to follow. */
  readonly txid: string | null;
}

/** The newest first. */
export const acts = createStore<readonly Act[]>([]);

/** Changes when an act ended: what was read before may be old. */
export const turns = createStore(0);

let next = 1;
/** Acts that are shown. */
const MOST = 4;

export interface Doing<Result> {
  readonly title: string;
  /** Of the inscriptions, in the order of the request. */
  readonly names?: readonly string[];
  readonly done: string;
  /** The transaction of the trade, if there is one already. */
  readonly txidOf?: (result: Result) => string | null;
  run(session: Session, options: FlowOptions): Promise<Result>;
}

/**
 * Runs a flow of the SDK and shows how far it is. Resolves to its result, or to undefined when it failed: the
 * act then says why, and what to do.
 */
export async function act<Result>(doing: Doing<Result>): Promise<Result | undefined> {
  const { title, names = [], done, txidOf } = doing;
  const id = next++;
  const show = (part: Partial<Act>) =>
    acts.set(acts.get().map((one) => (one.id === id ? { ...one, ...part } : one)));
  const started: Act = { id, title, state: 'running', text: words.act.running, txid: null };
  acts.set([started, ...acts.get()].slice(0, MOST));
  const by = signedIn.get();
  try {
    if (!by) throw new Error(words.connect.first);
    subject.set({ title, names });
    const result = await doing.run(by.session, {
      onProgress: ({ step }) => {
        if (step === 'preparing' || step === 'signing' || step === 'submitting' || step === 'waiting')
          show({ text: words.act[step] });
      },
    });
    const txid = txidOf?.(result) ?? null;
    if (txid !== null) rememberTrade(by.session.profile.id, { id: txid, title });
    show({ state: 'done', text: done, txid });
    return result;
  } catch (error) {
    show({ state: 'failed', text: sentenceOf(error) });
    return undefined;
  } finally {
    turns.set(turns.get() + 1);
  }
}

export function dismiss(id: number): void {
  acts.set(acts.get().filter((one) => one.id !== id));
}
