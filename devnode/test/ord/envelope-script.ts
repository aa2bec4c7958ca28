import { OP } from '../../src/script/opcodes.ts';
import { pushOf } from '../../src/script/script-bytes.ts';

export const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

/** Tags of an envelope by name. */
export const TAG = {
  contentType: 1,
  pointer: 2,
  parent: 3,
  metadata: 5,
  metaprotocol: 7,
  contentEncoding: 9,
  delegate: 11,
  properties: 17,
  propertyEncoding: 19,
} as const;

export interface EnvelopeFields {
  fields?: readonly (readonly [tag: number, value: Uint8Array | string])[];
  body?: Uint8Array | string | null;
  /** Raw script bytes right before the end of the header. */
  raw?: Uint8Array;
}

const bytes = (value: Uint8Array | string): Uint8Array => (typeof value === 'string' ? ascii(value) : value);

const chunks = (data: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(data.length / 520) }, (_, i) => data.subarray(i * 520, i * 520 + 520));

/** OP_FALSE OP_IF "ord" … OP_ENDIF. Fields longer than 520 bytes are split over several of the same tag. */
export function envelope({
  fields = [[TAG.contentType, 'text/plain']],
  body = 'x',
  raw,
}: EnvelopeFields = {}) {
  const header = fields.flatMap(([tag, value]) => {
    const data = bytes(value);
    const parts = data.length > 520 ? chunks(data) : [data];
    return parts.flatMap((part) => [pushOf(Uint8Array.of(tag)), pushOf(part)]);
  });
  const content = body === null ? [] : [pushOf(new Uint8Array()), ...chunks(bytes(body)).map(pushOf)];
  return concat(
    Uint8Array.of(OP.OP_0, OP.IF),
    pushOf(ascii('ord')),
    ...header,
    raw ?? new Uint8Array(),
    ...content,
    Uint8Array.of(OP.ENDIF),
  );
}

/** A tapscript that anyone may spend, with envelopes or other script before its end. */
export const leafWith = (...parts: readonly Uint8Array[]): Uint8Array =>
  concat(...parts, Uint8Array.of(OP.OP_1));
