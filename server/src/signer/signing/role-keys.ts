import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import type { NetworkName } from '@ordbook/protocol/network';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { secretOf } from './keys.ts';

/**
 * The key of the policy or gate signer. `publicKey`: x-only hex. Throws an Error that never shows the secret.
 */
export function roleKey(
  text: string,
  role: 'policy' | 'gate',
  network: NetworkName,
): { readonly secret: Uint8Array; readonly publicKey: string } {
  const secret = secretOf(text, role, network);
  return { secret, publicKey: bytesToHex(xOnlyPointFromScalar(secret)) };
}
