import { brotliDecompressSync } from 'node:zlib';
import { hex } from '@scure/base';
import { CborError, CborReader } from './cbor.ts';
import type { Payload } from './envelope.ts';
import { type InscriptionId, inscriptionId, inscriptionIdFromValue } from './inscription-id.ts';

/** Value of a trait. Integers are bigint: they range over 64 bits. */
export type TraitValue = string | boolean | bigint | null;

export interface Attributes {
  title: string | null;
  traits: Map<string, TraitValue>;
}

export interface GalleryItem {
  id: InscriptionId;
  attributes: Attributes;
}

/** What the properties field of an inscription says, in `ord`'s JSON shape. */
export interface Properties {
  gallery: GalleryItem[];
  attributes: Attributes;
}

const MAX_UNPACKED_BYTES = 4_000_000;
const MAX_UNPACKED_RATIO = 30;

const noAttributes = (): Attributes => ({ title: null, traits: new Map() });

/** Reads the properties field. Whatever is not well formed reads as no properties at all, as in `ord`. */
export function propertiesOf(payload: Payload): Properties {
  const cbor = unpacked(payload);
  if (cbor !== undefined) {
    try {
      return readProperties(new CborReader(cbor));
    } catch (error) {
      if (!(error instanceof CborError)) throw error;
    }
  }
  return { gallery: [], attributes: noAttributes() };
}

function unpacked({ properties, propertyEncoding }: Payload): Uint8Array | undefined {
  if (properties === undefined || propertyEncoding === undefined) return properties;
  if (Buffer.from(propertyEncoding).toString('latin1') !== 'br') return undefined;
  const maxOutputLength = Math.min(properties.length * MAX_UNPACKED_RATIO, MAX_UNPACKED_BYTES);
  try {
    return brotliDecompressSync(properties, { maxOutputLength });
  } catch {
    return undefined;
  }
}

interface RawItem {
  id: InscriptionId | null;
  attributes: Attributes;
  index: number;
}

function readProperties(reader: CborReader): Properties {
  let items: RawItem[] = [];
  let attributes = noAttributes();
  let txids = new Uint8Array();
  reader.eachEntry(() => {
    const key = reader.integer();
    if (key === 0n) {
      items = [];
      reader.eachElement(() => items.push(readItem(reader)));
    } else if (key === 1n) attributes = readAttributes(reader);
    else if (key === 2n) txids = Uint8Array.from(reader.bytes());
    else reader.skip();
  });
  const gallery = items.map(({ id, attributes, index }, i) => {
    const txid = txids.slice(i * 32, i * 32 + 32);
    return { id: txid.length === 32 ? inscriptionId(hex.encode(txid.reverse()), index) : id, attributes };
  });
  const complete = gallery.every((item): item is GalleryItem => item.id !== null);
  return { gallery: complete ? gallery : [], attributes };
}

/**
 * A gallery item names its inscription in full (key 0) or its txid stands in the packed list, with its index
 * here.
 */
function readItem(reader: CborReader): RawItem {
  const item: RawItem = { id: null, attributes: noAttributes(), index: 0 };
  reader.eachEntry(() => {
    const key = reader.integer();
    if (key === 0n) item.id = reader.isNull() ? null : readInscriptionId(reader);
    else if (key === 1n) item.attributes = readAttributes(reader);
    else if (key === 2n) item.index = reader.isNull() ? 0 : readIndex(reader);
    else reader.skip();
  });
  return item;
}

function readInscriptionId(reader: CborReader): InscriptionId {
  const id = inscriptionIdFromValue(reader.bytes());
  if (id === undefined) throw new CborError('inscription id expected');
  return id;
}

function readIndex(reader: CborReader): number {
  const index = reader.integer();
  if (BigInt.asUintN(32, index) !== index) throw new CborError('32-bit index expected');
  return Number(index);
}

function readAttributes(reader: CborReader): Attributes {
  const attributes = noAttributes();
  reader.eachEntry(() => {
    const key = reader.integer();
    if (key === 0n) attributes.title = reader.isNull() ? null : reader.text();
    else if (key === 1n) attributes.traits = readTraits(reader);
    else reader.skip();
  });
  return attributes;
}

function readTraits(reader: CborReader): Map<string, TraitValue> {
  const traits = new Map<string, TraitValue>();
  reader.eachEntry(
    () => {
      const name = reader.text();
      if (traits.has(name)) throw new CborError(`duplicate trait ${name}`);
      traits.set(name, reader.scalar());
    },
    { definite: true },
  );
  return traits;
}
