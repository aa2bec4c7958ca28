import type { Session } from '../account/sign-in.ts';
import type { Wait } from '../responses/repeat.ts';
import type { Coin } from '../signing/psbt.ts';
import type { Summary } from './summary.ts';
import { within } from './within.ts';

/** How far a flow is. In this order; `waiting` may come in between. */
export type Progress =
  | { readonly step: 'preparing' }
  /** Everything was checked, nothing is signed. An error that the callback throws ends the flow here. */
  | { readonly step: 'prepared'; readonly summary: Summary }
  /** The wallet is asked for signature `number` of `of`; `transaction` names what it signs. */
  | { readonly step: 'signing'; readonly number: number; readonly of: number; readonly transaction: string }
  | { readonly step: 'submitting' }
  /** The same request is sent again after a wait. */
  | ({ readonly step: 'waiting' } & Wait)
  | { readonly step: 'done' };

/** How a flow is followed and ended. */
export interface FlowOptions {
  /**
   * Ends the flow as soon as it aborts, with its reason. After `submitting`, the outcome is unknown then.
   */
  readonly signal?: AbortSignal;
  /** Awaited at each step, except at `waiting`. An error that it throws ends the flow. */
  readonly onProgress?: (progress: Progress) => void | Promise<void>;
}

/** What a flow is about to sign. */
export interface Prepared<Request, Preflight, Checked> {
  readonly request: Request;
  readonly preflight: Preflight;
  /** What the PSBTs do, as verified. */
  readonly checked: Checked;
  /** What would be signed, in words and figures: the dry run. */
  readonly summary: Summary;
}

/** The same of a flow that pays, with the coins that were offered. */
export interface PreparedPayment<Request, Preflight, Checked> extends Prepared<Request, Preflight, Checked> {
  readonly spendableUtxos: readonly Coin[];
}

/** The three calls of a flow. */
export interface Flow<Request, Ready extends { readonly summary: Summary }, Signed, Result> {
  readonly prepare: (session: Session, request: Request) => Promise<Ready>;
  readonly sign: (session: Session, ready: Ready) => Promise<Signed>;
  readonly submit: (session: Session, signed: Signed) => Promise<Result>;
}

/**
 * The three calls as one, which prepares, signs once and submits. A repeat after a lost response sends the
 * same signed body again. Throws what the three calls and `onProgress` throw, and the reason of the signal.
 */
export function inOneCall<Request, Ready extends { readonly summary: Summary }, Signed, Result>(
  flow: Flow<Request, Ready, Signed, Result>,
) {
  return (session: Session, request: Request, options: FlowOptions = {}): Promise<Result> =>
    complete(flow, session, request, options);
}

async function complete<Request, Ready extends { readonly summary: Summary }, Signed, Result>(
  { prepare, sign, submit }: Flow<Request, Ready, Signed, Result>,
  session: Session,
  request: Request,
  { signal, onProgress }: FlowOptions,
): Promise<Result> {
  const report = async (progress: Progress) => {
    signal?.throwIfAborted();
    await onProgress?.(progress);
    signal?.throwIfAborted();
  };
  const onWait = (wait: Wait) => void onProgress?.({ step: 'waiting', ...wait });
  const bound = within(session, { ...(signal ? { signal } : {}), ...(onProgress ? { onWait } : {}) });
  await report({ step: 'preparing' });
  const prepared = await prepare(bound, request);
  const { summary } = prepared;
  await report({ step: 'prepared', summary });
  const { signatures } = summary;
  let number = 0;
  const reportNext = async () => {
    const { transaction } = signatures[number]!;
    number += 1;
    await report({ step: 'signing', number, of: signatures.length, transaction });
  };
  const signPsbts = bound.wallet.signPsbts?.bind(bound.wallet);
  const wallet: Session['wallet'] = {
    ...bound.wallet,
    async signPsbt(asked, passthrough) {
      await reportNext();
      return bound.wallet.signPsbt(asked, passthrough);
    },
    ...(signPsbts && {
      async signPsbts(asked) {
        for (const _ of asked) await reportNext();
        return signPsbts(asked);
      },
    }),
  };
  const signed = await sign({ ...bound, wallet }, prepared);
  await report({ step: 'submitting' });
  const result = await submit(bound, signed);
  await onProgress?.({ step: 'done' });
  return result;
}
