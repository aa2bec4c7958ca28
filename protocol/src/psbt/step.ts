import { base64 } from '@scure/base';
import type { Lock, Party } from '../bitcoin/lock.ts';
import { inputsOf, type Layout, SIGHASHES, toTransaction } from '../layout/layout.ts';
import type { InputToSign, PsbtStep } from '../layout/terms.ts';

/**
 * What the wallet of `party` signs of a layout. Inputs are grouped by how they are signed; those that spend a leaf, or the key path beside
 * one, name the untweaked key: their address is not the wallet's. `address`: the wallet's, that of its coins.
 */
export function psbtStep(table: Layout, party: Party, stepIndex: number, address: string): PsbtStep {
  const groups = new Map<string, InputToSign>();
  for (const index of inputsOf(table, party)) {
    const { lock, signs } = table.inputs[index]!;
    const key = signingKeyOf(lock, party);
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

function signingKeyOf(lock: Lock, party: Party): Pick<InputToSign, 'publicKey' | 'disableTweakSigner'> {
  if (lock.type === 'leaf') return { publicKey: lock.keys[party]!, disableTweakSigner: true };
  return lock.type === 'p2tr' && lock.merkleRoot !== undefined ? { publicKey: lock.internalKey! } : {};
}
