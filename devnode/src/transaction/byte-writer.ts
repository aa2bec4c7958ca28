/** A growing buffer of little-endian bytes. */
export interface ByteWriter {
  bytes: Uint8Array;
  view: DataView;
  length: number;
}

/** An empty writer. */
export function byteWriter(capacity = 256): ByteWriter {
  const bytes = new Uint8Array(capacity);
  return { bytes, view: new DataView(bytes.buffer), length: 0 };
}

function extend(writer: ByteWriter, by: number): number {
  const start = writer.length;
  const needed = start + by;
  if (needed > writer.bytes.length) {
    const larger = new Uint8Array(Math.max(needed, writer.bytes.length * 2));
    larger.set(writer.bytes.subarray(0, start));
    writer.bytes = larger;
    writer.view = new DataView(larger.buffer);
  }
  writer.length = needed;
  return start;
}

/** What has been written, as a copy of exactly its length. */
export function written(writer: ByteWriter): Uint8Array {
  return writer.bytes.slice(0, writer.length);
}

/** Writes one byte. */
export function writeUint8(writer: ByteWriter, value: number): void {
  const at = extend(writer, 1);
  writer.view.setUint8(at, value);
}

/** Writes a uint32 (an int32's bit pattern is accepted as well). */
export function writeUint32(writer: ByteWriter, value: number): void {
  const at = extend(writer, 4);
  writer.view.setUint32(at, value, true);
}

/** Writes an amount in sats as an int64. */
export function writeAmount(writer: ByteWriter, sats: number): void {
  const at = extend(writer, 8);
  writer.view.setBigInt64(at, BigInt(sats), true);
}

/** Writes bytes as they are. */
export function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  const at = extend(writer, bytes.length);
  writer.bytes.set(bytes, at);
}

/** Writes a length as a compactsize (at most uint32). */
export function writeCompactSize(writer: ByteWriter, value: number): void {
  if (value < 253) {
    writeUint8(writer, value);
  } else if (value <= 0xffff) {
    writeUint8(writer, 253);
    const at = extend(writer, 2);
    writer.view.setUint16(at, value, true);
  } else {
    writeUint8(writer, 254);
    writeUint32(writer, value);
  }
}

/** Writes a compactsize length and the bytes. */
export function writeVariableBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writeCompactSize(writer, bytes.length);
  writeBytes(writer, bytes);
}

/** Bytes a compactsize takes. */
export function compactSizeLength(value: number): number {
  if (value < 253) return 1;
  return value <= 0xffff ? 3 : 5;
}
