import { coversAll, type ReadInput, type ReadPsbt, readAnyPsbt } from '@ordbook/judge';
import { outputWeight, transactionWeight, vsize } from '@ordbook/protocol/bitcoin/weights';
import { satFlow } from '@ordbook/protocol/layout/sat-flow';
import { leafInputWeight } from '@ordbook/protocol/locks/leaf';
import { P2SH_P2WPKH_INPUT } from '@ordbook/protocol/locks/p2sh-p2wpkh';
import { P2TR_INPUT } from '@ordbook/protocol/locks/p2tr';
import { P2WPKH_INPUT } from '@ordbook/protocol/locks/p2wpkh';
import { INPUT_BASE } from '@ordbook/protocol/locks/spending';
import { hex } from '@scure/base';
import { sumOf } from '../responses/sats.ts';
import { addressOf } from '../wallet/network.ts';
import type {
  ExplainedInput,
  ExplainedOutput,
  Explanation,
  InspectOptions,
  MovedInscription,
} from './explanation.ts';
import { findingsOf } from './findings.ts';
import { judged, scopeOf } from './judged.ts';
import { type Shape, shapeOf } from './roles.ts';
import { type AskedSighash, signatureOf } from './signature.ts';
import { viewerOf } from './viewer.ts';

/**
 * What a PSBT (base64 or hex, version 0 or 2) does, computed from its bytes and from what you say about
 * yourself; nothing is fetched. Values of coins are those in the PSBT: a finding says where nothing proves
 * them. Throws `UnreadablePsbt` for anything that is not a PSBT, and for `yours` that are no addresses.
 */
export function inspect(psbt: string, options: InspectOptions): Explanation {
  const read = readAnyPsbt(psbt);
  const shape = shapeOf(read);
  const viewer = viewerOf(read, options);
  const inputs = read.inputs.map((input, index): ExplainedInput => {
    const owner = viewer.ownerOfInput(input);
    const asked = askedSighash(index, owner, options);
    return {
      txid: input.txid,
      vout: input.vout,
      valueSats: input.valueSats,
      script: input.script,
      address: addressIn(input.script, options),
      owner,
      name: shape.inputNames[index] ?? '',
      signature: signatureOf(input.fields, input.script, asked),
    };
  });
  const outputs = read.outputs.map(({ valueSats, script }, index): ExplainedOutput => {
    const owner = viewer.ownerOfOutput(index);
    return {
      valueSats,
      script,
      address: addressIn(script, options),
      owner,
      name: shape.outputNames[index] ?? '',
    };
  });
  const known = valuesOf(inputs);
  const feeSats = known && sumOf(known) - sumOf(outputs);
  const size = sizeOf(read, shape);
  const unchecked: Explanation = {
    role: { kind: shape.kind, words: shape.words },
    network: options.network,
    hasViewer: viewer.isKnown,
    version: read.version,
    lockTime: read.lockTime,
    txid: read.txid,
    inputs,
    outputs,
    inscriptions: inscriptionsOf(inputs, outputs, shape, options),
    feeSats,
    vsize: size,
    feeRate:
      feeSats === null || feeSats < 0 || size === null ? null : Math.round((feeSats / size) * 100) / 100,
    fixed: [],
    open: [],
    findings: [],
    worst: { lossSats: 0, isBounded: true, isExact: true, attacks: [] },
  };
  const verdict = judged(psbt, read, unchecked, options);
  const scoped = { ...unchecked, ...scopeOf(unchecked, verdict), worst: verdict.worst };
  return { ...scoped, findings: findingsOf(scoped, read, shape, verdict, options) };
}

/** What is asked of the viewer. */
function askedSighash(
  index: number,
  owner: ExplainedInput['owner'],
  { inputsToSign }: InspectOptions,
): AskedSighash {
  if (!inputsToSign) return { sighash: owner === 'other' ? null : 'default', isNamed: false };
  const entry = inputsToSign.find(({ signingIndexes }) => signingIndexes.includes(index));
  return { sighash: entry ? (entry.sigHash ?? 'default') : null, isNamed: entry !== undefined };
}

function addressIn(script: string | null, { network }: InspectOptions): string | null {
  return script === null ? null : addressOf(hex.decode(script), network);
}

/** The inputs, if every value is known. */
function valuesOf(inputs: readonly ExplainedInput[]): { valueSats: number }[] | null {
  const values = inputs.flatMap(({ valueSats }) => (valueSats === null ? [] : [{ valueSats }]));
  return values.length === inputs.length ? values : null;
}

/** Inscriptions whose coins are spent, as the viewer knows them; then those that the shape implies. */
function inscriptionsOf(
  inputs: readonly ExplainedInput[],
  outputs: readonly ExplainedOutput[],
  { cargo }: Shape,
  { inscriptions = [] }: InspectOptions,
): MovedInscription[] {
  const named = inscriptions.flatMap(({ txid, vout, offset = 0, name = null, isClaimed = false }) => {
    const input = inputs.findIndex((one) => one.txid === txid && one.vout === vout);
    const isInside = input >= 0 && offset >= 0 && offset < (inputs[input]!.valueSats ?? Infinity);
    return isInside ? [{ input, offset, name, isClaimed }] : [];
  });
  const implied = cargo
    .filter((input) => !named.some((one) => one.input === input) && inputs[input]!.valueSats !== 0)
    .map((input) => ({ input, offset: 0, name: null, isClaimed: true }));
  return [...named, ...implied].map((one) => {
    const lands = landing(inputs, outputs, one);
    const isOpen = canStillMove(inputs, one.input);
    return { ...one, lands, isOpen, isWhole: isWhole(inputs, outputs, one.input, lands) };
  });
}

/**
 * The viewer's own signature on the coin decides: it can be taken to any transaction that it covers. Without
 * one, a signature of the viewer over the whole transaction fixes where everything goes. Signatures of
 * others, which nobody has verified, count only when the viewer gives none.
 */
function canStillMove(inputs: readonly ExplainedInput[], input: number): boolean {
  const asked = inputs.filter(({ signature }) => signature.state === 'asked');
  const { signature } = inputs[input]!;
  if (signature.state === 'asked') return !coversAll(signature);
  const deciding = asked.length > 0 ? asked : inputs.filter((one) => one.signature.state !== 'missing');
  return !deciding.some((one) => coversAll(one.signature));
}

/** Only the coins in front of it and its own matter. */
function landing(
  inputs: readonly ExplainedInput[],
  outputs: readonly ExplainedOutput[],
  { input, offset }: { readonly input: number; readonly offset: number },
): MovedInscription['lands'] {
  const before = valuesOf(inputs.slice(0, input + 1));
  return before && satFlow(before, outputs, { input, offset });
}

function isWhole(
  inputs: readonly ExplainedInput[],
  outputs: readonly ExplainedOutput[],
  input: number,
  lands: MovedInscription['lands'],
): boolean {
  if (lands === null || lands === 'fee') return false;
  const before = valuesOf(inputs.slice(0, input))!;
  const isAligned = sumOf(before) === sumOf(outputs.slice(0, lands.output));
  return isAligned && outputs[lands.output]!.valueSats === inputs[input]!.valueSats;
}

/** vB, about, with every signature; null: an input is of a kind whose signatures have no fixed size. */
function sizeOf({ inputs, outputs }: ReadPsbt, { weights }: Shape): number | null {
  const each = inputs.map((input, index) => weights[index] ?? inputWeight(input));
  if (each.includes(null)) return null;
  const parts = [...(each as number[]), ...outputs.map(({ script }) => outputWeight(script))];
  const sum = parts.reduce((before, weight) => before + weight, 0);
  return vsize(transactionWeight(inputs.length, outputs.length, sum));
}

/** WU; null: not known. */
function inputWeight({ script, fields }: ReadInput): number | null {
  const { finalScriptSig, finalScriptWitness, tapLeafScript, redeemScript } = fields;
  if (finalScriptSig?.length || finalScriptWitness?.length) {
    const witness = leafInputWeight((finalScriptWitness ?? []).map(({ length }) => length));
    return witness + 4 * (finalScriptSig?.length ?? 0);
  }
  const [leaf] = tapLeafScript ?? [];
  // a leaf of two keys, as passthroughs have it, takes two signatures
  if (leaf) return leafInputWeight([64, 65, leaf[1].length - 1, 33 + 32 * leaf[0].merklePath.length]);
  if (script === null) return null;
  if (/^5120[0-9a-f]{64}$/.test(script)) return P2TR_INPUT;
  if (/^0014[0-9a-f]{40}$/.test(script)) return P2WPKH_INPUT;
  if (/^a914[0-9a-f]{40}87$/.test(script))
    return redeemScript?.length === 22 && redeemScript[0] === 0 ? P2SH_P2WPKH_INPUT : null;
  // a signature and a key in the scriptSig
  return /^76a914[0-9a-f]{40}88ac$/.test(script) ? INPUT_BASE + 107 * 4 : null;
}
