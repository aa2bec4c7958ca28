/**
 * The inscriptions that a transaction reveals, counted and placed as `ord` 0.29 does. Anything that index
 * versions treat differently is marked as odd, for the caller to refuse.
 */

/** One inscription of a reveal; its index in the list is that of its id. */
export interface Envelope {
  /** The input whose witness holds it. */
  readonly input: number;
  /**
   * Sats before it among the outputs. null: it asks for no sat, or for one beyond 2^53, and is on the first
   * sat of its input.
   */
  readonly pointer: number | null;
  /** Why its place or its number is not certain; null for an ordinary one. */
  readonly oddity: string | null;
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

/** The only even tag that `ord` knows. Any other leaves the inscription on no sat. */
const POINTER_TAG = '2';

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
  let stutter = false;
  for (let at = 0; at < operations.length; ) {
    const isOpening = operations[at]!.push?.length === 0;
    at += 1;
    if (!isOpening) continue;
    const [condition, protocol] = operations.slice(at, at + 2);
    if (condition?.opcode !== OP_IF) {
      stutter = condition?.push?.length === 0;
      continue;
    }
    if (protocol?.push?.join() !== PROTOCOL) {
      stutter = protocol?.push?.length === 0;
      at += 1;
      continue;
    }
    const found = readEnvelope(operations, at + 2);
    at = found.next;
    if (found.pushes) {
      const odd = stutter ? 'it follows a broken start of an envelope' : found.oddity;
      envelopes.push({ input, ...fieldsIn(found.pushes, odd) });
    } else stutter = false;
  }
  return envelopes;
}

/** Reads to the end of an envelope. `pushes` is null when it is none. */
function readEnvelope(operations: readonly Operation[], from: number) {
  const pushes: Uint8Array[] = [];
  let oddity: string | null = null;
  for (let at = from; at < operations.length; at += 1) {
    const { opcode, push } = operations[at]!;
    if (push) pushes.push(push);
    else if (opcode === OP_ENDIF) return { pushes, oddity, next: at + 1 };
    else if (opcode === OP_1NEGATE || (opcode >= OP_1 && opcode <= OP_16)) {
      oddity = 'it pushes numbers as opcodes';
      pushes.push(Uint8Array.of(opcode === OP_1NEGATE ? 0x81 : opcode - OP_1 + 1));
    } else return { pushes: null, oddity, next: at + 1 };
  }
  return { pushes: null, oddity, next: operations.length };
}

/** Tags and values alternate; an empty push in a tag's place begins the body. */
function fieldsIn(pushes: readonly Uint8Array[], odd: string | null): Omit<Envelope, 'input'> {
  const body = pushes.findIndex((push, index) => index % 2 === 0 && push.length === 0);
  const header = body < 0 ? pushes : pushes.slice(0, body);
  const tags = header.filter((_, index) => index % 2 === 0 && index + 1 < header.length);
  const pointers = header.filter((_, index) => index % 2 === 1 && header[index - 1]!.join() === POINTER_TAG);
  const unknown = tags.find((tag) => tag[0]! % 2 === 0 && tag.join() !== POINTER_TAG);
  const oddity =
    odd ??
    (header.length % 2 === 1 ? 'its last field has no value' : null) ??
    (pointers.length > 1 ? 'it has more than one pointer' : null) ??
    (unknown ? `it has the unknown even tag ${unknown.join(' ')}, which leaves it on no sat` : null);
  const pointer = pointers[0] && littleEndian(pointers[0]);
  return { pointer: pointer !== undefined && Number.isSafeInteger(pointer) ? pointer : null, oddity };
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
