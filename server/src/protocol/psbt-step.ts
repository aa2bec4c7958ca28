import { base64 } from '@scure/base';
import { inputsOf, type Layout, SIGHASHES, toTransaction } from './layout.ts';
import type { Party } from './lock.ts';
import type { InputToSign, PsbtStep } from './terms.ts';

/**
 * What the wallet of `party` signs of a layout. Inputs are grouped by how they are signed; those that spend a leaf name the
 * untweaked key. `address`: the wallet's, that of its coins.
 */
export function psbtStep(table: Layout, party: Party, stepIndex: number, address: string): PsbtStep {
  const groups = new Map<string, InputToSign>();
  for (const index of inputsOf(table, party)) {
    const { lock, signs } = table.inputs[index]!;
    const key = lock.type === 'leaf' ? { publicKey: lock.keys[party]!, disableTweakSigner: true } : {};
    const entry = { address, ...key, signingIndexes: [], sigHash: SIGHASHES[signs[party]!] };
    const group = JSON.stringify(entry);
    const { signingIndexes } = groups.get(group) ?? entry;
    groups.set(group, { ...entry, signingIndexes: [...signingIndexes, index] });
  }
  return {
    stepIndex,
    signerAddress: address,
    inputsToSign: [...groups.values()],
    psbtBase64: base64.encode(toTransaction(table, party).toPSBT()),
  };
}
