import { type TSchema, Type } from 'typebox';
import { MAX_SATS } from '../base/sats.ts';
import { MAX_FUNDING_COINS } from '../protocol/collection-offer/funding.ts';

/** What goes over the sockets of the three signers of fills; shapes and sizes are checked before anything is computed. */
const Sats = Type.Integer({ minimum: 0, maximum: MAX_SATS });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Coin = Type.Object({
  txid: Hash,
  vout: Type.Integer({ minimum: 0, maximum: 0xffffffff }),
  valueSats: Sats,
});
const Address = Type.String({ minLength: 1, maxLength: 120 });
const Payout = Type.Object({ address: Address, valueSats: Sats });
const Tier = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 16 }),
  lockBlocks: Type.Integer({ minimum: 1, maximum: 0xffff }),
});
/** 64 bytes: DEFAULT. */
const Signature = Type.String({ pattern: '^[0-9a-f]{128}$' });

const Offer = Type.Object({
  priceSats: Sats,
  expiresAt: Type.Integer({ minimum: 0, maximum: 0xffffffffff }),
  receiveScript: Type.String({ pattern: '^([0-9a-f]{2}){1,100}$' }),
  eligibleRoot: Hash,
  criteriaHash: Hash,
  buyerKey: Hash,
  authSecretHash: Hash,
  keys: Type.Object({ market: Hash, gate: Hash, policy: Hash }),
});

const Terms = Type.Object({
  offer: Offer,
  funding: Type.Object({
    payer: Type.Object({
      address: Address,
      publicKey: Type.String({ pattern: '^(0[23])?[0-9a-f]{64}$' }),
      type: Type.Union([Type.Literal('p2wpkh'), Type.Literal('p2sh-p2wpkh'), Type.Literal('p2tr')]),
    }),
    payments: Type.Array(Coin, { minItems: 1, maxItems: MAX_FUNDING_COINS }),
  }),
  utxo: Coin,
  inscription: Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{64}i[0-9]{1,10}$' }), offset: Sats }),
  sellerKey: Hash,
  sellerPaymentAddress: Address,
  sellerSats: Sats,
  marketplace: Type.Union([Payout, Type.Null()]),
  creator: Type.Union([Payout, Type.Null()]),
  tier: Tier,
  admission: Coin,
});

const Criteria = Type.String({ minLength: 2, maxLength: 200_000 });
const fill = { terms: Terms, sellerSignature: Signature, authSecret: Hash };
const Proof = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: 0xffffffff }),
  count: Type.Integer({ minimum: 1, maximum: 0xffffffff }),
  siblings: Type.Array(Hash, { maxItems: 32 }),
});
const Signed = Type.Object({ signature: Signature });

interface Messages {
  readonly request: TSchema;
  readonly answer: TSchema;
}

/** The market's role serves these beside `MESSAGES`. */
export const MARKET_FILL_MESSAGES = {
  signFill: { request: Type.Object(fill), answer: Signed },
  signAdmissionSplit: {
    request: Type.Object({
      coins: Type.Array(Coin, { minItems: 1, maxItems: 1000 }),
      tiers: Type.Array(Type.Object({ tier: Tier, count: Type.Integer({ minimum: 1, maximum: 1000 }) }), {
        minItems: 1,
        maxItems: 16,
      }),
      feeSats: Sats,
    }),
    answer: Type.Object({ txid: Hash, hex: Type.String({ pattern: '^([0-9a-f]{2})+$' }) }),
  },
} as const satisfies Record<string, Messages>;

export const POLICY_MESSAGES = {
  publicKeys: { request: Type.Object({}), answer: Type.Object({ policy: Hash }) },
  eligible: {
    request: Type.Object({ criteriaJson: Criteria }),
    answer: Type.Object({ root: Type.Union([Hash, Type.Null()]), count: Type.Integer({ minimum: 0 }) }),
  },
  signFill: { request: Type.Object({ ...fill, criteriaJson: Criteria, proof: Proof }), answer: Signed },
} as const satisfies Record<string, Messages>;

export const GATE_MESSAGES = {
  publicKeys: { request: Type.Object({}), answer: Type.Object({ gate: Hash }) },
  signFill: {
    request: Type.Object({ terms: Terms }),
    answer: Type.Object({ offer: Signature, admission: Signature }),
  },
} as const satisfies Record<string, Messages>;
