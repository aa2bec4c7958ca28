import { createHash } from 'node:crypto';
import { Refusal } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';
import { custodyProofs } from './proof.ts';

/** Where a custody proof is. */
export interface NamedProof {
  readonly inscriptionId: string;
  /** Path of its route. */
  readonly path: string;
  /** Of its bytes, hex; null: there is none now, and the route says why. */
  readonly sha256: string | null;
}

/**
 * The proofs of what a preflight is for, when its request asks for them. Their bytes are not in the answer:
 * 20 of them may have 20 MB, and a client that has one of this hash needs no other. Retry-safe.
 */
export async function namedProofs(
  ctx: TradingContext,
  isAsked: boolean | undefined,
  inscriptionIds: readonly string[],
): Promise<{ readonly custodyProofs?: NamedProof[] }> {
  if (!isAsked) return {};
  const named: NamedProof[] = [];
  // one after the other: a request takes one of the few walks at a time
  for (const inscriptionId of inscriptionIds) {
    const path = `/market/inscriptions/${inscriptionId}/custody`;
    named.push({ inscriptionId, path, sha256: await digestOf(ctx, inscriptionId) });
  }
  return { custodyProofs: named };
}

async function digestOf(ctx: TradingContext, inscriptionId: string): Promise<string | null> {
  try {
    const { proof } = await custodyProofs(ctx).of(inscriptionId);
    return createHash('sha256').update(proof).digest('hex');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
