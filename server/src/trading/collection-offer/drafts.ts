import { canonicalTarget, scopeKey, type Target } from '@ordbook/protocol/collection-offer/criteria';
import type { Funding } from '@ordbook/protocol/collection-offer/funding';
import type { CollectionOfferTerms } from '@ordbook/protocol/collection-offer/offer';
import { outpointText, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { draftsOf } from '../../store/collection-offer/collection-offers.ts';
import type { Caller, TradingContext } from '../context.ts';

/** Hours until an offer expires when a call does not say. */
export const DEFAULT_VALIDITY_HOURS = 168;

/** What a preflight quoted: an offer without its signatures. */
export interface Draft {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly target: Target;
  /** Offers of the call. Absent: quoted by a version that did not record it. */
  readonly offerCount?: number;
  /** Absent: as for `offerCount`. */
  readonly validityHours?: number;
  readonly terms: CollectionOfferTerms;
  readonly funding: Funding;
  readonly criteriaJson: string;
  readonly eligibleCount: number;
  readonly sampleInscriptionId: string;
  readonly authSecret: string;
}

/** What a submit repeats of its preflight. */
interface Repeated {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly target: Target;
  readonly validityHours?: number;
  readonly offers: readonly {
    readonly selectedPaymentUtxos: readonly Utxo[];
    readonly expectedFundingParentTxid: string;
  }[];
}

/**
 * What the caller's preflight quoted for each offer of a submit, in order. Refuses 409 for what it did not
 * quote, or what has expired.
 */
export async function quotedDrafts(ctx: TradingContext, caller: Caller, body: Repeated): Promise<Draft[]> {
  const fundingTxids = body.offers.map(({ expectedFundingParentTxid }) => expectedFundingParentTxid);
  if (new Set(fundingTxids).size !== fundingTxids.length)
    refuse(
      'malformed',
      `offers has the funding parent ${fundingTxids.find((txid, i) => fundingTxids.indexOf(txid) < i)} twice; send each once`,
    );
  const wanted = { fundingTxids, profileId: caller.profileId, now: ctx.clock.now() };
  const drafts = new Map(
    (await draftsOf(ctx.db, wanted)).map(({ fundingTxid, draft }) => [fundingTxid, draft]),
  );
  return fundingTxids.map(
    (txid) =>
      (drafts.get(txid) as Draft | undefined) ??
      refuse(
        'stale',
        `funding parent ${txid} is not from a current preflight of yours; run the preflight again`,
      ),
  );
}

/** Refuses (400) a submit that does not repeat the request and the response of the preflight. */
export function requireAsQuoted(draft: Draft, body: Repeated, priceSats: Sats, i: number): void {
  const { selectedPaymentUtxos } = body.offers[i]!;
  const where = `offers[${i}]`;
  if (
    draft.slug !== body.slug ||
    scopeKey(draft.slug, draft.target) !== scopeKey(body.slug, canonicalTarget(body.target))
  )
    refuse('malformed', `${where} was built for another target; send that of its preflight`);
  if (draft.offerCount !== undefined && draft.offerCount !== body.offers.length)
    refuse(
      'malformed',
      `${where} is from a preflight with offerCount ${draft.offerCount}, not ${body.offers.length}; submit all of them, or run the preflight again`,
    );
  const { validityHours = DEFAULT_VALIDITY_HOURS } = body;
  if (draft.validityHours !== undefined && draft.validityHours !== validityHours)
    refuse(
      'malformed',
      `${where} was built for validityHours ${draft.validityHours}, not ${validityHours}; send that of its preflight`,
    );
  if (draft.walletBindingId !== body.walletBindingId)
    refuse('malformed', `${where} was built for wallet binding ${draft.walletBindingId}; send that`);
  if (draft.terms.priceSats !== priceSats)
    refuse('malformed', `${where} was built for ${draft.terms.priceSats} sats, not ${priceSats}`);
  const { payments } = draft.funding;
  const same =
    payments.length === selectedPaymentUtxos.length &&
    payments.every((coin, at) => {
      const sent = selectedPaymentUtxos[at]!;
      return sameOutpoint(coin, sent) && coin.valueSats === sent.valueSats;
    });
  if (!same)
    refuse(
      'malformed',
      `${where} must repeat the selectedPaymentUtxos ${payments.map(outpointText).join(', ')}`,
    );
}
