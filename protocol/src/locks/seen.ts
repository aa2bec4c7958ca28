import { bytesToHex, concatBytes, hexToBytes } from '../bitcoin/bytes.ts';
import { hash160 } from '../bitcoin/keys.ts';
import { P2SH_P2WPKH_INPUT } from './p2sh-p2wpkh.ts';
import { P2TR_INPUT } from './p2tr.ts';
import { P2WPKH_INPUT } from './p2wpkh.ts';
import type { Spending } from './spending.ts';

/** A coin of another party, of which only the output is known, and for P2SH its redeem script. Hex. */
export interface SeenLock {
  readonly type: 'seen';
  readonly script: string;
  readonly redeemScript?: string;
}

/**
 * The lock of another party's output. Throws a RangeError when `redeemScript` is not that of the script, or
 * is missing for P2SH: without it the txid is not known.
 */
export function seenLock(script: string, redeemScript?: string): SeenLock {
  const isP2sh = /^a914[0-9a-f]{40}87$/.test(script);
  const hash = redeemScript === undefined ? null : bytesToHex(hash160(hexToBytes(redeemScript)));
  if (isP2sh ? script !== `a914${hash}87` : hash !== null)
    throw new RangeError(`the redeem script ${redeemScript} is not that of ${script}`);
  return { type: 'seen', script, ...(redeemScript === undefined ? {} : { redeemScript }) };
}

/** Enough for txid and size. Nobody can sign behind such a lock here. */
export function spendSeen({ script, redeemScript }: SeenLock): Spending {
  const unknown = () => {
    throw new RangeError(`how ${script} is signed is not known`);
  };
  return {
    weight: weightOf(script),
    message: unknown,
    scriptSig() {
      if (redeemScript === undefined) return new Uint8Array();
      const bytes = hexToBytes(redeemScript);
      return concatBytes(Uint8Array.of(bytes.length), bytes);
    },
    psbtFields: () => (redeemScript === undefined ? {} : { redeemScript: hexToBytes(redeemScript) }),
    facts: unknown,
    walletKey: unknown,
    keyOf: () => undefined,
    witness: unknown,
    readWitness: () => null,
  };
}

/** WU: as the kinds of wallets that pay here weigh. */
function weightOf(script: string): number {
  if (script.startsWith('a914')) return P2SH_P2WPKH_INPUT;
  return script.startsWith('0014') ? P2WPKH_INPUT : P2TR_INPUT;
}
