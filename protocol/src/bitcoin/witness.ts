import { RawWitness } from '@scure/btc-signer';
import { inputsOf, type Layout, layoutTxid, type Spend, serializedWithWitnesses } from '../layout/layout.ts';
import type { InputSignature } from '../layout/terms.ts';
import { spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';
import { refuse } from '../refusals.ts';
import { bytesToHex } from './bytes.ts';
import { signatureFault } from './signatures.ts';

/** A transaction ready to broadcast. */
export interface Completed {
  /** Raw, with witnesses. */
  readonly hex: string;
  readonly txid: string;
}

/** The signatures of a layout by party, each list in any order. */
export type Signatures = { readonly [party in Party]?: readonly InputSignature[] };

/**
 * The witness of an input, from the signature (hex) of each party that signs it. Hex items, first item first.
 */
export function witnessOf({ lock, signs }: Spend, signatureOf: (party: Party) => string): string[] {
  return spendingOf(lock).witness(signatureOf, Object.keys(signs)[0] as Party);
}

/**
 * Adds every signature to a layout. Throws Refusal `bad_signature` when one is missing or does not verify.
 * Every signature is verified here, including our own, so that nothing invalid is broadcast.
 */
export function complete(table: Layout, signatures: Signatures): Completed {
  const given = new Map<Party, Map<number, string>>();
  for (const [party, list] of Object.entries(signatures)) {
    given.set(party as Party, new Map(list.map(({ inputIndex, signature }) => [inputIndex, signature])));
  }
  const witnesses = table.inputs.map((input, index) =>
    witnessOf(input, (party) => {
      const signature = given.get(party)?.get(index);
      if (signature === undefined)
        return refuse('bad_signature', `${party} has not signed input ${index} of the ${table.name}`);
      const fault = signatureFault(table, index, party, signature);
      return fault === null ? signature : refuse('bad_signature', `${table.name}: ${fault}`);
    }),
  );
  return { hex: bytesToHex(serializedWithWitnesses(table, witnesses)), txid: layoutTxid(table) };
}

/** Assigns `signatures` to the inputs that `party` signs, in order. */
export function placed(table: Layout, party: Party, signatures: readonly string[]): InputSignature[] {
  return inputsOf(table, party).flatMap((inputIndex, i) =>
    signatures[i] === undefined ? [] : [{ inputIndex, signature: signatures[i] }],
  );
}

/**
 * The one or two items of a witness that spends a key; null for any other witness. Items are counted before
 * any is read.
 */
export function readKeyWitness(bytes: Uint8Array): Uint8Array[] | null {
  if (bytes[0] !== 1 && bytes[0] !== 2) return null;
  try {
    return RawWitness.decode(bytes);
  } catch {
    return null;
  }
}
