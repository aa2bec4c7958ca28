/** What the policy signer asks for with a fill: proofs of what the seller brings, and that it is a member. */

import { tierOf } from '@ordbook/protocol/collection-offer/admission';
import { CustodyFault } from '@ordbook/protocol/custody/fault';
import { provenMembership } from '@ordbook/protocol/custody/membership';
import { DEFAULT_DEPTH } from '@ordbook/protocol/custody/read';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { FillProofs } from '../../signer/fill-port.ts';
import { type Collection, collectionBySlug } from '../../store/catalogue/collections.ts';
import type { CollectionOffer } from '../../store/collection-offer/collection-offers.ts';
import { offerParts } from '../collection-offer/eligible-set.ts';
import type { TradingContext } from '../context.ts';
import { custodyProofs, type Proven } from './proof.ts';

/**
 * The proofs for the policy signer. Refuses 404 when no proof shows where the inscription is, 400 when none
 * shows that it is a member and the signer has no index that could, and 503 while one cannot be made.
 * Retry-safe.
 */
export async function fillProofs(
  ctx: TradingContext,
  { slug, priceSats }: Pick<CollectionOffer, 'slug' | 'priceSats'>,
  inscriptionId: string,
): Promise<FillProofs> {
  const { signers, tiers } = offerParts(ctx);
  const depth = Math.min(tierOf(tiers, priceSats)?.depth ?? DEFAULT_DEPTH, DEFAULT_DEPTH);
  const collection = await collectionBySlug(ctx.db, slug);
  if (!collection) refuse('not_found', `no collection ${slug}`);
  const goods = await custodyProofs(ctx).of(inscriptionId, depth);
  const source = await sourceProof(ctx, collection, goods, depth);
  if (typeof source === 'string' && !(await signers.policy.collection({ slug })).hasIndex)
    refuse(
      'not_offerable',
      `no custody proof shows that ${inscriptionId} is a member of ${slug}: ${source}; it can be listed instead`,
    );
  return { goods: base64(goods.proof), source: typeof source === 'string' ? null : source };
}

/** The proof of the parent or gallery that shows the membership, or why there is none. */
async function sourceProof(
  ctx: TradingContext,
  { kind, sources }: Collection,
  { custody: goods }: Proven,
  depth: number,
): Promise<FillProofs['source'] | string> {
  const proofs = custodyProofs(ctx);
  const asked = kind === 'gallery' ? sources : goods.envelope.parents.filter((id) => sources.includes(id));
  let why = `${goods.inscriptionId} names no parent of the collection`;
  for (const inscriptionId of asked) {
    try {
      const { proof, custody } = await (kind === 'gallery'
        ? proofs.of(inscriptionId, depth)
        : proofs.upTo(goods, inscriptionId, depth));
      provenMembership(kind, goods, custody);
      return { inscriptionId, proof: base64(proof) };
    } catch (error) {
      const isAnswer =
        error instanceof CustodyFault || (error instanceof Refusal && error.code === 'not_found');
      if (!isAnswer) throw error;
      why = error.message;
    }
  }
  return why;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
