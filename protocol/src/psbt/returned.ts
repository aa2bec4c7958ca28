import { base64 } from '@scure/base';
import { compactSize, concatBytes, hexToBytes, sameBytes } from '../bitcoin/bytes.ts';
import { inputsOf, type Layout, serialized } from '../layout/layout.ts';
import { spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';
import { type RefusalCode, refuse } from '../refusals.ts';
import {
  type Fault,
  PREVIOUS_TRANSACTION,
  type PsbtField,
  type PsbtMap,
  type PsbtMaps,
  psbtMaps,
} from './framing.ts';

/**
 * Most characters of base64 of any PSBT. Each PSBT's own limit follows from its layout (`sizeLimits`); most
 * are far lower.
 */
export const MAX_PSBT_LENGTH = 1_500_000;

/** Bytes that a returned PSBT may have besides its unsigned transaction. */
const ALLOWANCE = {
  /** Extended public keys (105 each), version, a proprietary field. */
  global: 1_000,
  /**
   * Per input. We send at most 160 (spent output, leaf or redeem script, sighash type). A signature takes 110
   * partial or 140 final, two derivation paths 200, internal key and merkle root 70. The rest is for
   * proprietary fields.
   */
  input: 1_000,
  /** Per output: a redeem script or an internal key, and two derivation paths. */
  output: 300,
  /** Previous transactions, on average per input that the party signs: one of 25 outputs. */
  previous: 1_000,
  /**
   * Extra where the party signs with ECDSA, which does not commit to the values of all inputs, so wallets add
   * the previous transactions: one of the largest that nodes relay, without its witness, such as an
   * exchange's payout.
   */
  largePrevious: 100_000,
} as const;

export interface SizeLimits {
  /** Bytes of everything but the previous transactions. */
  readonly fields: number;
  /** Bytes of the previous transactions, together. */
  readonly previous: number;
}

/** The largest PSBT of `table` that is accepted from the wallet of `party`, bytes. */
export function sizeLimits(table: Layout, party: Party): SizeLimits {
  return limitsBeside(serialized(table, false).length, table, party);
}

function limitsBeside(unsignedBytes: number, table: Layout, party: Party): SizeLimits {
  const { inputs, outputs } = table;
  const own = inputsOf(table, party);
  const isEcdsa = own.some((index) => spendingOf(inputs[index]!.lock).message().rules === 'bip143');
  return {
    fields:
      unsignedBytes + ALLOWANCE.global + ALLOWANCE.input * inputs.length + ALLOWANCE.output * outputs.length,
    previous: ALLOWANCE.previous * own.length + (isEcdsa ? ALLOWANCE.largePrevious : 0),
  };
}

/** The fields of an input that are read from a returned PSBT, as bytes. Others are ignored. */
export interface ReturnedInput {
  readonly witnessUtxo?: Uint8Array;
  readonly sighashType?: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly tapInternalKey?: Uint8Array;
  readonly tapMerkleRoot?: Uint8Array;
  readonly tapKeySig?: Uint8Array;
  readonly finalScriptSig?: Uint8Array;
  readonly finalScriptWitness?: Uint8Array;
  /** Public key and signature. */
  readonly partialSig: readonly Keyed[];
  /** X-only key with leaf hash, and signature. */
  readonly tapScriptSig: readonly Keyed[];
  /** Control block, and leaf with its version. */
  readonly tapLeafScript: readonly Keyed[];
}

type Keyed = readonly [keyData: Uint8Array, value: Uint8Array];

/** Types of an input's fields (BIP174, BIP371). */
const SINGLE = {
  witnessUtxo: 0x01,
  sighashType: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  finalScriptSig: 0x07,
  finalScriptWitness: 0x08,
  tapKeySig: 0x13,
  tapInternalKey: 0x17,
  tapMerkleRoot: 0x18,
} as const;
const KEYED = { partialSig: 0x02, tapScriptSig: 0x14, tapLeafScript: 0x15 } as const;
/** The global field with the version; version 0 may omit it. */
const VERSION = 0xfb;
/** Types of fields that only PSBTs of version 2 have (BIP370), instead of the unsigned transaction. */
const VERSION_2: Readonly<Record<keyof PsbtMaps, readonly number[]>> = {
  global: [0x02, 0x03, 0x04, 0x05, 0x06],
  inputs: [0x0e, 0x0f, 0x10, 0x11, 0x12],
  outputs: [0x03, 0x04],
};

const MAGIC = hexToBytes('70736274ff0100');

/**
 * The inputs of a returned PSBT of `table`. Its unsigned transaction must equal the layout's byte for byte:
 * version, inputs, sequences, outputs and lock time. Throws Refusal `too_large`, or `bad_psbt` when it is not
 * the PSBT that was built; `what` names it in the sentence.
 */
export function returnedInputs(
  table: Layout,
  party: Party,
  psbtBase64: string,
  what: string,
): ReturnedInput[] {
  const unsigned = serialized(table, false);
  const limits = limitsBeside(unsigned.length, table, party);
  const say = (code: RefusalCode, sentence: string) => refuse(code, `${what} ${sentence}`);
  const length = Math.min(MAX_PSBT_LENGTH, charactersOf(limits.fields + limits.previous));
  if (psbtBase64.length > length) {
    say(
      'too_large',
      `has ${psbtBase64.length} characters; at most ${length} are allowed for its transaction`,
    );
  }
  const bytes = decodeBase64(psbtBase64) ?? say('bad_psbt', 'is not base64');
  const start = startOf(unsigned);
  if (!sameBytes(bytes.subarray(0, MAGIC.length), MAGIC)) say('bad_psbt', 'is not a PSBT of version 0');
  if (!sameBytes(bytes.subarray(0, start.length), start))
    say('bad_psbt', 'is not the transaction of the preflight; sign that PSBT unchanged');

  const damaged: Fault = (sentence) => say('bad_psbt', `is damaged: ${sentence}`);
  const { inputs, outputs } = table;
  const count = { inputs: inputs.length, outputs: outputs.length };
  const maps = psbtMaps(bytes, start.length, count, damaged);
  const previous = maps.inputs.flat().reduce((sum, field) => sum + previousBytes(field), 0);
  if (previous > limits.previous)
    say(
      'too_large',
      `has previous transactions of ${previous} bytes; at most ${limits.previous} are allowed`,
    );
  if (bytes.length - previous > limits.fields)
    say(
      'too_large',
      `has ${bytes.length - previous} bytes without previous transactions; at most ${limits.fields} are allowed`,
    );
  requireVersion0(maps, damaged);
  return maps.inputs.map((map, index) => readInput(map, `input ${index}`, damaged));
}

/** How a PSBT of version 0 with this unsigned transaction begins. */
function startOf(unsigned: Uint8Array): Uint8Array {
  return concatBytes(MAGIC, compactSize(unsigned.length), unsigned);
}

function previousBytes({ type, keyData, value }: PsbtField): number {
  return type === PREVIOUS_TRANSACTION && keyData.length === 0 ? value.length : 0;
}

function requireVersion0({ global, inputs, outputs }: PsbtMaps, damaged: Fault): void {
  const named = global.find(({ type }) => type === VERSION);
  if (named?.value.some((byte) => byte !== 0)) damaged('its version is not 0');
  const alien = [
    global.find(({ type }) => VERSION_2.global.includes(type)),
    ...inputs.map((map) => map.find(({ type }) => VERSION_2.inputs.includes(type))),
    ...outputs.map((map) => map.find(({ type }) => VERSION_2.outputs.includes(type))),
  ].find((field) => field !== undefined);
  if (alien) damaged(`it has a field of type ${alien.type}, which only version 2 has`);
}

function readInput(fields: PsbtMap, where: string, damaged: Fault): ReturnedInput {
  const one = (type: number): Uint8Array | undefined => {
    const field = fields.find((each) => each.type === type);
    if (field && field.keyData.length > 0) damaged(`${where} has a field of type ${type} with a key`);
    return field?.value;
  };
  const many = (type: number): Keyed[] =>
    fields.filter((field) => field.type === type).map(({ keyData, value }) => [keyData, value]);
  const present = Object.entries(SINGLE).flatMap(([name, type]) => {
    const value = one(type);
    return value ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(present),
    partialSig: many(KEYED.partialSig),
    tapScriptSig: many(KEYED.tapScriptSig),
    tapLeafScript: many(KEYED.tapLeafScript),
  };
}

/** The length of so many bytes in base64. */
function charactersOf(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** The bytes, or null for anything but strict base64. Some wallets omit the padding. */
function decodeBase64(text: string): Uint8Array | null {
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  try {
    return base64.decode(padded);
  } catch {
    return null;
  }
}
