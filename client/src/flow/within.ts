import type { Session } from '../account/sign-in.ts';
import { type ClientOptions, eitherOf } from '../api.ts';
import { requireSession } from '../arguments.ts';
import { untilAborted } from '../responses/receive.ts';

/** Limits of the calls of a session. */
export type SessionLimits = Pick<ClientOptions, 'signal' | 'timeoutMs' | 'retries' | 'maxWaitMs' | 'onWait'>;

/**
 * The same session with other limits: every call with it ends when `signal` aborts, with its reason, and asks
 * the wallet for nothing more. Opens no connection by itself.
 */
export function within(session: Session, limits: SessionLimits): Session {
  requireSession(session);
  const { client, wallet, safety } = session;
  const signal = eitherOf(limits.signal, client.options.signal);
  const bounded = { ...session, client: client.with({ ...limits, ...(signal ? { signal } : {}) }) };
  if (!signal) return bounded;
  const { source, headers } = safety;
  return {
    ...bounded,
    wallet: abortable(wallet, signal),
    safety: {
      ...safety,
      ...(source ? { source: abortable(source, signal) } : {}),
      ...(headers ? { headers: headers.map((one) => abortable(one, signal)) } : {}),
    },
  };
}

/** The same, of which every call is given up when the signal aborts. All its methods are asynchronous. */
function abortable<T extends object>(one: T, signal: AbortSignal): T {
  // of a copy: what a frozen object has must be returned as it is
  return new Proxy(
    { ...one },
    {
      get(_, name) {
        const found: unknown = Reflect.get(one, name);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]) => untilAborted(signal, () => found.apply(one, given));
      },
    },
  );
}
