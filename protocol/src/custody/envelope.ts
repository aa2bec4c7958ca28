/** The inscriptions that a transaction reveals, in the order of their ids, as `ord` 0.29 finds them. */
import { bytesToHex, concatBytes } from '../bitcoin/bytes.ts';

/** One inscription of a reveal; its index in the list is that of its id. */
export interface Envelope {
  /** The input whose witness holds it. */
  readonly input: number;
  /**
   * Sats before it among the outputs. null: it asks for no sat, or for one beyond 2^53, and is on the first
   * sat of its input.
   */
  readonly pointer: number | null;
  /** True: it has an even field that `ord` does not know, which leaves it on no sat. */
  readonly hasUnknownEvenField: boolean;
  /** Ids of the inscriptions that it names as parents, well-formed ones only. */
  readonly parents: readonly string[];
  /** Its properties field, CBOR; null: none. */
  readonly properties: Uint8Array | null;
  /** The encoding of that field; null: plain. */
  readonly propertyEncoding: string | null;
}

const OP_IF = 0x63;
const OP_ENDIF = 0x68;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA4 = 0x4e;
const OP_1NEGATE = 0x4f;
const OP_1 = 0x51;
const OP_16 = 0x60;
const ANNEX = 0x50;
const PROTOCOL = '111,114,100';

/** Tags of fields, as their bytes joined by commas. */
const POINTER = '2';
const PARENT = '3';
const PROPERTIES = '17';
const PROPERTY_ENCODING = '19';

interface Operation {
  readonly opcode: number;
  /** The bytes that it pushes; null when it is not a push by length. */
  readonly push: Uint8Array | null;
}

/** In the order of their ids. `witnesses`: the witness of each input. */
export function envelopesIn(witnesses: readonly (readonly Uint8Array[])[]): Envelope[] {
  return witnesses.flatMap((witness, input) => {
    const hasAnnex = witness.length >= 2 && witness.at(-1)![0] === ANNEX;
    const script = witness.at(hasAnnex ? -3 : -2);
    const operations = script && operationsOf(script);
    return operations ? envelopesInScript(operations, input) : [];
  });
}

/** null when the script ends inside a push: `ord` then finds nothing in it. */
function operationsOf(script: Uint8Array): Operation[] | null {
  const operations: Operation[] = [];
  for (let at = 0; at < script.length; ) {
    const opcode = script[at]!;
    at += 1;
    if (opcode > OP_PUSHDATA4) {
      operations.push({ opcode, push: null });
      continue;
    }
    const width = opcode < OP_PUSHDATA1 ? 0 : 2 ** (opcode - OP_PUSHDATA1);
    const length = width === 0 ? opcode : littleEndian(script.subarray(at, at + width));
    const end = at + width + length;
    if (end > script.length) return null;
    operations.push({ opcode, push: script.subarray(at + width, end) });
    at = end;
  }
  return operations;
}

function envelopesInScript(operations: readonly Operation[], input: number): Envelope[] {
  const envelopes: Envelope[] = [];
  for (let at = 0; at < operations.length; ) {
    const isOpening = operations[at]!.push?.length === 0;
    at += 1;
    if (!isOpening || operations[at]?.opcode !== OP_IF) continue;
    at += 1;
    if (operations[at]?.push?.join() !== PROTOCOL) continue;
    const { pushes, next } = readEnvelope(operations, at + 1);
    at = next;
    if (pushes) envelopes.push({ input, ...fieldsIn(pushes) });
  }
  return envelopes;
}

/** Reads to the end of an envelope. `pushes` is null when it is none. */
function readEnvelope(operations: readonly Operation[], from: number) {
  const pushes: Uint8Array[] = [];
  for (let at = from; at < operations.length; at += 1) {
    const { opcode, push } = operations[at]!;
    if (push) pushes.push(push);
    else if (opcode === OP_ENDIF) return { pushes, next: at + 1 };
    else if (opcode === OP_1NEGATE || (opcode >= OP_1 && opcode <= OP_16))
      pushes.push(Uint8Array.of(opcode === OP_1NEGATE ? 0x81 : opcode - OP_1 + 1));
    else return { pushes: null, next: at + 1 };
  }
  return { pushes: null, next: operations.length };
}

/** Tags and values alternate; an empty push in a tag's place begins the body. A tag without value is none. */
function fieldsIn(pushes: readonly Uint8Array[]): Omit<Envelope, 'input'> {
  const body = pushes.findIndex((push, index) => index % 2 === 0 && push.length === 0);
  const header = body < 0 ? pushes : pushes.slice(0, body);
  const fields = new Map<string, Uint8Array[]>();
  for (let at = 0; at + 1 < header.length; at += 2) {
    const tag = header[at]!.join();
    const values = fields.get(tag);
    if (values) values.push(header[at + 1]!);
    else fields.set(tag, [header[at + 1]!]);
  }
  const [first, ...morePointers] = fields.get(POINTER) ?? [];
  const pointer = first && littleEndian(first);
  const properties = fields.get(PROPERTIES);
  const encoding = fields.get(PROPERTY_ENCODING)?.[0];
  return {
    pointer: pointer !== undefined && Number.isSafeInteger(pointer) ? pointer : null,
    hasUnknownEvenField:
      morePointers.length > 0 || [...fields.keys()].some((tag) => isEven(tag) && tag !== POINTER),
    parents: (fields.get(PARENT) ?? []).map(inscriptionIdIn).filter((id) => id !== null),
    properties: properties ? concatBytes(...properties) : null,
    propertyEncoding: encoding ? String.fromCharCode(...encoding.slice(0, 16)) : null,
  };
}

/** Tags are little-endian: the first byte decides. */
const isEven = (tag: string): boolean => Number(tag.split(',', 1)[0]) % 2 === 0;

/**
 * The inscription id that a field holds: the txid's 32 bytes, then the index in little endian, in four bytes
 * or as few as it needs. null for anything else, which `ord` ignores.
 */
export function inscriptionIdIn(value: Uint8Array): string | null {
  const index = value.subarray(32);
  const isPadded = index.length > 0 && index.length < 4 && index.at(-1) === 0;
  if (value.length < 32 || value.length > 36 || isPadded) return null;
  return `${bytesToHex(value.slice(0, 32).reverse())}i${littleEndian(index)}`;
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
