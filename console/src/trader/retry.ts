import { ApiError, ConnectionLost, type Session } from '@ordbook/client';
import type { Sent } from '../session/sent.ts';
import { fetchSignedIn } from '../session/session.ts';
import { act } from './act.ts';
import { words } from './text.ts';

/** Sends a kept submit again, the same bytes: the service carries it out once, and returns the same. */
export const retry = (one: Sent) =>
  act({
    title: one.title,
    done: words.sent.done,
    sent: one,
    run: (session) => sendAgain(session, one),
  });

async function sendAgain({ client: { options } }: Session, { url, body }: Sent): Promise<void> {
  const operation = 'POST /submit';
  const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' };
  const response = await fetchSignedIn(url, { method: 'POST', headers, body, redirect: 'error' }).catch(
    (error: unknown) => {
      throw new ConnectionLost(operation, error);
    },
  );
  if (response.ok) return;
  const said = (await response.json().catch(() => null)) as { readonly error?: string } | null;
  // a program in between has no such sentence, and knows nothing
  if (!said?.error || response.status >= 500) throw new ConnectionLost(operation, response.status);
  throw new ApiError(response.status, said.error, { code: 'malformed', operation });
}
