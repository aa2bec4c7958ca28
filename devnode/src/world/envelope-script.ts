import { inscriptionIdValue } from '../ord/inscription-id.ts';
import { OP } from '../script/opcodes.ts';
import { pushOf } from '../script/script-bytes.ts';
import { type CborValue, writeCbor } from './cbor-writer.ts';

/** What an inscription says. Its number, sat and charms follow from where it is revealed. */
export type InscriptionContent = {
  /** Default: UTF-8 text when the body is a string, else bytes. */
  readonly contentType?: string;
  /** Left out by a delegate. */
  readonly body?: string | Uint8Array;
  /** Id of the inscription whose content this one shows. */
  readonly delegate?: string;
  readonly title?: string;
  readonly traits?: Readonly<Record<string, string | number | boolean | null>>;
  readonly metadata?: CborValue;
  readonly metaprotocol?: string;
};

const TAG = {
  contentType: 1,
  pointer: 2,
  parent: 3,
  metadata: 5,
  metaprotocol: 7,
  delegate: 11,
  properties: 17,
} as const;

const MAX_PUSH_BYTES = 520;
const utf8 = new TextEncoder();

/**
 * The envelope of an inscription, as `ord` writes it. `pointer`: the offset of its sat in the outputs of the
 * reveal; `parents`: ids of inscriptions that the reveal spends.
 */
export function envelopeScript(
  content: InscriptionContent,
  { pointer, parents }: { pointer: number; parents: readonly string[] },
): Uint8Array {
  const { body, delegate, metadata, metaprotocol, title, traits } = content;
  const contentType =
    content.contentType ??
    (typeof body === 'string' ? 'text/plain;charset=utf-8' : 'application/octet-stream');
  const fields: [number, Uint8Array][] = [];
  if (body !== undefined) fields.push([TAG.contentType, utf8.encode(contentType)]);
  if (pointer > 0) fields.push([TAG.pointer, littleEndian(pointer)]);
  for (const parent of parents) fields.push([TAG.parent, inscriptionIdValue(parent)]);
  if (metaprotocol !== undefined) fields.push([TAG.metaprotocol, utf8.encode(metaprotocol)]);
  if (delegate !== undefined) fields.push([TAG.delegate, inscriptionIdValue(delegate)]);
  if (metadata !== undefined)
    for (const part of chunks(writeCbor(metadata))) fields.push([TAG.metadata, part]);
  if (title !== undefined || traits !== undefined)
    for (const part of chunks(propertiesCbor(title, traits))) fields.push([TAG.properties, part]);
  const bytes = typeof body === 'string' ? utf8.encode(body) : body;
  return join(
    Uint8Array.of(OP.OP_0, OP.IF),
    pushOf(utf8.encode('ord')),
    ...fields.flatMap(([tag, value]) => [pushOf(Uint8Array.of(tag)), pushOf(value)]),
    ...(bytes === undefined ? [] : [pushOf(new Uint8Array()), ...chunks(bytes).map(pushOf)]),
    Uint8Array.of(OP.ENDIF),
  );
}

/** `ord`'s properties of one inscription: key 1 holds its title (0) and traits (1). */
function propertiesCbor(title: string | undefined, traits: InscriptionContent['traits']): Uint8Array {
  const attributes = new Map<number, CborValue>();
  if (title !== undefined) attributes.set(0, title);
  if (traits !== undefined) attributes.set(1, new Map(Object.entries(traits)));
  return writeCbor(new Map([[1, attributes]]));
}

function littleEndian(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Uint8Array.from(bytes);
}

const chunks = (data: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(data.length / MAX_PUSH_BYTES) }, (_, i) =>
    data.subarray(i * MAX_PUSH_BYTES, (i + 1) * MAX_PUSH_BYTES),
  );

const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
