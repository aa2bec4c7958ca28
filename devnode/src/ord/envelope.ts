import { OP } from '../script/opcodes.ts';
import { type Instruction, type Instructions, instructionsOf } from './instructions.ts';

/** The fields of an inscription in its envelope, not interpreted. */
export interface Payload {
  body: Uint8Array | undefined;
  contentEncoding: Uint8Array | undefined;
  contentType: Uint8Array | undefined;
  delegate: Uint8Array | undefined;
  metadata: Uint8Array | undefined;
  metaprotocol: Uint8Array | undefined;
  parents: Uint8Array[];
  pointer: Uint8Array | undefined;
  properties: Uint8Array | undefined;
  propertyEncoding: Uint8Array | undefined;
  duplicateField: boolean;
  incompleteField: boolean;
  unrecognizedEvenField: boolean;
}

export interface Envelope {
  /** Index of the input whose witness carries it. */
  input: number;
  /** How many envelopes come before it in the same input. */
  offset: number;
  payload: Payload;
  /** The envelope pushes numbers with OP_1NEGATE or OP_1..OP_16. */
  pushnum: boolean;
  /** Something that looked like the start of an envelope comes right before it. */
  stutter: boolean;
}

const PROTOCOL = 'ord';

const TAG = {
  contentType: '1',
  pointer: '2',
  parent: '3',
  metadata: '5',
  metaprotocol: '7',
  contentEncoding: '9',
  delegate: '11',
  rune: '13',
  properties: '17',
  propertyEncoding: '19',
} as const;

/**
 * The inscriptions that a transaction reveals, in `ord`'s order: by input, then by place in the tapscript.
 * An input whose script ends in a broken push reveals none.
 */
export function envelopesIn(inputs: readonly { witness: readonly Uint8Array[] }[]): Envelope[] {
  return inputs.flatMap(({ witness }, input) => {
    const script = tapscript(witness);
    return script === undefined ? [] : (envelopesInScript(script, input) ?? []);
  });
}

/** Second to last witness element, or third to last below an annex, whatever the leaf version (BIP341). */
function tapscript(witness: readonly Uint8Array[]): Uint8Array | undefined {
  const hasAnnex = witness.length >= 2 && witness.at(-1)![0] === 0x50;
  return witness.at(hasAnnex ? -3 : -2);
}

function envelopesInScript(script: Uint8Array, input: number): Envelope[] | undefined {
  const envelopes: Envelope[] = [];
  const instructions = instructionsOf(script);
  let stutter = false;
  for (let next = instructions.next(); next !== undefined; next = instructions.next()) {
    if (!isEmptyPush(next)) continue;
    const found = readEnvelope(instructions);
    if ('pushes' in found) {
      const { pushes, pushnum } = found;
      envelopes.push({ input, offset: envelopes.length, payload: payloadOf(pushes), pushnum, stutter });
    } else {
      stutter = found.stutter;
    }
  }
  return instructions.broken() ? undefined : envelopes;
}

type Found = { pushes: Uint8Array[]; pushnum: boolean } | { stutter: boolean };

/** Reads on from behind the OP_FALSE that may open an envelope. */
function readEnvelope(instructions: Instructions): Found {
  const opens =
    instructions.accept((next) => next.opcode === OP.IF) &&
    instructions.accept(({ push }) => push?.length === 3 && String.fromCharCode(...push) === PROTOCOL);
  if (!opens) return { stutter: isEmptyPush(instructions.peek()) };
  const pushes: Uint8Array[] = [];
  let pushnum = false;
  for (;;) {
    const next = instructions.next();
    if (next === undefined) return { stutter: false };
    if (next.push !== undefined) pushes.push(next.push);
    else if (next.opcode === OP.ENDIF) return { pushes, pushnum };
    else {
      const number = pushedNumber(next.opcode);
      if (number === undefined) return { stutter: false };
      pushnum = true;
      pushes.push(Uint8Array.of(number));
    }
  }
}

const isEmptyPush = (instruction: Instruction | undefined): boolean => instruction?.push?.length === 0;

function pushedNumber(opcode: number): number | undefined {
  if (opcode === OP['1NEGATE']) return 0x81;
  return opcode >= OP.OP_1 && opcode <= OP.OP_16 ? opcode - OP.OP_1 + 1 : undefined;
}

/** Sorts pushes into fields. Tags and values alternate; an empty push in a tag's place starts the body. */
function payloadOf(pushes: readonly Uint8Array[]): Payload {
  const bodyAt = pushes.findIndex((push, i) => i % 2 === 0 && push.length === 0);
  const header = bodyAt < 0 ? pushes : pushes.slice(0, bodyAt);
  const fields = new Map<string, Uint8Array[]>();
  for (let i = 0; i + 1 < header.length; i += 2) {
    const tag = header[i]!.join();
    fields.set(tag, [...(fields.get(tag) ?? []), header[i + 1]!]);
  }
  const duplicateField = [...fields.values()].some((values) => values.length > 1);

  const takeAll = (tag: string): Uint8Array[] => {
    const values = fields.get(tag) ?? [];
    fields.delete(tag);
    return values;
  };
  const takeChunks = (tag: string): Uint8Array | undefined =>
    fields.has(tag) ? Uint8Array.from(Buffer.concat(takeAll(tag))) : undefined;
  // A second value stays behind, so that a repeated pointer counts as an unrecognized even field.
  const takeFirst = (tag: string): Uint8Array | undefined => {
    const [first, ...rest] = takeAll(tag);
    if (rest.length > 0) fields.set(tag, rest);
    return first;
  };
  takeFirst(TAG.rune);
  const payload = {
    body: bodyAt < 0 ? undefined : Uint8Array.from(Buffer.concat(pushes.slice(bodyAt + 1))),
    contentEncoding: takeFirst(TAG.contentEncoding),
    contentType: takeFirst(TAG.contentType),
    delegate: takeFirst(TAG.delegate),
    metadata: takeChunks(TAG.metadata),
    metaprotocol: takeFirst(TAG.metaprotocol),
    parents: takeAll(TAG.parent),
    pointer: takeFirst(TAG.pointer),
    properties: takeChunks(TAG.properties),
    propertyEncoding: takeFirst(TAG.propertyEncoding),
    duplicateField,
    incompleteField: header.length % 2 === 1,
  };
  const unrecognizedEvenField = [...fields.keys()].some((tag) => Number(tag.split(',')[0]) % 2 === 0);
  return { ...payload, unrecognizedEvenField };
}
