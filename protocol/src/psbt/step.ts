import { base64 } from '@scure/base';
import { inputsOf, type Layout, SIGHASHES, toTransaction } from '../layout/layout.ts';
import type { InputToSign, PsbtStep } from '../layout/terms.ts';
import { spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';

/**
 * The PSBT that the wallet of `party` signs. Inputs are grouped by how they are signed. Inputs that spend a
 * leaf, or the key path of an output with a leaf, name the untweaked key, because their address is not the
 * wallet's. `address`: the wallet's address.
 */
export function psbtStep(table: Layout, party: Party, stepIndex: number, address: string): PsbtStep {
  const groups = new Map<string, InputToSign>();
  for (const index of inputsOf(table, party)) {
    const { lock, signs } = table.inputs[index]!;
    const key = spendingOf(lock).walletKey(party);
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
