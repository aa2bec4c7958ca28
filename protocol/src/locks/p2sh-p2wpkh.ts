import { bytesToHex, concatBytes, hexToBytes } from '../bitcoin/bytes.ts';
import { hash160 } from '../bitcoin/keys.ts';
import { KEY_HASH_WITNESS, p2wpkhScript, spendKeyHash } from './p2wpkh.ts';
import { INPUT_BASE, type Spending } from './spending.ts';

/** A key hash nested in P2SH. Source: BIP141 ("P2WPKH nested in BIP16 P2SH"). */
export interface P2shP2wpkhLock {
  readonly type: 'p2sh-p2wpkh';
  /** Of the output, hex. */
  readonly script: string;
  /** Compressed, hex. */
  readonly publicKey: string;
}

/** Weight of an input, WU: as P2WPKH, with 23 B of script before the signature. */
export const P2SH_P2WPKH_INPUT = INPUT_BASE + 23 * 4 + KEY_HASH_WITNESS;

/** The script (hex) of the P2SH output that wraps the P2WPKH script of a compressed key (hex). */
export function p2shP2wpkhScript(publicKey: string): string {
  return `a914${bytesToHex(hash160(hexToBytes(p2wpkhScript(publicKey))))}87`;
}

/** `publicKey`: compressed hex. */
export function p2shP2wpkhLock(publicKey: string): P2shP2wpkhLock {
  return { type: 'p2sh-p2wpkh', script: p2shP2wpkhScript(publicKey), publicKey };
}

export function spendP2shP2wpkh({ publicKey }: P2shP2wpkhLock): Spending {
  const redeemScript = () => hexToBytes(p2wpkhScript(publicKey));
  return {
    ...spendKeyHash(publicKey),
    weight: P2SH_P2WPKH_INPUT,
    scriptSig() {
      const script = redeemScript();
      return concatBytes(Uint8Array.of(script.length), script);
    },
    psbtFields: () => ({ redeemScript: redeemScript() }),
    facts: () => ({ redeemScript: p2wpkhScript(publicKey) }),
  };
}
