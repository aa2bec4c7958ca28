import { Type } from 'typebox';
import {
  arrayOf,
  InscriptionId,
  NonnegativeSats,
  oneOfIntegers,
  PositiveSats,
  SlugParams,
  Txid,
  Uuid,
  WalletBindingId,
  WalletPublicKey,
} from '../fields/scalars.ts';
import { PsbtStep, SignedPsbt, SignedStep, UnnumberedStep } from '../fields/signing.ts';

const ordinalsPublicKey = WalletPublicKey('Key of the ordinals address.');
const BATCH = { minItems: 1, maxItems: 20 };

const Items = arrayOf(
  Type.Object({
    inscriptionId: InscriptionId('Inscription to list.'),
    priceSats: PositiveSats("Asking price in sats; at least the operator's minimum."),
  }),
  { ...BATCH, description: '1 to 20 inscriptions to list, none twice.' },
);

/** A step of a listing. The server names its inscription; clients may omit it. */
const BuiltStep = Type.Object(
  { ...PsbtStep.properties, inscriptionId: InscriptionId('Inscription of this step.') },
  { title: 'ListingPsbtStep', description: 'A PSBT to sign for one listed inscription.' },
);
const SignedListingStep = Type.Object({
  ...SignedStep.properties,
  inscriptionId: Type.Optional(InscriptionId('Inscription of this step.')),
});

export const ListingPreflightBody = Type.Object({
  walletBindingId: WalletBindingId,
  ordinalsPublicKey,
  items: Items,
});

export const ListingPreflightAnswer = Type.Object({
  listings: arrayOf(
    Type.Object({
      inscriptionId: InscriptionId('The inscription.'),
      anchorUtxoId: Uuid('Anchor reserved for this listing; send back at submit.'),
      psbts: arrayOf(BuiltStep, {
        description: 'Step 0, transfer (DEFAULT); step 1, sale (SINGLE|ANYONECANPAY).',
      }),
    }),
    { description: 'One per item, same order.' },
  ),
  recoveryPsbt: UnnumberedStep,
});

export const ListingSubmitBody = Type.Object({
  walletBindingId: WalletBindingId,
  ordinalsPublicKey,
  items: Items,
  durationDays: Type.Optional(
    oneOfIntegers([1, 7, 30, 90, 180], 'Days until the listing expires; omit for no expiry.'),
  ),
  anchors: arrayOf(
    Type.Object({
      inscriptionId: InscriptionId('The inscription.'),
      anchorUtxoId: Uuid('As returned by the preflight.'),
    }),
    { ...BATCH, description: 'One per item, same order, no anchor twice.' },
  ),
  signed: arrayOf(
    Type.Object({
      inscriptionId: InscriptionId('The inscription.'),
      psbts: arrayOf(SignedListingStep, { minItems: 2, maxItems: 2, description: 'Both steps, signed.' }),
    }),
    { ...BATCH, description: 'One per item.' },
  ),
  signedRecoveryPsbt: SignedPsbt,
});

const ListedPair = Type.Object({
  inscriptionId: InscriptionId('The inscription.'),
  listingId: Uuid('Its listing.'),
});

export const ListingSubmitAnswer = Type.Object({
  listings: arrayOf(ListedPair, { description: 'The new listings, in the order of the items.' }),
});

export const DelistBody = Type.Object({
  walletBindingId: WalletBindingId,
  listings: arrayOf(ListedPair, { ...BATCH, description: 'Listings to take down, none twice.' }),
});

export const DelistAnswer = Type.Object({
  listings: arrayOf(ListedPair, { description: 'The delisted listings.' }),
});

export const TakeBackParams = Type.Object({
  ...SlugParams.properties,
  listingId: Uuid("One of the caller's listings whose inscription is on its passthrough."),
});

const takeBackBody = { walletBindingId: WalletBindingId, ordinalsPublicKey };

export const TakeBackPreflightBody = Type.Object(takeBackBody);

export const TakeBackPreflightAnswer = Type.Object({
  listingId: Uuid('The listing.'),
  inscriptionId: InscriptionId('The inscription that comes back.'),
  networkFeeSats: NonnegativeSats('Network fee in sats, paid by the operator.'),
  expectedTxid: Txid('The transaction that brings the inscription back.'),
  steps: arrayOf(PsbtStep, {
    description:
      'One step: the passthrough, signed DEFAULT by its key path (internal key and merkle root are in the PSBT).',
  }),
});

export const TakeBackSubmitBody = Type.Object({
  ...takeBackBody,
  expectedTxid: Txid('As returned by the preflight.'),
  signedSteps: arrayOf(SignedStep, { minItems: 1, maxItems: 1, description: 'The step, signed.' }),
});

export const TakeBackSubmitAnswer = Type.Object({
  listingId: Uuid('The listing; cancelled if it was open.'),
  inscriptionId: InscriptionId('The inscription that comes back.'),
  txid: Txid('The transaction that brings the inscription back.'),
});
