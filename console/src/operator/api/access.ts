import { createStore } from '../../data/store.ts';
import { words } from '../text.ts';
import { type Answer, read } from './admin.ts';
import { AdminError, sentenceOf } from './admin-error.ts';
import { refusal, secretsIn, token } from './token.ts';

export type Overview = Answer<'/v1/overview'>;

/** `asking`: not known yet. `out`: a token is needed. `in`: the service takes what this tab has. */
export type Access =
  | { readonly is: 'asking' }
  | { readonly is: 'out'; readonly why: string | null }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'in'; readonly overview: Overview };

export const access = createStore<Access>({ is: 'asking' });

refusal.follow(() => {
  const why = refusal.get();
  if (why !== null && access.get().is === 'in') access.set({ is: 'out', why: words.access.ended });
});

/** Looks whether the service lets this tab in: on a socket without tokens, everybody who reaches it is in. */
export async function enter(): Promise<void> {
  const had = token.get() !== null;
  access.set({ is: 'asking' });
  try {
    access.set({ is: 'in', overview: await read('/v1/overview') });
  } catch (error) {
    const isOut = error instanceof AdminError && error.status === 401;
    access.set(isOut ? { is: 'out', why: had ? words.access.ended : null } : { is: 'failed', error });
  }
}

/** Tries what somebody entered. Resolves to why it is refused; null: it is taken. */
export async function enterWith(entered: string): Promise<string | null> {
  let why: string = words.access.none;
  for (const secret of secretsIn(entered)) {
    token.set(secret);
    try {
      const overview = await read('/v1/overview');
      access.set({ is: 'in', overview });
      return null;
    } catch (error) {
      token.set(null);
      const isUnknown = error instanceof AdminError && error.status === 401;
      why = isUnknown ? words.access.unknown : sentenceOf(error);
    }
  }
  return why;
}

/** Forgets the token, and everything that was read with it. */
export function leave(): void {
  token.set(null);
  window.location.reload();
}
