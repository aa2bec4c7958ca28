import { toSign } from '@ordbook/protocol/bitcoin/bip322';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import { witnessOf } from '@ordbook/protocol/bitcoin/witness';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { hex } from '@scure/base';
import { RawWitness } from '@scure/btc-signer';
import { signECDSA, signSchnorr } from '@scure/btc-signer/utils.js';
import type { SigningKey } from './signing-key.ts';

/**
 * The BIP-322 "simple" signature of `message`: the witness of the virtual transaction `to_sign`, as hex.
 * P2WPKH and P2SH-P2WPKH sign with ALL, P2TR by key path with DEFAULT. Source: BIP-322.
 */
export function signMessage(key: SigningKey, message: string): string {
  const sighash = key.type === 'p2tr' ? 'DEFAULT' : 'ALL';
  const table = toSign(message, payerLock(key), sighash);
  const hash = sighashOf(table, 0, sighash);
  const signature =
    key.type === 'p2tr'
      ? hex.encode(signSchnorr(hash, key.tweakedSecret()))
      : `${hex.encode(signECDSA(hash, key.secret))}01`;
  return hex.encode(RawWitness.encode(witnessOf(table.inputs[0]!, () => signature).map(hex.decode)));
}
