import { base64 } from '@scure/base';
import { acceptedSighashes } from '../bitcoin/signatures.ts';
import { inputsOf, type Layout, SIGHASHES, toTransaction } from '../layout/layout.ts';
import type { InputToSign, PsbtStep, SignedPsbt } from '../layout/terms.ts';
import { spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';
import { refuse } from '../refusals.ts';

/** Who signs a PSBT: the party whose inputs it signs, and the address of its wallet. */
export interface Signer {
  readonly party: Party;
  readonly address: string;
}

/** The PSBT that the wallet of `party` signs. `address`: the wallet's address. */
export function psbtStep(table: Layout, party: Party, stepIndex: number, address: string): PsbtStep {
  return {
    stepIndex,
    signerAddress: address,
    inputsToSign: inputsToSign(table, { party, address }),
    psbtBase64: base64.encode(toTransaction(table, party).toPSBT()),
  };
}

/**
 * The inputs that a wallet signs, grouped by how they are signed. Inputs that spend a leaf, or the key path
 * of an output with a leaf, name the untweaked key, because their address is not the wallet's.
 */
function inputsToSign(table: Layout, { party, address }: Signer): InputToSign[] {
  const groups = new Map<string, InputToSign>();
  for (const index of inputsOf(table, party)) {
    const { lock, signs } = table.inputs[index]!;
    const key = spendingOf(lock).walletKey(party);
    const entry = { address, ...key, signingIndexes: [], sigHash: SIGHASHES[signs[party]!] };
    const group = JSON.stringify(entry);
    const { signingIndexes } = groups.get(group) ?? entry;
    groups.set(group, { ...entry, signingIndexes: [...signingIndexes, index] });
  }
  return [...groups.values()];
}

/**
 * Refuses (400) a signed PSBT that names another signer or other inputs than its step did. Fields that it
 * leaves out are fine. `what` names the PSBT.
 */
export function requireSameSigner(
  table: Layout,
  signer: Signer,
  { signerAddress = signer.address, inputsToSign: sent }: SignedPsbt,
  what: string,
): void {
  if (signerAddress !== signer.address)
    refuse(
      'malformed',
      `signerAddress of ${what} is ${signerAddress}, not ${signer.address}; send it as in the preflight, or omit it`,
    );
  if (sent === undefined) return;
  const built = byIndex(inputsToSign(table, signer));
  const returned = byIndex(sent);
  const isSame =
    returned.length === built.length &&
    built.every((input, i) => agrees(returned[i]!, input, sighashesOf(table, signer.party, input.index)));
  if (!isSame)
    refuse('malformed', `inputsToSign of ${what} was changed; send it as in the preflight, or omit it`);
}

interface OneInput extends Omit<InputToSign, 'signingIndexes'> {
  readonly index: number;
}

function byIndex(inputs: readonly InputToSign[]): OneInput[] {
  return inputs
    .flatMap(({ signingIndexes, ...how }) => signingIndexes.map((index) => ({ index, ...how })))
    .sort((a, b) => a.index - b.index);
}

/** The sighash types, as numbers, with which `party` may sign input `index`. */
function sighashesOf(table: Layout, party: Party, index: number): readonly number[] {
  const { lock, signs } = table.inputs[index]!;
  return acceptedSighashes(lock, signs[party]!).map((sighash) => SIGHASHES[sighash]);
}

/** Whether everything that `sent` says is said by `built`, or is a sighash type that is accepted as well. */
function agrees(sent: OneInput, built: OneInput, accepted: readonly number[]): boolean {
  return (
    sent.index === built.index &&
    sent.address === built.address &&
    (sent.publicKey ?? built.publicKey) === built.publicKey &&
    (sent.sigHash === undefined || accepted.includes(sent.sigHash)) &&
    (sent.disableTweakSigner ?? built.disableTweakSigner ?? false) === (built.disableTweakSigner ?? false)
  );
}
