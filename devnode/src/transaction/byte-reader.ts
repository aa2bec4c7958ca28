/** Bytes that are not the serialization of a transaction; the message is Bitcoin Core's where it has one. */
export class TransactionFormatError extends Error {
  override name = 'TransactionFormatError';
}

/** Largest compactsize that Bitcoin Core reads as a length (MAX_SIZE). */
const MAX_LENGTH = 0x02000000;

/**
 * A cursor over little-endian bytes. Every reading function throws TransactionFormatError at the end of data.
 */
export interface ByteReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  offset: number;
}

/** A cursor at the start of `bytes`. */
export function byteReader(bytes: Uint8Array): ByteReader {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function advance(reader: ByteReader, length: number): number {
  const start = reader.offset;
  if (start + length > reader.bytes.length)
    throw new TransactionFormatError('DataStream::read(): end of data');
  reader.offset = start + length;
  return start;
}

/** Bytes not yet read. */
export function remaining(reader: ByteReader): number {
  return reader.bytes.length - reader.offset;
}

/** Reads one byte. */
export function readUint8(reader: ByteReader): number {
  return reader.view.getUint8(advance(reader, 1));
}

/** Reads a uint32. */
export function readUint32(reader: ByteReader): number {
  return reader.view.getUint32(advance(reader, 4), true);
}

/** Reads an int64. */
export function readInt64(reader: ByteReader): bigint {
  return reader.view.getBigInt64(advance(reader, 8), true);
}

/** Reads `length` bytes as a copy, which does not keep the whole source alive. */
export function readBytes(reader: ByteReader, length: number): Uint8Array {
  const start = advance(reader, length);
  return Uint8Array.prototype.slice.call(reader.bytes, start, start + length);
}

/** Reads a compactsize; refuses encodings longer than needed and lengths above 32 MiB, as nodes do. */
export function readCompactSize(reader: ByteReader): number {
  const first = readUint8(reader);
  if (first < 253) return first;
  let value: number;
  let smallest: number;
  if (first === 253) {
    value = reader.view.getUint16(advance(reader, 2), true);
    smallest = 253;
  } else if (first === 254) {
    value = readUint32(reader);
    smallest = 0x10000;
  } else {
    value = Number(reader.view.getBigUint64(advance(reader, 8), true));
    smallest = 0x100000000;
  }
  if (value < smallest) throw new TransactionFormatError('non-canonical ReadCompactSize()');
  if (value > MAX_LENGTH) throw new TransactionFormatError('ReadCompactSize(): size too large');
  return value;
}

/** Reads a compactsize length and as many bytes. */
export function readVariableBytes(reader: ByteReader): Uint8Array {
  return readBytes(reader, readCompactSize(reader));
}
