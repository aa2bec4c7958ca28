import type { Session } from '../account/sign-in.ts';
import { type ClientOptions, eitherOf } from '../api.ts';
import { requireSession } from '../arguments.ts';
import type { InscriptionSource } from '../source/source.ts';

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
  const { source, headers = [] } = safety;
  const signPsbts = wallet.signPsbts?.bind(wallet);
  return {
    ...bounded,
    safety: {
      ...safety,
      ...(source ? { source: abortable(source, signal) } : {}),
      headers: headers.map((one) => ({
        name: one.name,
        blockHash: (height) => untilAborted(signal, () => one.blockHash(height)),
      })),
    },
    wallet: {
      ...wallet,
      signMessage: (...asked) => untilAborted(signal, () => wallet.signMessage(...asked)),
      signPsbt: (...asked) => untilAborted(signal, () => wallet.signPsbt(...asked)),
      ...(signPsbts ? { signPsbts: (asked) => untilAborted(signal, () => signPsbts(asked)) } : {}),
    },
  };
}

/** The source, of which every call is given up when the signal aborts. */
function abortable(source: InscriptionSource, signal: AbortSignal): InscriptionSource {
  const children = source.children?.bind(source);
  return {
    name: source.name,
    locate: (id) => untilAborted(signal, () => source.locate(id)),
    output: (outpoint) => untilAborted(signal, () => source.output(outpoint)),
    blockHash: (height) => untilAborted(signal, () => source.blockHash(height)),
    tipHeight: () => untilAborted(signal, () => source.tipHeight()),
    feeRate: (blocks) => untilAborted(signal, () => source.feeRate(blocks)),
    transaction: (txid) => untilAborted(signal, () => source.transaction(txid)),
    ...(children ? { children: (id) => untilAborted(signal, () => children(id)) } : {}),
  };
}

/** What `work` resolves to; rejects with the signal's reason when it aborts first. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
