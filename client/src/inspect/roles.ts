/**
 * Which transaction of the protocol a PSBT has the shape of. Each shape is one entry of a list; the first
 * that fits wins. A shape proves nothing about who built the PSBT: it says where inscriptions are, and which
 * outputs have to be yours.
 */

import { type ReadInput, type ReadPsbt, readAnyPsbt } from '@ordbook/judge';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { ADMISSION_SATS } from '@ordbook/protocol/collection-offer/admission';
import { TRUC_VERSION } from '@ordbook/protocol/collection-offer/funding';
import { COUNTER_VERSION } from '@ordbook/protocol/counter/counter';
import { namingOutput } from '@ordbook/protocol/counter/naming-output';
import { PASSTHROUGH_INPUT, passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { leafInputWeight } from '@ordbook/protocol/locks/leaf';
import { hex } from '@scure/base';
import { taprootScript } from '../signing/taproot.ts';
import type { Role } from './explanation.ts';

export interface Shape extends Role {
  /** What the inputs and outputs are, by index. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Inputs that hold an inscription. */
  readonly cargo: readonly number[];
  /** Weights (WU) of inputs that spend a leaf which the PSBT does not show, by index. */
  readonly weights: Readonly<Record<number, number>>;
  /** Outputs that have to belong to the owner of one of the inputs `of`. */
  readonly returns: readonly { readonly output: number; readonly of: readonly number[] }[];
}

/** WU: three signatures, an empty item, the secret, the leaf (of a taproot receiver), its control block. */
const OFFER_INPUT = leafInputWeight([64, 64, 64, 0, 32, 292, 33]);
/** WU: a signature, a leaf of at most 41 bytes and its control block. */
const ADMISSION_INPUT = leafInputWeight([64, 41, 33]);

type Maker = (psbt: ReadPsbt) => Partial<Shape> | null;

/** Hex of a passthrough's leaf with its version: the seller's key and the market's. */
const PASSTHROUGH_LEAF = /^20([0-9a-f]{64})ac20([0-9a-f]{64})ba529cc0$/;
const EXIT_DATA = /^6a40([0-9a-f]{64})([0-9a-f]{64})$/;

interface PassthroughKeys {
  readonly seller: string;
  readonly market: string;
}

const seenKeys = new WeakMap<ReadInput, PassthroughKeys | null>();

/**
 * The keys of the passthrough that an input spends, x-only hex; null: it shows no leaf of one, or its coin is
 * not one of these keys alone.
 */
export function passthroughKeys(input: ReadInput): PassthroughKeys | null {
  const seen = seenKeys.get(input);
  if (seen !== undefined) return seen;
  const keys = keysInLeaf(input);
  const found = keys && passthroughScript(keys) === input.script ? keys : null;
  seenKeys.set(input, found);
  return found;
}

function keysInLeaf({ fields }: ReadInput): PassthroughKeys | null {
  for (const [, leaf] of fields.tapLeafScript ?? []) {
    const [, seller, market] = PASSTHROUGH_LEAF.exec(bytesToHex(leaf)) ?? [];
    if (seller && market) return { seller, market };
  }
  return null;
}

/** null: a key is no point. */
function passthroughScript({ seller, market }: PassthroughKeys): string | null {
  try {
    return passthroughLock(seller, market).script;
  } catch {
    return null;
  }
}

/**
 * The market key of the first passthrough whose leaf a PSBT shows, x-only hex; null: it shows none. Throws
 * `UnreadablePsbt`.
 */
export function marketKeyIn(psbt: string): string | null {
  const keys = readAnyPsbt(psbt).inputs.map(passthroughKeys);
  return keys.find((found) => found !== null)?.market ?? null;
}

/** The key that takes a collection offer's money back, if the last output proves it; x-only hex. */
export function offerKeyOf({ outputs }: Pick<ReadPsbt, 'outputs'>): string | null {
  const [, key, root] = EXIT_DATA.exec(outputs.at(-1)!.script) ?? [];
  return key && root && outputs[0]!.script === taprootOf(key, root) ? key : null;
}

/** The owner's key of a passthrough that is spent by key path, x-only hex; null: it is no such input. */
export function keyPathKeyOf({ script, fields }: ReadInput): string | null {
  const { tapInternalKey, tapMerkleRoot } = fields;
  if (!tapInternalKey || !tapMerkleRoot) return null;
  const key = bytesToHex(tapInternalKey);
  return script === taprootOf(key, bytesToHex(tapMerkleRoot)) ? key : null;
}

/** The output script of an internal key with a merkle root, hex; null: the key is no point. */
function taprootOf(key: string, root?: string): string | null {
  try {
    return hex.encode(taprootScript(hex.decode(key), root === undefined ? undefined : hex.decode(root)));
  } catch {
    return null;
  }
}

/** The output script of a key without leaves (BIP86), hex; null: the key is no point. */
export const keyScript = (key: string): string | null => taprootOf(key);

const isTaproot = (script: string | null) => script !== null && /^5120[0-9a-f]{64}$/.test(script);
const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const named = (count: number, name: string) => range(count).map(() => name);
const listings = (count: number) => (count === 1 ? '1 listing' : `${count} listings`);

function isNamedBy({ inputs, outputs }: ReadPsbt): boolean {
  return outputs.at(-1)!.script === namingOutput(inputs[0]!.txid).script;
}

const recovery: Maker = ({ inputs, outputs }) => {
  const count = outputs.length - 1;
  const held = inputs.slice(0, count);
  if (count < 1 || inputs.length !== 2 * count || !held.every(passthroughKeys)) return null;
  if (!held.every(({ valueSats }, index) => valueSats === outputs[index]!.valueSats)) return null;
  return {
    words: `the recovery of ${listings(count)}`,
    inputNames: [...named(count, 'passthrough'), ...named(count, 'anchor change')],
    outputNames: [...named(count, 'inscription'), 'anchors back'],
    cargo: range(count),
    returns: range(count).map((output) => ({ output, of: [output] })),
  };
};

const listingSale: Maker = ({ inputs, outputs }) => {
  if (inputs.length !== 1 || outputs.length !== 1 || !passthroughKeys(inputs[0]!)) return null;
  return {
    words: "the seller's half of a sale",
    inputNames: ['passthrough'],
    outputNames: ['seller'],
    cargo: [0],
    returns: [{ output: 0, of: [0] }],
  };
};

const counter: Maker = (psbt) => {
  const { version, inputs, outputs } = psbt;
  const isOne = version === COUNTER_VERSION && inputs.length === 1 && outputs.length > 2;
  if (!isOne || !isNamedBy(psbt) || !passthroughKeys(inputs[0]!)) return null;
  return {
    words: 'a counter',
    inputNames: ['passthrough'],
    outputNames: ['inscription', 'seller', ...named(outputs.length - 3, 'payout'), 'names the passthrough'],
    cargo: [0],
    returns: [{ output: 1, of: [0] }],
  };
};

const counterRecovery: Maker = (psbt) => {
  const { version, inputs, outputs } = psbt;
  const isOne = version === COUNTER_VERSION && inputs.length === 1 && outputs.length === 2;
  if (!isOne || !isNamedBy(psbt) || !passthroughKeys(inputs[0]!)) return null;
  return {
    words: 'the recovery of a counter',
    inputNames: ['passthrough'],
    outputNames: ['inscription', 'names the passthrough'],
    cargo: [0],
    returns: [{ output: 0, of: [0] }],
  };
};

const takeBack: Maker = ({ inputs, outputs }) => {
  if (inputs.length !== 2 || outputs.length !== 2 || keyPathKeyOf(inputs[0]!) === null) return null;
  return {
    words: 'the take-back of an inscription',
    inputNames: ['passthrough', 'anchor change'],
    outputNames: ['inscription', 'anchor back'],
    cargo: [0],
    returns: [{ output: 0, of: [0] }],
  };
};

const fill: Maker = ({ version, inputs, outputs }) => {
  const [inscription, , admission] = inputs;
  const back = outputs.at(-1)!;
  if (version !== TRUC_VERSION || inputs.length !== 3 || outputs.length < 3) return null;
  if (admission!.valueSats !== ADMISSION_SATS || back.valueSats !== ADMISSION_SATS) return null;
  if (back.script !== admission!.script || inscription!.valueSats !== outputs[0]!.valueSats) return null;
  return {
    words: 'the fill of a collection offer',
    inputNames: ['inscription', 'offer', 'admission coin'],
    outputNames: ['inscription', 'seller', ...named(outputs.length - 3, 'payout'), 'admission coin'],
    cargo: [0],
    weights: { 1: OFFER_INPUT, 2: ADMISSION_INPUT },
    returns: [{ output: 1, of: [0] }],
  };
};

const collectionOffer: Maker = (psbt) => {
  const { version, inputs, outputs } = psbt;
  if (version !== TRUC_VERSION || outputs.length < 2 || offerKeyOf(psbt) === null) return null;
  return {
    words: 'a collection offer',
    inputNames: named(inputs.length, 'coin'),
    outputNames: ['offer', ...named(outputs.length - 2, 'change'), 'exit data'],
    returns: range(outputs.length - 1).map((output) => ({ output, of: range(inputs.length) })),
  };
};

const counterSettlement: Maker = (psbt) => {
  const { version, inputs, outputs } = psbt;
  if (version !== COUNTER_VERSION || inputs.length !== 2 || outputs.length < 3 || !isNamedBy(psbt))
    return null;
  if (inputs[0]!.valueSats !== outputs[0]!.valueSats) return null;
  return {
    words: 'the purchase at the price of a counter',
    inputNames: ['passthrough', 'funding'],
    outputNames: ['inscription', 'seller', ...named(outputs.length - 3, 'payout'), 'names the passthrough'],
    cargo: [0],
    weights: { 0: PASSTHROUGH_INPUT },
    returns: [
      { output: 0, of: [1] },
      { output: 1, of: [0] },
    ],
  };
};

const purchase: Maker = ({ inputs, outputs }) => {
  const operator = inputs[0]!.script;
  const isAnchor = ({ script }: { readonly script: string | null }) =>
    isTaproot(script) && script === operator;
  const anchors = inputs.findIndex((input) => !isAnchor(input));
  const count = anchors - 1;
  if (count < 1 || inputs.length <= 2 * count + 1 || outputs.length < 2 * count + 1) return null;
  const held = inputs.slice(anchors, anchors + count);
  const received = outputs.slice(1, anchors);
  const back = inputs.slice(0, anchors).reduce((sum, { valueSats }) => sum + (valueSats ?? 0), 0);
  if (outputs[0]!.script !== operator || outputs[0]!.valueSats !== back) return null;
  if (!received.every(({ valueSats }, index) => valueSats === held[index]!.valueSats)) return null;
  const rest = outputs.slice(2 * count + 1);
  const payer = inputs.at(-1)!.script;
  const paying = range(inputs.length - 2 * count - 1, 2 * count + 1);
  return {
    words: `the purchase of ${listings(count)}`,
    inputNames: [
      ...named(count, 'transfer anchor'),
      'purchase anchor',
      ...named(count, 'passthrough'),
      ...named(paying.length, 'payment'),
    ],
    outputNames: [
      'anchors back',
      ...named(count, 'inscription'),
      ...named(count, 'seller'),
      ...rest.map(({ script }) => (script === operator ? 'new anchor' : script === payer ? 'change' : 'fee')),
    ],
    cargo: range(count, anchors),
    weights: Object.fromEntries(range(count, anchors).map((index) => [index, PASSTHROUGH_INPUT])),
    returns: range(count, 1).map((output) => ({ output, of: paying })),
  };
};

const transfer: Maker = ({ inputs, outputs }) => {
  const [inscription, anchor] = inputs;
  const [passthrough, change] = outputs;
  if (inputs.length !== 2 || outputs.length !== 2) return null;
  const isAll = [inscription!, anchor!, passthrough!, change!].every(({ script }) => isTaproot(script));
  if (!isAll || anchor!.script !== change!.script || passthrough!.script === inscription!.script) return null;
  if (inscription!.valueSats !== passthrough!.valueSats) return null;
  return {
    words: 'the transfer of an inscription to be sold',
    inputNames: ['inscription', 'anchor'],
    outputNames: ['passthrough', 'anchor change'],
    cargo: [0],
    returns: [{ output: 0, of: [0] }],
  };
};

const offerSettlement: Maker = ({ inputs, outputs }) => {
  const [inscription, ...payments] = inputs;
  if (payments.length === 0 || outputs.length < 2 || !isTaproot(inscription!.script)) return null;
  if (inscription!.valueSats !== outputs[0]!.valueSats) return null;
  if (outputs[1]!.script !== inscription!.script) return null;
  if (!payments.every(({ script }) => script === payments[0]!.script)) return null;
  return {
    words: 'the settlement of an inscription offer',
    inputNames: ['inscription', ...named(payments.length, 'payment')],
    outputNames: [
      'inscription',
      'proceeds',
      ...outputs.slice(2).map(({ script }) => (script === payments[0]!.script ? 'change' : 'fee')),
    ],
    cargo: [0],
    returns: [
      { output: 0, of: range(payments.length, 1) },
      { output: 1, of: [0] },
    ],
  };
};

const counterFunding: Maker = ({ inputs, outputs }) => {
  const script = inputs[0]!.script;
  const isOwn = [...inputs, ...outputs].every((each) => each.script === script);
  if (script === null || !isOwn || outputs.length > 2) return null;
  return {
    words: 'a payment to your own address, as before you accept a counter',
    inputNames: named(inputs.length, 'coin'),
    outputNames: ['funding', ...named(outputs.length - 1, 'change')],
    returns: range(outputs.length).map((output) => ({ output, of: range(inputs.length) })),
  };
};

const payout: Maker = ({ inputs, outputs }) =>
  inputs.length === 1 && outputs.length === 1 && isTaproot(inputs[0]!.script)
    ? {
        words: 'a payment of one whole coin, such as the payout of an accepted offer',
        inputNames: ['proceeds'],
        outputNames: ['payout'],
        returns: [{ output: 0, of: [0] }],
      }
    : null;

/** In the order in which they are tried: what keys and hashes prove comes before what values suggest. */
const SHAPES: readonly (readonly [kind: Role['kind'], make: Maker])[] = [
  ['counter recovery', counterRecovery],
  ['counter', counter],
  ['recovery', recovery],
  ['listing sale', listingSale],
  ['take-back', takeBack],
  ['collection offer', collectionOffer],
  ['counter settlement', counterSettlement],
  ['fill', fill],
  ['purchase', purchase],
  ['offer settlement', offerSettlement],
  ['transfer', transfer],
  ['counter funding', counterFunding],
  ['payout', payout],
];

/** The shape of a PSBT; `unknown` when no transaction of the protocol looks like it. */
export function shapeOf(psbt: ReadPsbt): Shape {
  const none = { inputNames: [], outputNames: [], cargo: [], weights: {}, returns: [] };
  for (const [kind, make] of SHAPES) {
    const made = make(psbt);
    if (made) return { ...none, kind, words: kind, ...made };
  }
  return { ...none, kind: 'unknown', words: 'a transaction that ordbook does not build' };
}
