import {
  MAX_GROUP_VALUES,
  MAX_TRAIT_GROUPS,
  MAX_TRAIT_LENGTH,
} from '@ordbook/protocol/collection-offer/criteria';
import { MAX_FUNDING_COINS } from '@ordbook/protocol/collection-offer/funding';
import { MINIMUM_PRICE_SATS, PRICE_STEP_SATS } from '@ordbook/protocol/collection-offer/offer';
import { Type } from 'typebox';
import { custodyProofs, proofs } from '../fields/custody.ts';
import { PATTERNS } from '../fields/patterns.ts';
import {
  Address,
  arrayOf,
  CollectionSlug,
  Count,
  DateTime,
  EXAMPLE_KEY,
  EXAMPLE_SCRIPT,
  FeeRate,
  InscribedText,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  PositiveSats,
  Text,
  Txid,
  Uuid,
  WalletBindingId,
  WalletPublicKey,
} from '../fields/scalars.ts';
import { PsbtStep, SignedPsbt, SpendableUtxos, Utxo } from '../fields/signing.ts';
import { validityHours } from '../offer/flows.ts';

export const SlugOfferParams = Type.Object({ slug: CollectionSlug, offerId: Uuid('The collection offer.') });

const traitText = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TRAIT_LENGTH, description });
export const Target = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('all', { description: 'Every member of the collection.' }) },
      { title: 'TargetAll', description: 'Every member.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('traits', { description: 'Members with these traits.' }),
        traits: arrayOf(
          Type.Object({
            type: traitText('Type of the trait.'),
            values: arrayOf(traitText('A value.'), {
              minItems: 1,
              maxItems: MAX_GROUP_VALUES,
              description: 'Any of these.',
            }),
          }),
          { minItems: 1, maxItems: MAX_TRAIT_GROUPS, description: 'Groups; all of them must match.' },
        ),
      },
      { title: 'TargetTraits', description: 'Members whose traits match every group.' },
    ),
  ],
  { description: 'What the offer is for.' },
);

const Hash = (description: string) =>
  Type.String({ pattern: PATTERNS.hash, description, examples: ['9f'.repeat(32)] });
/** An x-only public key. */
const XOnlyKey = (description: string) =>
  Type.String({ pattern: PATTERNS.hash, description, examples: [EXAMPLE_KEY] });
/** A script. */
const Hex = (description: string) =>
  Type.String({ pattern: PATTERNS.hex, maxLength: 20_000, description, examples: [EXAMPLE_SCRIPT] });

/** The target as text: at most 8 groups of 16 values, each character escaped. */
const CriteriaText = (description: string) => Type.String({ maxLength: 1_000_000, description });

const SAMPLE_ID = 'The oldest inscription of the target';
const previewContentType = nullable(InscribedText('Its MIME type.'));
const SampleInscription = Type.Object(
  {
    inscriptionId: InscriptionId(`${SAMPLE_ID}.`),
    previewContentType,
    image: Text('Its media URL.'),
    imageRenderingHint: nullable(oneOf(['auto', 'pixelated'], 'How to scale it.')),
  },
  { title: 'SampleInscription', description: 'A sample inscription of the target.' },
);

export const CollectionOfferRow = Type.Object(
  {
    id: Uuid('The offer.'),
    target: Target,
    scopeLabel: CriteriaText('The target, for display.'),
    priceSats: PositiveSats('The price.'),
    eligibleCount: Count('Inscriptions that may fill it.'),
    makerAddress: Address('Ordinals address of the buyer.'),
    expiresAt: DateTime('When it expires.'),
    createdAt: DateTime('When it was made.'),
    totalSats: PositiveSats('What the buyer pays in total. It equals the price: fees are paid out of it.'),
    status: oneOf(['active'], 'Always `active`.'),
    actionBindingId: nullable(
      Uuid("The caller's wallet binding that can cancel it; null for others' offers."),
    ),
    sampleInscription: nullable(SampleInscription),
  },
  { title: 'CollectionOfferRow', description: 'An active collection or trait offer.' },
);

export const CollectionOffersAnswer = Type.Object({
  rows: arrayOf(CollectionOfferRow, { description: 'Highest price first; the best 1,000.' }),
  totalCount: Count('Active offers.'),
  collectionOfferCount: Count('Active offers for the whole collection.'),
  traitOfferCount: Count('Active offers for traits.'),
});

export const TargetPreviewBody = Type.Object({ target: Target });
export const TargetPreviewAnswer = Type.Object({
  target: Target,
  eligibleCount: Count('Inscriptions in the target now; 0 when no member meets it.'),
  floorSats: nullable(PositiveSats('Lowest listing price in the target.')),
  collectionFloorSats: nullable(PositiveSats('Lowest listing price in the collection.')),
  sampleInscription: nullable(SampleInscription),
  inscriptionId: nullable(InscriptionId(`${SAMPLE_ID}; null when no member meets it.`)),
  previewContentType,
});

export const MAX_OFFERS_PER_CALL = 10;

const grouped = (amount: number) => amount.toLocaleString('en-US');
const pricing = {
  target: Target,
  priceSats: PositiveSats(
    `At least ${grouped(MINIMUM_PRICE_SATS)} and a multiple of ${grouped(PRICE_STEP_SATS)}.`,
  ),
  offerCount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_OFFERS_PER_CALL,
      default: 1,
      description: 'How many offers to make.',
    }),
  ),
  ladderStepSats: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Each further offer is priced lower by this amount.',
    }),
  ),
};

export const ReplacementWarningBody = Type.Object({
  walletBindingId: WalletBindingId,
  ...pricing,
  spendableUtxos: SpendableUtxos,
});
export const ReplacementWarningAnswer = Type.Object({
  replacementWarning: nullable(
    Type.Object(
      {
        activeOfferCount: Count('Active offers that would be replaced.', 1),
      },
      {
        title: 'ReplacementWarning',
        description: 'The offers that would be replaced; null when there are none.',
      },
    ),
  ),
});

const making = {
  walletBindingId: WalletBindingId,
  ordinalsPublicKey: WalletPublicKey('Key of the ordinals address.'),
  paymentPublicKey: WalletPublicKey('Key of the payment address.'),
  ...pricing,
  validityHours,
};

export const CollectionOfferPreflightBody = Type.Object({
  ...making,
  spendableUtxos: Type.Optional(SpendableUtxos),
});

const collectionLevel = {
  criteriaCanonicalJson: CriteriaText('Collection, height and target in canonical JSON.'),
  offerCriteriaHash: Hash('Tagged hash of the canonical JSON.'),
  eligibleRoot: Hash('Root of the eligible set.'),
  eligibleCount: Count('Size of the eligible set.'),
  buyerReceiveScriptHex: Hex('Script that gets the inscription.'),
};
const SelectedPaymentUtxos = arrayOf(Utxo, {
  minItems: 1,
  maxItems: MAX_FUNDING_COINS,
  description: 'Coins that fund the offer; send back at submit.',
});
const SignerKeys = Type.Object(
  { market: XOnlyKey('Market key.'), gate: XOnlyKey('Gate key.'), policy: XOnlyKey('Policy key.') },
  { title: 'OfferSignerKeys', description: 'X-only keys of the signers in the leaf.' },
);

const PromisedOffer = Type.Object(
  {
    ...collectionLevel,
    priceSats: PositiveSats('The price of this offer.'),
    offerAddress: Address('Address of the offer output; commits to all terms.'),
    offerScriptHex: Hex('The leaf of the offer output; its first push is the terms.'),
    offerAuthSecretHash: Hash('SHA-256 of a secret that a fill must reveal.'),
    buyerPublicKey: XOnlyKey("The buyer's x-only internal key. Its key path takes the money back."),
    signerPublicKeys: SignerKeys,
    expiresAt: DateTime('When it expires.'),
    expiresAtUnix: Count('`expiresAt` in Unix seconds, as hashed.'),
    selectedPaymentUtxos: SelectedPaymentUtxos,
    fundingParentFeeRateSatVb: Type.Integer({ minimum: 0, maximum: 0, description: 'Always 0.' }),
    fundingBroadcasted: Type.Boolean({ description: 'Always false.' }),
    expectedFundingParentTxid: Txid('Id of the funding parent.'),
    fundingParentVout: Count('Index of the offer output.'),
    preflightToken: Txid('Identifies this preflight; optional at submit.'),
    fundingParentStep: PsbtStep,
    signerAddress: PsbtStep.properties.signerAddress,
    inputsToSign: PsbtStep.properties.inputsToSign,
    psbtBase64: PsbtStep.properties.psbtBase64,
  },
  { title: 'PromisedCollectionOffer', description: 'Terms of one offer and the PSBT that makes it.' },
);

export const CollectionOfferPreflightAnswer = Type.Object({
  ...collectionLevel,
  offers: arrayOf(PromisedOffer, { description: 'One per requested offer.' }),
});

const SignedOffer = Type.Object({
  selectedPaymentUtxos: SelectedPaymentUtxos,
  expectedFundingParentTxid: Txid('As returned by the preflight.'),
  signedFundingParentStep: SignedPsbt,
});

export const CollectionOfferSubmitBody = Type.Object({
  ...making,
  offers: arrayOf(SignedOffer, {
    minItems: 1,
    maxItems: MAX_OFFERS_PER_CALL,
    description: 'The offers of the preflight, signed.',
  }),
  spendableUtxos: Type.Optional(SpendableUtxos),
});

export const CollectionOfferSubmitAnswer = Type.Object({
  status: oneOf(['active'], 'Always `active`.'),
  offers: arrayOf(
    Type.Object({
      offerId: Uuid('The offer.'),
      status: oneOf(['active'], 'Always `active`.'),
      priceSats: PositiveSats('Its price.'),
      fundingParentTxid: Txid('Id of its funding parent.'),
      fundingParentVout: Count('Index of the offer output.'),
      fundingParentFeeRateSatVb: Type.Integer({ minimum: 0, maximum: 0, description: 'Always 0.' }),
      fundingBroadcasted: Type.Boolean({ description: 'Always false.' }),
    }),
    { description: 'In the order of the request.' },
  ),
});

export const CollectionOfferCancelBody = Type.Object({ walletBindingId: WalletBindingId });
export const CollectionOfferCancelAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  status: oneOf(['cancelled'], 'Always `cancelled`.'),
});

const rung = (description: string) =>
  Type.Object(
    { offerId: Uuid('The offer.'), priceSats: PositiveSats('Its price.') },
    { title: 'OfferAtPrice', description },
  );
const BelowTopOffer = nullable(
  Type.Object(
    { selectedOffer: rung('The offer asked for.'), topOffer: rung('The highest offer.') },
    { title: 'BelowTopOffer', description: 'Another active offer pays more for the same inscription.' },
  ),
);

const filling = {
  walletBindingId: WalletBindingId,
  ordinalsPublicKey: WalletPublicKey('Key of the ordinals address.'),
  offerId: Type.Optional(Uuid('As in the path.')),
  inscriptionId: InscriptionId('What is sold.'),
};

export const FillPreflightBody = Type.Object({ ...filling, proofs });
export const FillPreflightAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  inscriptionId: InscriptionId('What is sold.'),
  priceSats: PositiveSats('The price of the offer.'),
  sellerReceiveSats: NonnegativeSats(
    "The price less `marketplaceFeeSats` and `creatorRoyaltySats`: 97,500 of 100,000 with a fee of 2,500. The seller's output pays `sellerReceiveSats - estimatedNetworkFeeSats`: 96,300 with a network fee of 1,200.",
    97_500,
  ),
  inscriptionUtxoValueSats: NonnegativeSats(
    "Postage: the value of the seller's own output, which goes to the buyer with the inscription. It is not part of `sellerReceiveSats`, and nothing is paid for it.",
    10_000,
  ),
  marketplaceFeeSats: NonnegativeSats(
    "The marketplace's fee, out of the price: by default the seller's and the buyer's shares together, 250 bps.",
    2_500,
  ),
  creatorRoyaltySats: NonnegativeSats("The creator's royalty."),
  estimatedNetworkFeeSats: NonnegativeSats(
    'Network fee of the package, funding parent and settlement together. The seller pays it out of `sellerReceiveSats`.',
    1_200,
  ),
  targetFeeRateSatVb: FeeRate('Fee rate of the package in sat/vB.'),
  belowTopOfferWarning: BelowTopOffer,
  expectedSettlementTxid: Txid('Id of the settlement.'),
  admissionAnchorUtxoId: Uuid('Admission coin reserved for this fill; send back at submit.'),
  sellerStep: PsbtStep,
  signerAddress: PsbtStep.properties.signerAddress,
  inputsToSign: PsbtStep.properties.inputsToSign,
  psbtBase64: PsbtStep.properties.psbtBase64,
  custodyProofs,
});

export const FillSubmitBody = Type.Object({
  ...filling,
  expectedSettlementTxid: Txid('As returned by the preflight.'),
  admissionAnchorUtxoId: Uuid('As returned by the preflight.'),
  signerAddress: SignedPsbt.properties.signerAddress,
  inputsToSign: SignedPsbt.properties.inputsToSign,
  psbtBase64: Type.Optional(SignedPsbt.properties.psbtBase64),
  signedSellerStep: Type.Optional(SignedPsbt),
  belowTopOfferConfirmation: Type.Optional(BelowTopOffer),
});
export const FillSubmitAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  fillAttemptId: Uuid('This fill.'),
  status: oneOf(['broadcast', 'accepted'], '`accepted` once it is in a block.'),
  settlementTxid: Txid('Id of the settlement.'),
});
