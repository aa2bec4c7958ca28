import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import type { NetworkName } from '../../protocol/network.ts';
import { bytesToHex } from '../../protocol/bitcoin/bytes.ts';
import { secretOf } from './keys.ts';

/** The one key of the policy or the gate signer. `publicKey`: x-only hex. Throws an Error that never shows the secret. */
export function roleKey(
  text: string,
  role: 'policy' | 'gate',
  network: NetworkName,
): { readonly secret: Uint8Array; readonly publicKey: string } {
  const secret = secretOf(text, role, network);
  return { secret, publicKey: bytesToHex(xOnlyPointFromScalar(secret)) };
}
