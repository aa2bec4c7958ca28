import { TRANSFER_BYTES } from '@ordbook/protocol/listing/listing';
import { Type } from 'typebox';
import { feeBreakdownFields } from '../fields/fee-breakdown.ts';
import {
  arrayOf,
  FeeRate,
  NonnegativeSats,
  oneOf,
  PositiveSats,
  Txid,
  UnsignedTransaction,
  Uuid,
  WalletBindingId,
  WalletPublicKey,
} from '../fields/scalars.ts';
import { PsbtStep, SignedStep, SpendableUtxos, Utxo } from '../fields/signing.ts';
import { validityHours } from '../offer/flows.ts';

const asked = {
  walletBindingId: WalletBindingId,
  ordinalsPublicKey: WalletPublicKey('Key of the ordinals address.'),
  priceSats: PositiveSats("A multiple of 1,000, at least 1,000 above the buyer's offer."),
  validityHours,
};

export const CounterPreflightBody = Type.Object(asked);

export const CounterPreflightAnswer = Type.Object({
  priceSats: PositiveSats('The price.'),
  ...feeBreakdownFields,
  anchorUtxoId: Uuid('Anchor reserved for this counter; send back at submit.'),
  targetFeeRateSatVb: FeeRate('Current fee rate in sat/vB.'),
  estimatedNetworkFeeSats: NonnegativeSats('Network fee that the buyer would pay at that rate.'),
  expectedTransferTxid: Txid('Id of the transfer.'),
  expectedSettlementTxid: Txid(
    'Id of the settlement as the seller signs it, before the buyer adds an input.',
  ),
  steps: arrayOf(PsbtStep, {
    description:
      'Step 0 the transfer (DEFAULT), step 1 the settlement, step 2 the recovery (both ALL|ANYONECANPAY).',
  }),
});

export const CounterSubmitBody = Type.Object({
  ...asked,
  anchorUtxoId: Uuid('As returned by the preflight.'),
  expectedTransferTxid: Txid('As returned by the preflight.'),
  expectedSettlementTxid: Txid('As returned by the preflight.'),
  signedSteps: arrayOf(SignedStep, { minItems: 3, maxItems: 3, description: 'All three steps, signed.' }),
});

export const CounterSubmitAnswer = Type.Object({
  offerId: Uuid('The counter.'),
  parentOfferId: Uuid("The buyer's offer that it counters."),
  status: oneOf(['active'], 'Always `active`.'),
});

const paying = {
  walletBindingId: WalletBindingId,
  paymentPublicKey: WalletPublicKey('Key of the payment address.'),
};

export const CounterAcceptPreflightBody = Type.Object({
  ...paying,
  spendableUtxos: Type.Optional(SpendableUtxos),
});

export const CounterAcceptPreflightAnswer = Type.Object({
  offerId: Uuid('The counter.'),
  selectedPaymentUtxos: arrayOf(Utxo, { description: 'Coins that pay; send back at submit.' }),
  targetFeeRateSatVb: FeeRate('Fee rate of the package, sat/vB.'),
  estimatedNetworkFeeSats: NonnegativeSats('Network fee that the buyer pays.'),
  listingTransfer: UnsignedTransaction(
    'The transfer whose passthrough the settlement spends.',
    TRANSFER_BYTES,
  ),
  expectedFundingTxid: Txid('Id of the transaction that makes a coin of exactly the amount due.'),
  expectedSettlementTxid: Txid('Id of the settlement.'),
  steps: arrayOf(PsbtStep, { description: 'Step 0 the funding, step 1 the settlement.' }),
});

export const CounterAcceptSubmitBody = Type.Object({
  ...paying,
  spendableUtxos: Type.Unsafe<readonly { txid: string; vout: number; valueSats: number }[]>({
    ...SpendableUtxos,
    minItems: 1,
  }),
  selectedPaymentUtxos: arrayOf(Utxo, {
    minItems: 1,
    maxItems: 1000,
    description: 'Exactly those of the preflight.',
  }),
  expectedFundingTxid: Txid('As returned by the preflight.'),
  expectedSettlementTxid: Txid('As returned by the preflight.'),
  signedSteps: arrayOf(SignedStep, { minItems: 2, maxItems: 2, description: 'Both steps, signed.' }),
});
