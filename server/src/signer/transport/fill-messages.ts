import { MAX_FUNDING_COINS } from '@ordbook/protocol/collection-offer/funding';
import { MAX_BUNDLE_BYTES } from '@ordbook/protocol/custody/bundle';
import { Type } from 'typebox';
import { MAX_ASKED_COINS } from '../fill-port.ts';
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
import type { MessageTable } from './messages.ts';

/** Messages of the three signers of fills. Shapes and sizes are checked before anything is computed. */
const Payout = Type.Object({ address: Address, valueSats: Sats });
const Tier = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 16 }),
  lockBlocks: Type.Integer({ minimum: 1, maximum: 0xffff }),
});
const InscriptionId = Type.String({ pattern: '^[0-9a-f]{64}i[0-9]{1,10}$' });
/** A DEFAULT signature, 64 bytes in hex. */
const Signature = Type.String({ pattern: '^[0-9a-f]{128}$' });

const Offer = Type.Object({
  priceSats: Sats,
  expiresAt: Type.Integer({ minimum: 0, maximum: 0xffffffffff }),
  receiveScript: Type.String({ pattern: '^([0-9a-f]{2}){1,100}$' }),
  eligibleRoot: Bytes32,
  criteriaHash: Bytes32,
  buyerKey: Bytes32,
  authSecretHash: Bytes32,
  keys: Type.Object({ market: Bytes32, gate: Bytes32, policy: Bytes32 }),
});

const Terms = Type.Object({
  offer: Offer,
  funding: Type.Object({
    payer: Payer,
    payments: Type.Array(Coin, { minItems: 1, maxItems: MAX_FUNDING_COINS }),
  }),
  utxo: Coin,
  inscription: Type.Object({ id: InscriptionId, offset: Sats }),
  sellerKey: Bytes32,
  sellerPaymentAddress: Address,
  sellerSats: Sats,
  marketplace: Type.Union([Payout, Type.Null()]),
  creator: Type.Union([Payout, Type.Null()]),
  tier: Tier,
  admission: Coin,
});

const Criteria = Type.String({ minLength: 2, maxLength: 200_000 });
const fill = { terms: Terms, sellerSignature: Signature, authSecret: Bytes32 };
const Proof = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: 0xffffffff }),
  count: Type.Integer({ minimum: 1, maximum: 0xffffffff }),
  siblings: Type.Array(Bytes32, { maxItems: 32 }),
});
const Signed = Type.Object({ signature: Signature });
/** Base64 of a custody proof. */
const Custody = Type.String({ maxLength: Math.ceil(MAX_BUNDLE_BYTES / 3) * 4 });
const Custodies = Type.Object({
  goods: Custody,
  source: Type.Union([Type.Object({ inscriptionId: InscriptionId, proof: Custody }), Type.Null()]),
});
const Collection = Type.Object({
  slug: Type.String(),
  kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
  sources: Type.Array(Type.String()),
});

const AdmissionFanOut = Type.Object({
  coins: OperatorCoins,
  tiers: Type.Array(Type.Object({ tier: Tier, count: Type.Integer({ minimum: 1, maximum: 1000 }) }), {
    minItems: 1,
    maxItems: 16,
  }),
  feeSats: Sats,
});

/** Served by the market signer in addition to `MESSAGES`. */
export const MARKET_FILL_MESSAGES = {
  signFill: { request: Type.Object(fill), answer: Signed },
  signAdmissionFanOut: { request: AdmissionFanOut, answer: SignedTransaction },
} as const satisfies MessageTable;

export const POLICY_MESSAGES = {
  publicKeys: { request: Type.Object({}), answer: Type.Object({ policy: Bytes32 }) },
  collection: {
    request: Type.Object({ slug: Type.String({ maxLength: 200 }) }),
    answer: Type.Object({
      described: Type.Union([Collection, Type.Null()]),
      hasIndex: Type.Boolean(),
    }),
  },
  signFill: {
    request: Type.Object({ ...fill, criteriaJson: Criteria, proof: Proof, custody: Custodies }),
    answer: Signed,
  },
} as const satisfies MessageTable;

const Outpoint = Type.Object({ txid: Bytes32, vout: Type.Integer({ minimum: 0, maximum: 0xffffffff }) });

export const GATE_MESSAGES = {
  publicKeys: { request: Type.Object({}), answer: Type.Object({ gate: Bytes32 }) },
  adopt: {
    request: Type.Object({ fanOut: AdmissionFanOut, hex: Hex }),
    answer: Type.Object({ txid: Bytes32 }),
  },
  knows: {
    request: Type.Object({ coins: Type.Array(Outpoint, { minItems: 1, maxItems: MAX_ASKED_COINS }) }),
    answer: Type.Object({ known: Type.Array(Type.Boolean()) }),
  },
  signFill: {
    request: Type.Object({ terms: Terms, market: Signature, policy: Signature }),
    answer: Type.Object({ offer: Signature, admission: Signature }),
  },
} as const satisfies MessageTable;
