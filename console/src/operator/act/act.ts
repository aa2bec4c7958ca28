import { createStore } from '../../data/store.ts';
import type { Post } from '../api/admin.ts';
import { turns } from '../data/use-answer.ts';

/** What somebody enters for an act, by the name of the field. */
export type Values = Readonly<Record<string, string>>;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'select' | 'json';
  readonly initial?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  /** True: it may stay empty. */
  readonly isOptional?: boolean;
  readonly least?: number;
  readonly most?: number;
}

/** Something that the operator may do, as it is asked for and done. */
export interface ActSpec {
  readonly title: string;
  readonly fields: readonly Field[];
  /** True: it ends, pays or stops something, so it is rehearsed, shown and confirmed first. */
  readonly isGrave?: boolean;
  /** One sentence: what will happen, and to whom. */
  sentence(values: Values): string;
  /** Resolves to what came of it, in a sentence. `post` may rehearse. Throws an `AdminError`. */
  run(values: Values, reason: string, post: Post): Promise<string>;
}

/** What is asked now; null: nothing. */
export const asked = createStore<ActSpec | null>(null);

export function ask(spec: ActSpec): void {
  asked.set(spec);
}

/** An act without fields. */
export function plain(
  title: string,
  sentence: string,
  run: (reason: string, post: Post) => Promise<string>,
  isGrave = false,
): ActSpec {
  return {
    title,
    fields: [],
    isGrave,
    sentence: () => sentence,
    run: (_, reason, post) => run(reason, post),
  };
}

export interface Notice {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

/** What came of the last acts, the newest first. */
export const notices = createStore<readonly Notice[]>([]);
let next = 1;
const MOST = 3;

/** Says what came of an act; what was read before is read again. */
export function tell(title: string, text: string): void {
  notices.set([{ id: next++, title, text }, ...notices.get()].slice(0, MOST));
  turns.set(turns.get() + 1);
}

export function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}
