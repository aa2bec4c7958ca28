import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import type { OfferKeys } from '@ordbook/protocol/collection-offer/offer';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { NetworkName } from '@ordbook/protocol/network';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { secretOf } from './keys.ts';

/**
 * The public keys of all signers of an operator, x-only hex. Each signer receives them from the operator, and
 * signs no fill under other keys.
 */
export type SignerKeys = OfferKeys & OperatorKeys;

/**
 * The key of the policy or gate signer. `publicKey`: x-only hex. Throws an Error that never shows the secret,
 * also when the operator's `keys` name another key for this role.
 */
export function roleKey(
  text: string,
  role: 'policy' | 'gate',
  network: NetworkName,
  keys?: SignerKeys,
): { readonly secret: Uint8Array; readonly publicKey: string } {
  const secret = secretOf(text, role, network);
  const publicKey = bytesToHex(xOnlyPointFromScalar(secret));
  if (keys && keys[role] !== publicKey)
    throw new Error(`the ${role} key is ${publicKey}, but the key set of the operator has ${keys[role]}`);
  return { secret, publicKey };
}
