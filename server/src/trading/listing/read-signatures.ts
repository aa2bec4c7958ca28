import { ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import type { ListingTerms, SignedPsbt, SignedStep } from '@ordbook/protocol/layout/terms';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { readingStep, readingSteps } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';

interface SignedPsbts {
  readonly items: readonly { readonly inscriptionId: string }[];
  readonly signed: readonly { readonly inscriptionId: string; readonly psbts: readonly SignedStep[] }[];
  readonly signedRecoveryPsbt: SignedPsbt;
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
  const signer = { party: 'seller', address: ordinalsAddressOf(terms[0]!.sellerKey, network) } as const;
  const recovery = yield* readingStep(
    recoveryLayout(terms, keys),
    signer,
    body.signedRecoveryPsbt,
    'the recovery PSBT',
  );
  const signatures: ListingSignatures[] = [];
  for (const [i, item] of terms.entries()) {
    const entry = body.signed[i]!;
    const id = body.items[i]!.inscriptionId;
    if (entry.inscriptionId !== id)
      refuse('malformed', `signed[${i}] is for ${entry.inscriptionId}, items[${i}] is ${id}`);
    const layouts = [transferLayout(item, keys), sellerLegLayout(item, keys, network)];
    const [transfer, sale] = (yield* readingSteps(layouts, signer, entry.psbts, ` of ${id}`)).map(
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
