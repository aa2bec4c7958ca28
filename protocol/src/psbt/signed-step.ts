/**
 * Reads the signatures from a PSBT that a wallet returned. Each is verified over the transaction that we
 * built, so nothing else in the PSBT can change what is broadcast. Fields that state a fact must be true, and
 * signatures must be expected. All other fields (derivation paths, previous transactions, proprietary ones)
 * are ignored, and missing fields are fine.
 */

import { bytesToHex, concatBytes, hexToBytes, sameBytes, u32, u64, varBytes } from '../bitcoin/bytes.ts';
import { acceptedSighashes, SIGNATURES_PER_SLICE, signatureFault } from '../bitcoin/signatures.ts';
import { readKeyWitness } from '../bitcoin/witness.ts';
import { type Layout, SIGHASHES, type Spend } from '../layout/layout.ts';
import type { InputSignature, SignedPsbt, SignedStep } from '../layout/terms.ts';
import { spendingOf } from '../locks/lock.ts';
import type { Party, WitnessSignature } from '../locks/spending.ts';
import { type RefusalCode, refuse } from '../refusals.ts';
import { type ReturnedInput, returnedInputs } from './returned.ts';
import { requireSameSigner, type Signer } from './step.ts';

/**
 * The signatures of `party` in a returned PSBT of `table`, one per input that it signs, ascending; the PSBT
 * may be partial or finalised. `what` names the PSBT in refusals ("step 0"). Throws Refusal `too_large`,
 * `bad_psbt` when it is not the PSBT that was built, or `bad_signature` when a signature is missing, invalid,
 * unexpected or of another sighash type.
 */
export function readSignatures(
  table: Layout,
  party: Party,
  psbtBase64: string,
  what: string,
): InputSignature[] {
  return withoutPause(readingSignatures(table, party, psbtBase64, what));
}

/** As `readSignatures`, with a pause whenever it has verified some: for a process that serves others too. */
export function* readingSignatures(
  table: Layout,
  party: Party,
  psbtBase64: string,
  what: string,
): Generator<undefined, InputSignature[]> {
  yield;
  const returned = returnedInputs(table, party, psbtBase64, what);
  yield;
  const read: InputSignature[] = [];
  for (const [inputIndex, input] of table.inputs.entries()) {
    const say: Say = (code, sentence) => refuse(code, `${what}, input ${inputIndex}: ${sentence}`);
    const signature = signatureOf(input, party, returned[inputIndex]!, say);
    if (signature === null) continue;
    if (read.length % SIGNATURES_PER_SLICE === 0) yield;
    const fault = signatureFault(table, inputIndex, party, signature);
    if (fault !== null) refuse('bad_signature', `${what}: ${fault}`);
    read.push({ inputIndex, signature });
  }
  return read;
}

/**
 * As `readSignatures`, of a step that may repeat who signs which inputs. Throws also Refusal `malformed`,
 * when that is not what the preflight said.
 */
export function readStep(table: Layout, signer: Signer, step: SignedPsbt, what: string): InputSignature[] {
  return withoutPause(readingStep(table, signer, step, what));
}

/** As `readStep`, with the pauses of `readingSignatures`. */
export function* readingStep(
  table: Layout,
  signer: Signer,
  step: SignedPsbt,
  what: string,
): Generator<undefined, InputSignature[]> {
  requireSameSigner(table, signer, step, what);
  return yield* readingSignatures(table, signer.party, step.psbtBase64, what);
}

/**
 * The signatures of a party in every step of a flow, in the order of `tables`. Throws what `readStep` throws,
 * and Refusal `bad_psbt` when a step is missing. `of` says in refusals what the steps are for.
 */
export function readSteps(
  tables: readonly Layout[],
  signer: Signer,
  steps: readonly SignedStep[],
  of = '',
): InputSignature[][] {
  return withoutPause(readingSteps(tables, signer, steps, of));
}

/** As `readSteps`, with the pauses of `readingSignatures`. */
export function* readingSteps(
  tables: readonly Layout[],
  signer: Signer,
  steps: readonly SignedStep[],
  of = '',
): Generator<undefined, InputSignature[][]> {
  const read: InputSignature[][] = [];
  for (const [stepIndex, table] of tables.entries()) {
    const returned = steps.find((step) => step.stepIndex === stepIndex);
    if (!returned)
      refuse('bad_psbt', `signedSteps has no step ${stepIndex}${of}; send every step of the preflight`);
    read.push(yield* readingStep(table, signer, returned, `step ${stepIndex}${of}`));
  }
  return read;
}

function withoutPause<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

type Say = (code: RefusalCode, sentence: string) => never;

/** The one signature of `party` on an input, not yet verified; null when it should not sign and did not. */
function signatureOf(input: Spend, party: Party, fields: ReturnedInput, say: Say): string | null {
  const lie = falseFact(input, party, fields);
  if (lie) say('bad_psbt', `${lie} was changed; keep it as in the preflight, or omit it`);
  if (input.lock.type === 'leaf' && fields.tapKeySig) {
    say(
      'bad_signature',
      'a key path signature would spend the passthrough without the market; sign the leaf only',
    );
  }
  const found = signaturesIn(input, fields);
  if (input.signs[party] === undefined) {
    return found.length === 0
      ? null
      : say('bad_signature', 'it is signed but must not be; sign only the inputs in inputsToSign');
  }
  const key = spendingOf(input.lock).keyOf(party);
  const [first, second] = found;
  if (!first) return say('bad_signature', 'it is not signed');
  if (second) say('bad_signature', `it has ${found.length} signatures; send only the one by ${key}`);
  if (first.key !== key) say('bad_signature', `it is signed by ${first.key.slice(0, 80)}, not by ${key}`);
  return first.signature;
}

/** The name of the first field that contradicts the layout, or null. */
function falseFact({ coin, lock, signs }: Spend, party: Party, fields: ReturnedInput): string | null {
  const differs = (seen: Uint8Array | undefined, truth: Uint8Array | string | undefined): boolean =>
    seen !== undefined &&
    bytesToHex(seen) !== (typeof truth === 'string' ? truth : truth && bytesToHex(truth));
  const spentOutput = concatBytes(u64(coin.valueSats), varBytes(hexToBytes(lock.script)));
  if (differs(fields.witnessUtxo, spentOutput)) return 'the spent output';
  const asked = signs[party] === undefined ? Object.values(signs) : [signs[party]];
  const sighashes = asked.flatMap((sighash) => acceptedSighashes(lock, sighash));
  const { sighashType } = fields;
  if (sighashType && !sighashes.some((sighash) => sameBytes(u32(SIGHASHES[sighash]), sighashType)))
    return 'the sighash type';
  const facts = spendingOf(lock).facts();
  if (differs(fields.redeemScript, facts.redeemScript)) return 'the redeem script';
  if (fields.witnessScript) return 'the witness script';
  if (facts.internalKey !== null && differs(fields.tapInternalKey, facts.internalKey))
    return 'the internal key';
  if (differs(fields.tapMerkleRoot, facts.merkleRoot)) return 'the merkle root';
  for (const [control, script] of fields.tapLeafScript) {
    const isOurs =
      bytesToHex(control) === facts.leaf?.controlBlock && bytesToHex(script) === facts.leaf.script;
    if (!isOurs) return 'the leaf';
  }
  return null;
}

/**
 * Every signature on an input, in all the places where wallets put it. A signature that appears in two places
 * counts once.
 */
function signaturesIn({ lock }: Spend, fields: ReturnedInput): WitnessSignature[] {
  const found: WitnessSignature[] = [];
  const note = (one: WitnessSignature) => {
    if (!found.some(({ key, signature }) => key === one.key && signature === one.signature)) found.push(one);
  };
  const add = (key: string, signature: Uint8Array) => note({ key, signature: bytesToHex(signature) });
  for (const [key, signature] of fields.partialSig) add(bytesToHex(key), signature);
  if (fields.tapKeySig) add(lock.type === 'p2tr' ? lock.outputKey : 'the key path', fields.tapKeySig);
  for (const [keyAndLeaf, signature] of fields.tapScriptSig) {
    const leafHash = bytesToHex(keyAndLeaf.subarray(32));
    const isOurLeaf = lock.type === 'leaf' && leafHash === lock.leafHash;
    add(isOurLeaf ? bytesToHex(keyAndLeaf.subarray(0, 32)) : `a leaf ${leafHash}`, signature);
  }
  if (fields.finalScriptWitness || fields.finalScriptSig) note(finalSignature(lock, fields));
  return found;
}

/**
 * The signature in a final witness of exactly the form that we build. A passthrough's cannot be: the market
 * signs too.
 */
function finalSignature(
  lock: Spend['lock'],
  { finalScriptWitness, finalScriptSig }: ReturnedInput,
): WitnessSignature {
  const items = (finalScriptWitness && readKeyWitness(finalScriptWitness)) ?? [];
  const spending = spendingOf(lock);
  const isScriptSigOurs = sameBytes(finalScriptSig ?? new Uint8Array(), spending.scriptSig());
  const signature = isScriptSigOurs ? spending.readWitness(items) : null;
  return signature ?? { key: 'a final witness of another form', signature: '' };
}
