/**
 * The journal of open signatures. A signature stays open until a coin that it spends is spent otherwise: the
 * service may have deleted it, or not. Every output that we count on must be counted once, over all open
 * signatures of the wallet.
 */
import { layoutTxid, type Sighash } from '@ordbook/protocol/layout/layout';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import type { BuiltStep } from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { ownScripts } from '../wallet/network.ts';
import { pinnedKeys } from './pins.ts';
import { inTurn } from './storage.ts';

/** One signature that somebody has. */
export interface OpenSignature {
  /** Of the transaction as it was signed; with ANYONECANPAY others may have inputs added. */
  readonly txid: string;
  readonly version: number;
  readonly sighash: Sighash;
  /** The coin of ours that it spends, `txid:vout`. */
  readonly coin: string;
  /** Coins of others that it commits to. Empty with ANYONECANPAY. */
  readonly others: readonly string[];
  /** The outputs that it commits to, `sats script`. */
  readonly outputs: readonly string[];
}

/** A transaction, and who we are in it. */
type SignedTable = Pick<BuiltStep, 'table' | 'party'>;

type JournalSession = Pick<Session, 'safety' | 'wallet'>;

/**
 * Stores the signatures that `steps` ask for, before any is made, and resolves to those that are new. Stores
 * none and throws `UnsafePsbt` when one output could satisfy two open signatures, or when a coin of an open
 * signature is spent as somebody else's. Retry-safe.
 */
export function recordSignatures(
  session: JournalSession,
  steps: readonly SignedTable[],
): Promise<OpenSignature[]> {
  return inTurn(session.safety.storage, async () => {
    const { market } = await pinnedKeys(session);
    const { wallet } = session;
    const own = ownScripts(wallet);
    if (market !== undefined)
      own.push(passthroughLock(wallet.ordinalsPublicKey.slice(-64), market.slice(-64)).script);
    const open = await openSignatures(session);
    const conflict = conflictOf(steps, open, own);
    demand(conflict === null, () => conflict!);
    const made = steps.flatMap(signaturesOf);
    const known = new Set(open.map(idOf));
    const kept = new Map([...open, ...made].map((one) => [idOf(one), one]));
    await session.safety.storage.set(keyOf(session), JSON.stringify([...kept.values()]));
    return made.filter((one) => !known.has(idOf(one)));
  });
}

/**
 * Takes the signatures of steps that were certainly not signed out again, as far as they are among
 * `recorded`: one that was there before was asked for before. Retry-safe.
 */
export function takeBackSignatures(
  session: JournalSession,
  steps: readonly SignedTable[],
  recorded: readonly OpenSignature[],
): Promise<void> {
  return inTurn(session.safety.storage, async () => {
    const fresh = new Set(recorded.map(idOf));
    const gone = new Set(
      steps
        .flatMap(signaturesOf)
        .map(idOf)
        .filter((id) => fresh.has(id)),
    );
    const kept = (await openSignatures(session)).filter((one) => !gone.has(idOf(one)));
    await session.safety.storage.set(keyOf(session), JSON.stringify(kept));
  });
}

const idOf = ({ txid, coin }: OpenSignature) => `${txid} ${coin}`;

/**
 * Why these steps must not be signed beside the open signatures, as a sentence; null: they may. Pure.
 * `own`: the scripts (hex) of our addresses, and of our passthroughs where the market key is known.
 */
export function conflictOf(
  steps: readonly SignedTable[],
  open: readonly OpenSignature[],
  own: readonly string[],
): string | null {
  const made = steps.flatMap(signaturesOf);
  for (const { table, party } of steps) {
    for (const { coin, lock, signs, name } of table.inputs) {
      const text = outpointText(coin);
      if (signs[party] !== undefined || made.some((one) => one.coin === text)) continue;
      if (open.some((one) => one.coin === text) || own.includes(lock.script))
        return `the ${name} ${text} is a coin of ours, and not ours to sign here`;
    }
  }
  for (const [index, signature] of made.entries())
    for (const other of [...open, ...made.slice(0, index)]) {
      const shared = sharedOutput(signature, other);
      if (shared !== null)
        return `the output of ${shared} would pay for ${signature.coin}, and for ${other.coin}, which is signed already; use another price, or move ${other.coin} first`;
    }
  return null;
}

/** Every signature that is open, as far as this storage knows. */
export async function openSignatures(session: JournalSession): Promise<OpenSignature[]> {
  const stored = await session.safety.storage.get(keyOf(session));
  return stored === null ? [] : (JSON.parse(stored) as OpenSignature[]);
}

/**
 * Drops the signatures whose coin our source says is spent. Without a source nothing is dropped. Returns how
 * many are left. Retry-safe.
 */
export function forgetSpent(session: JournalSession): Promise<number> {
  const { source } = session.safety;
  return inTurn(session.safety.storage, async () => {
    const open = await openSignatures(session);
    if (!source) return open.length;
    const kept: OpenSignature[] = [];
    for (const one of open) {
      const [txid, vout] = one.coin.split(':') as [string, string];
      // an output that the source does not know may come later: only "spent" ends a signature
      const output = await source.output({ txid, vout: Number(vout) }).catch(() => null);
      if (output?.spent !== true) kept.push(one);
    }
    await session.safety.storage.set(keyOf(session), JSON.stringify(kept));
    return kept.length;
  });
}

/** The signatures that a step asks for. */
export function signaturesOf({ table, party }: SignedTable): OpenSignature[] {
  const others = table.inputs.filter(({ signs }) => signs[party] === undefined);
  return table.inputs.flatMap(({ coin, signs }, index) => {
    const sighash = signs[party];
    if (sighash === undefined) return [];
    const isOpen = sighash.endsWith('ANYONECANPAY');
    const outputs = sighash.startsWith('SINGLE') ? table.outputs.slice(index, index + 1) : table.outputs;
    return [
      {
        txid: layoutTxid(table),
        version: table.version,
        sighash,
        coin: outpointText(coin),
        others: isOpen ? [] : others.map((input) => outpointText(input.coin)),
        outputs: outputs.map(({ valueSats, script }) => `${valueSats} sats to ${script}`),
      },
    ];
  });
}

/** An output that could satisfy both signatures in one transaction, or null. */
function sharedOutput(a: OpenSignature, b: OpenSignature): string | null {
  if (a.coin === b.coin || a.version !== b.version || !canMeet(a, b)) return null;
  // two SINGLE signatures have an output each, at the index of their input
  if (a.sighash.startsWith('SINGLE') && b.sighash.startsWith('SINGLE')) return null;
  const [few, many] = a.outputs.length <= b.outputs.length ? [a, b] : [b, a];
  const isWithin = few.outputs.every((output) => many.outputs.includes(output));
  const mustBeEqual = !few.sighash.startsWith('SINGLE');
  return isWithin && (!mustBeEqual || few.outputs.length === many.outputs.length) ? few.outputs[0]! : null;
}

/** Whether one transaction can hold both: a signature over all inputs admits only those that it names. */
function canMeet(a: OpenSignature, b: OpenSignature): boolean {
  const admits = (fixed: OpenSignature, other: OpenSignature) =>
    fixed.sighash.endsWith('ANYONECANPAY') || fixed.others.includes(other.coin);
  return admits(a, b) && admits(b, a);
}

function keyOf({ wallet }: JournalSession): string {
  return `ordbook signatures ${wallet.network} ${wallet.ordinalsAddress}`;
}
