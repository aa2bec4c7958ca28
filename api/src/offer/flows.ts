import { Type } from 'typebox';
import { custodyProofs, proofs } from '../fields/custody.ts';
import { feeBreakdownFields } from '../fields/fee-breakdown.ts';
import {
  arrayOf,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  oneOfIntegers,
  PositiveSats,
  Txid,
  Uuid,
  WalletBindingId,
  WalletPublicKey,
} from '../fields/scalars.ts';
import { PsbtStep, SignedStep, SpendableUtxos, Utxo } from '../fields/signing.ts';
import { OfferStatus } from './offer.ts';

export const validityHours = Type.Optional(
  oneOfIntegers([6, 12, 24, 168, 720, 2160], 'Hours until it expires.', { default: 168 }),
);
const Active = oneOf(['active'], 'Always `active`.');

const offered = {
  walletBindingId: WalletBindingId,
  paymentPublicKey: WalletPublicKey('Key of the payment address.'),
  inscriptionIds: arrayOf(InscriptionId('An inscription of the collection.'), {
    minItems: 1,
    maxItems: 20,
    description:
      '1 to 20 inscriptions to make offers on, none twice. All offers spend the same coins, so the buyer gets one of them.',
  }),
  priceSats: PositiveSats('Price of each; a multiple of 1,000.'),
  validityHours,
};

export const OfferPreflightBody = Type.Object({
  ...offered,
  spendableUtxos: Type.Optional(SpendableUtxos),
  proofs,
});

export const OfferPreflightAnswer = Type.Object({
  selectedPaymentUtxos: arrayOf(Utxo, { description: 'Coins that pay; send back at submit.' }),
  items: arrayOf(
    Type.Object({
      inscriptionId: InscriptionId('The inscription.'),
      priceSats: PositiveSats('The price.'),
      ...feeBreakdownFields,
      targetFeeRateSatVb: Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'Fee rate of the settlement, sat/vB. The seller raises it to the current rate at the acceptance.',
      }),
      estimatedNetworkFeeSats: NonnegativeSats(
        'Network fee of the settlement, paid by the buyer on top of `buyerPayTotalSats` and `inscriptionUtxoValueSats`.',
      ),
      expectedSettlementTxid: Txid('Id of the settlement.'),
      steps: arrayOf(PsbtStep, { description: 'One step, signed by the payment address.' }),
    }),
    { description: 'One per inscription, same order.' },
  ),
  custodyProofs,
});

/** The step, flat beside the inscription or nested in `signedSteps`. */
const SignedItem = Type.Object({
  inscriptionId: InscriptionId('The inscription.'),
  expectedSettlementTxid: Txid('As returned by the preflight.'),
  psbtBase64: Type.Optional(SignedStep.properties.psbtBase64),
  signerAddress: SignedStep.properties.signerAddress,
  inputsToSign: SignedStep.properties.inputsToSign,
  signedSteps: Type.Optional(
    arrayOf(SignedStep, { minItems: 1, maxItems: 1, description: 'Instead of the flat step.' }),
  ),
});

export const OfferSubmitBody = Type.Object({
  ...offered,
  selectedPaymentUtxos: arrayOf(Utxo, {
    minItems: 1,
    maxItems: 1000,
    description: 'Exactly those of the preflight.',
  }),
  signedItems: arrayOf(SignedItem, { minItems: 1, maxItems: 20, description: 'One per inscription.' }),
});

export const OfferSubmitAnswer = Type.Object({
  items: arrayOf(
    Type.Object({
      inscriptionId: InscriptionId('The inscription.'),
      offerId: Uuid('Its offer.'),
      status: Active,
    }),
    { description: 'The new offers, in the order of the inscriptions.' },
  ),
  status: Active,
});

export const OfferActionBody = Type.Object({ walletBindingId: WalletBindingId });

export const OfferActionAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  status: OfferStatus,
});

const ordinalsPublicKey = WalletPublicKey('Key of the ordinals address.');

export const AcceptPreflightBody = Type.Object({
  walletBindingId: WalletBindingId,
  ordinalsPublicKey,
  proofs,
});

const expectedPayoutTxid = nullable(
  Txid('Id of the payout, which moves the proceeds to the payment address; null when none is needed.'),
);

export const AcceptPreflightAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  targetFeeRateSatVb: Type.Number({
    minimum: 1,
    maximum: 20,
    description: 'Fee rate of the package, sat/vB; send back at submit.',
  }),
  estimatedNetworkFeeSats: NonnegativeSats('Network fee that the seller pays out of the proceeds.'),
  expectedSettlementTxid: Txid('Id of the settlement.'),
  expectedPayoutTxid,
  steps: arrayOf(PsbtStep, {
    description: 'Step 0, the settlement; step 1, the payout if there is one. All DEFAULT.',
  }),
  custodyProofs,
});

export const AcceptSubmitBody = Type.Object({
  walletBindingId: WalletBindingId,
  ordinalsPublicKey,
  targetFeeRateSatVb: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 20,
      description:
        'Fee rate of the package, sat/vB: the package is rebuilt at this rate. Default: the rate that the last preflight of this offer returned.',
    }),
  ),
  expectedSettlementTxid: Txid('As returned by the preflight.'),
  expectedPayoutTxid,
  signedSteps: arrayOf(SignedStep, { minItems: 1, maxItems: 2, description: 'The steps, signed.' }),
});

export const AcceptSubmitAnswer = Type.Object({
  offerId: Uuid('The offer.'),
  settlementTxid: Txid('Id of the settlement.'),
  payoutTxid: nullable(Txid('Id of the payout, or null.')),
  status: oneOf(['accepted'], 'Always `accepted`.'),
});
