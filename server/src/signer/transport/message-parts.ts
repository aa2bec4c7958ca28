import { PAYMENT_TYPE_NAMES } from '@ordbook/protocol/locks/payer';
import { MAX_SATS } from '@ordbook/protocol/sats';
import { Type } from 'typebox';

/** Parts of the messages of all signers. */
export const Sats = Type.Integer({ minimum: 0, maximum: MAX_SATS });
/** 32 bytes: a txid, a hash, or an x-only key. */
export const Bytes32 = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Hex = Type.String({ pattern: '^([0-9a-f]{2})+$' });
export const Coin = Type.Object({
  txid: Bytes32,
  vout: Type.Integer({ minimum: 0, maximum: 0xffffffff }),
  valueSats: Sats,
});
/** Compressed or x-only. */
export const Key = Type.String({ pattern: '^(0[23])?[0-9a-f]{64}$' });
export const Address = Type.String({ minLength: 1, maxLength: 120 });
export const Payer = Type.Object({
  address: Address,
  publicKey: Key,
  type: Type.Enum(PAYMENT_TYPE_NAMES),
});
export const SignedTransaction = Type.Object({ txid: Bytes32, hex: Hex });

/** Operator coins of one transaction. */
export const OperatorCoins = Type.Array(Coin, { minItems: 1, maxItems: 1000 });

/** The body of a 403 or 503: why the signer does not sign now, for the operator. */
export const Unavailable = Type.Object({ unavailable: Type.String() });
