import { MAX_PAYMENTS } from '@ordbook/protocol/layout/coin-selection';
import { type TSchema, Type } from 'typebox';
import {
  Address,
  Bytes32,
  Coin,
  Hex,
  OperatorCoins,
  Payer,
  Sats,
  SignedTransaction,
} from './message-parts.ts';

/**
 * Messages of the market signer: POST /<method> with the arguments of the port's method as JSON. 200: the
 * result; 422: `{refusal}`, the broken rule of the signing policy; 400 and 413: a malformed message. Shapes
 * and sizes are checked before anything is computed.
 */
/** Hex of a signature with its sighash byte: at most 73 bytes. */
const Signature = Type.String({ pattern: '^([0-9a-f]{2}){1,73}$' });

const Listing = Type.Object({
  utxo: Coin,
  inscriptions: Type.Array(Type.Object({ id: Type.String({ maxLength: 80 }), offset: Sats }), {
    maxItems: 1000,
  }),
  sellerKey: Bytes32,
  sellerPaymentAddress: Address,
  sellerProceedsSats: Sats,
  anchor: Coin,
  transferFeeSats: Sats,
});

const MAX_LISTINGS = 20;

const Payouts = Type.Array(
  Type.Object({
    purpose: Type.Union([
      Type.Literal('marketplace'),
      Type.Literal('creator'),
      Type.Literal('partner'),
      Type.Literal('donation'),
    ]),
    address: Address,
    valueSats: Sats,
  }),
  { maxItems: 4 * MAX_LISTINGS },
);

const Sale = Type.Object({
  terms: Type.Object({
    listings: Type.Array(Listing, { minItems: 1, maxItems: MAX_LISTINGS }),
    purchaseAnchor: Coin,
    buyerOrdinalsAddress: Address,
    payer: Payer,
    payments: Type.Array(Coin, { minItems: 1, maxItems: MAX_PAYMENTS }),
    payouts: Payouts,
    freshAnchors: Type.Object({
      count: Type.Integer({ minimum: 0, maximum: MAX_LISTINGS + 1 }),
      valueSats: Sats,
    }),
    changeSats: Sats,
  }),
  transferSignatures: Type.Array(Signature, { minItems: 1, maxItems: MAX_LISTINGS }),
  sellerSignatures: Type.Array(Signature, { minItems: 1, maxItems: MAX_LISTINGS }),
  buyerSignatures: Type.Array(
    Type.Object({ inputIndex: Type.Integer({ minimum: 0, maximum: 10_000 }), signature: Signature }),
    { maxItems: MAX_PAYMENTS },
  ),
});

const Bump = Type.Union([Type.Object({ coin: Coin, feeSats: Sats }), Type.Null()]);

const Recovery = Type.Object({
  items: Type.Array(Type.Object({ terms: Listing, sellerSignature: Signature }), {
    minItems: 1,
    maxItems: MAX_LISTINGS,
  }),
  bump: Bump,
});

const TakeBack = Type.Object({ terms: Listing, sellerSignature: Signature, bump: Bump });

const CounterTerms = Type.Object({
  transfer: Listing,
  buyerOrdinalsAddress: Address,
  payouts: Payouts,
});

const Counter = Type.Object({
  terms: CounterTerms,
  funding: Type.Object({ coin: Coin, payer: Payer }),
  transferSignature: Signature,
  sellerSignature: Signature,
  buyerSignatures: Type.Array(
    Type.Object({ inputIndex: Type.Integer({ minimum: 0, maximum: 1 }), signature: Signature }),
    { minItems: 1, maxItems: 1 },
  ),
});

const CounterRecovery = Type.Object({
  terms: CounterTerms,
  sellerSignature: Signature,
  feeCoins: OperatorCoins,
});

const AnchorFanOut = Type.Object({
  coins: OperatorCoins,
  count: Type.Integer({ minimum: 0, maximum: 1000 }),
  valueSats: Sats,
  feeSats: Sats,
});

const BumpedTransaction = Type.Object({
  ...SignedTransaction.properties,
  bump: Type.Union([SignedTransaction, Type.Null()]),
});

/** The request and response of each method of the port. */
export const MESSAGES = {
  publicKeys: { request: Type.Object({}), answer: Type.Object({ market: Bytes32, anchor: Bytes32 }) },
  signSale: { request: Sale, answer: Type.Object({ transfers: Type.Array(Hex), sale: Hex }) },
  signRecovery: { request: Recovery, answer: BumpedTransaction },
  signTakeBack: { request: TakeBack, answer: BumpedTransaction },
  signCounter: { request: Counter, answer: Type.Object({ transfer: Hex, settlement: Hex }) },
  signCounterRecovery: { request: CounterRecovery, answer: SignedTransaction },
  signAnchorFanOut: { request: AnchorFanOut, answer: SignedTransaction },
} as const satisfies MessageTable;

/** The request and response of each method that a signer process serves. */
export type MessageTable = {
  readonly [method: string]: { readonly request: TSchema; readonly answer: TSchema };
};

/** Most bytes of a message: a fill with two custody proofs, and criteria, has most. */
export const MAX_MESSAGE_BYTES = 3 * 1024 * 1024;

export const Refused = Type.Object({ refusal: Type.String() });
