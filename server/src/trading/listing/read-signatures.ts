import type { ListingTerms, PsbtStep } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { readingSignatures, readingSteps } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';

interface SignedPsbts {
  readonly items: readonly { readonly inscriptionId: string }[];
  readonly signed: readonly { readonly inscriptionId: string; readonly psbts: readonly PsbtStep[] }[];
  readonly signedRecoveryPsbt: Omit<PsbtStep, 'stepIndex'>;
}

interface ListingSignatures {
  readonly transferSignature: string;
  readonly saleSignature: string;
  readonly recoverySignature: string;
}

/**
 * The seller's three signatures of each item, every one verified against what preflight built. Refuses 400.
 * For `inSlices`.
 */
export function* readingListingSignatures(
  ctx: Pick<TradingContext, 'keys' | 'settings'>,
  terms: readonly ListingTerms[],
  body: SignedPsbts,
) {
  const { keys } = ctx;
  const { network } = ctx.settings;
  if (body.signed.length !== terms.length)
    refuse('malformed', `signed has ${body.signed.length} entries for ${terms.length} items`);
  const recovery = yield* readingSignatures(
    recoveryLayout(terms, keys),
    'seller',
    body.signedRecoveryPsbt.psbtBase64,
    'the recovery PSBT',
  );
  const signatures: ListingSignatures[] = [];
  for (const [i, item] of terms.entries()) {
    const entry = body.signed[i]!;
    const id = body.items[i]!.inscriptionId;
    if (entry.inscriptionId !== id)
      refuse('malformed', `signed[${i}] is for ${entry.inscriptionId}, items[${i}] is ${id}`);
    const layouts = [transferLayout(item, keys), sellerLegLayout(item, keys, network)];
    const [transfer, sale] = (yield* readingSteps(layouts, 'seller', entry.psbts, ` of ${id}`)).map(
      ([signed]) => signed!.signature,
    );
    signatures.push({
      transferSignature: transfer!,
      saleSignature: sale!,
      recoverySignature: recovery[i]!.signature,
    });
  }
  return signatures;
}
