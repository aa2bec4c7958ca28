import { concatBytes, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { opensOutput } from '../signing/taproot.ts';
import { coverageOf, statedSighash } from './coverage.ts';
import type { Explanation, Finding, InputSignature, InspectOptions } from './explanation.ts';
import type { ReadInput, ReadPsbt } from './read.ts';
import { keyPathKeyOf, passthroughKeys } from './roles.ts';
import { signedByViewer } from './scope.ts';
import { isMine } from './stack.ts';
import { counted } from './words.ts';

/** Checks the sighash and the spending path of each signature. */
export function signatureFindings(
  explanation: Explanation,
  psbt: ReadPsbt,
  { marketKey }: InspectOptions,
): Finding[] {
  const asked = signedByViewer(explanation);
  return [
    ...asked.flatMap((index) =>
      sighashFindings(explanation, psbt.inputs[index]!, index, explanation.inputs[index]!.signature),
    ),
    ...inputsThatSeemSigned(explanation).flatMap((index) => {
      const read = psbt.inputs[index]!;
      if (read.fields.sighashType === undefined) return [];
      const byte = statedSighash(read.fields, read.script);
      return sighashFindings(explanation, read, index, {
        state: 'missing',
        byte,
        coverage: coverageOf(byte),
      });
    }),
    ...asked.flatMap((index) => marketFindings(psbt.inputs[index]!, index, marketKey)),
    ...psbt.inputs.flatMap((input, index) => pathFindings(input, index)),
    ...stateFindings(explanation),
  ];
}

/** Inputs of the viewer with a signature that may be anybody's: a wallet would sign them all the same. */
function inputsThatSeemSigned({ inputs }: Explanation): number[] {
  return inputs.flatMap(({ owner, signature: { state } }, index) =>
    isMine(owner) && (state === 'made' || state === 'final') ? [index] : [],
  );
}

/** The second key of a passthrough guards it only if it is the market's. */
function marketFindings(input: ReadInput, index: number, marketKey: string | undefined): Finding[] {
  const market = passthroughKeys(input)?.market;
  if (marketKey === undefined || market === undefined || market === marketKey) return [];
  const text = `Input ${index} is a passthrough with the key ${market}, which is not the market's.`;
  return [{ severity: 'stop', code: 'another-market', text }];
}

function sighashFindings(
  { outputs }: Explanation,
  read: ReadInput,
  index: number,
  signature: InputSignature,
): Finding[] {
  const { coverage, byte } = signature;
  const stop = (code: string, text: string): Finding => ({ severity: 'stop', code, text });
  if (coverage === null)
    return [stop('unknown-sighash', `Input ${index} asks for sighash ${byte}, which Bitcoin does not know.`)];
  const found: Finding[] = [];
  const { sighashType } = read.fields;
  if (signature.state === 'asked' && (sighashType ?? byte) !== byte && !(byte === 1 && sighashType === 0))
    found.push(
      stop(
        'sighash-contradiction',
        `Input ${index} asks for sighash ${byte}, but the PSBT says ${sighashType}.`,
      ),
    );
  if (coverage.outputs === 'none')
    found.push(
      stop(
        'sighash-none',
        `Input ${index} is signed ${coverage.name}: with it, anyone can send the coin anywhere.`,
      ),
    );
  if (coverage.outputs === 'paired' && !outputs[index])
    found.push(
      stop(
        'single-without-output',
        `Input ${index} is signed ${coverage.name}, but there is no output ${index}.`,
      ),
    );
  else if (coverage.outputs === 'paired' && coverage.inputs === 'all')
    found.push(
      stop(
        'single-alone',
        `Input ${index} is signed SINGLE: every output but ${index} can still be changed.`,
      ),
    );
  if (coverage.inputs === 'own' && passthroughKeys(read) === null)
    found.push(
      stop(
        'anyonecanpay-without-anchor',
        `Input ${index} is signed ${coverage.name}, and no second key guards it: the signature can be moved to another transaction.`,
      ),
    );
  return found;
}

/** Whether a wallet may sign by another path than the one that is meant. */
function pathFindings(input: ReadInput, index: number): Finding[] {
  const { tapLeafScript = [], tapInternalKey, tapMerkleRoot } = input.fields;
  const found: Finding[] = [];
  const isHeld = passthroughKeys(input) !== null;
  if (isHeld && (tapInternalKey || tapMerkleRoot))
    found.push({
      severity: 'stop',
      code: 'key-path-with-leaf',
      text: `Input ${index} is a passthrough with the fields of its key path: wallets would also sign that, and it spends the inscription without the market.`,
    });
  else if (!isHeld && tapLeafScript.length === 0 && tapMerkleRoot && keyPathKeyOf(input) === null)
    found.push({
      severity: 'stop',
      code: 'wrong-merkle-root',
      text: `Input ${index} names a merkle root that its coin does not have.`,
    });
  const stray = tapLeafScript.some(([control, leaf]) => !isLeafOf(input.script, control, leaf));
  if (stray)
    found.push({
      severity: 'stop',
      code: 'leaf-not-in-output',
      text: `Input ${index} shows a script that is not in the output that it spends.`,
    });
  return found;
}

type Control = NonNullable<ReadInput['fields']['tapLeafScript']>[number][0];

function isLeafOf(script: string | null, control: Control, leaf: Uint8Array): boolean {
  if (script === null) return false;
  const { version, internalKey, merklePath } = control;
  try {
    const block = concatBytes(Uint8Array.of(version), internalKey, ...merklePath);
    return opensOutput(hexToBytes(script), block, leaf);
  } catch {
    return false;
  }
}

function stateFindings({ inputs, hasViewer }: Explanation): Finding[] {
  const inState = (state: string) => inputs.filter(({ signature }) => signature.state === state).length;
  const mine = inputs.flatMap(({ owner, signature }, index) =>
    owner !== 'other' && signature.state !== 'missing' && signature.state !== 'asked' ? [index] : [],
  );
  const found: Finding[] = [];
  if (hasViewer && mine.length > 0)
    found.push({
      severity: 'note',
      code: 'signed-already',
      text: `There is a signature already on what is yours, which was not verified: input ${mine.join(', ')}.`,
    });
  if (inState('final') === inputs.length)
    found.push({
      severity: 'warning',
      code: 'final-already',
      text: 'Every input is complete: those who have this PSBT can send it now.',
    });
  else if (inState('final') > 0)
    found.push({
      severity: 'note',
      code: 'partly-final',
      text: `${counted(inState('final'), 'input')} of ${inputs.length} cannot be signed again: complete already.`,
    });
  if (hasViewer && mine.length === 0 && inState('asked') === 0)
    found.push({
      severity: 'note',
      code: 'nothing-to-sign',
      text: 'No input is yours: there is nothing for you to sign.',
    });
  return found;
}
