const utf8 = new TextDecoder();
const MAX_DEPTH = 16;

/** Source: RFC 8949, section 3. */
const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG] = [0, 1, 2, 3, 4, 5, 6] as const;
const SIMPLE: Readonly<Record<number, unknown>> = { 20: false, 21: true, 22: null, 23: null };

/**
 * Reads CBOR of stated lengths into what JSON can say: numbers beyond 2^53 and byte strings (in hex) are
 * texts, tags are left out. Anybody inscribes it: throws a RangeError for anything else, and for what is
 * nested more than 16 deep.
 */
export function readCbor(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  /** Steps over so many bytes, and returns where they begin. */
  function take(length: number): number {
    if (length > bytes.length - at) throw new RangeError('the value ends too early');
    at += length;
    return at - length;
  }

  function argumentOf(short: number): number | bigint {
    if (short < 24) return short;
    if (short === 24) return view.getUint8(take(1));
    if (short === 25) return view.getUint16(take(2));
    if (short === 26) return view.getUint32(take(4));
    if (short !== 27) throw new RangeError('a length is not stated');
    const long = view.getBigUint64(take(8));
    return long <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(long) : long;
  }

  function item(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new RangeError(`the value is nested more than ${MAX_DEPTH} deep`);
    const head = view.getUint8(take(1));
    const [major, short] = [head >> 5, head & 31];
    if (major > TAG) return simple(short);
    const argument = argumentOf(short);
    if (major === UNSIGNED) return typeof argument === 'bigint' ? String(argument) : argument;
    if (major === NEGATIVE) return typeof argument === 'bigint' ? String(-1n - argument) : -1 - argument;
    if (major === TAG) return item(depth + 1);
    const length = Number(argument);
    if (major === BYTES || major === TEXT) {
      const start = take(length);
      const part = bytes.subarray(start, start + length);
      return major === TEXT ? utf8.decode(part) : hexOf(part);
    }
    const list: unknown[] = [];
    for (let left = length; left > 0; left -= 1) list.push(major === MAP ? entry(depth) : item(depth + 1));
    return major === ARRAY ? list : Object.fromEntries(list as [string, unknown][]);
  }

  function entry(depth: number): [string, unknown] {
    const key = item(depth + 1);
    return [typeof key === 'string' ? key : JSON.stringify(key), item(depth + 1)];
  }

  function simple(short: number): unknown {
    if (short === 25) return halfOf(view.getUint16(take(2)));
    if (short === 26) return view.getFloat32(take(4));
    if (short === 27) return view.getFloat64(take(8));
    if (!(short in SIMPLE)) throw new RangeError('a value of an unknown kind');
    return SIMPLE[short];
  }

  const value = item(0);
  if (at !== bytes.length) throw new RangeError('something follows the value');
  return value;
}

/** Source: RFC 8949, appendix D. */
function halfOf(bits: number): number {
  const [exponent, mantissa] = [(bits >> 10) & 31, bits & 1023];
  const infinite = mantissa === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  const finite = exponent === 0 ? mantissa * 2 ** -24 : (mantissa + 1024) * 2 ** (exponent - 25);
  const size = exponent === 31 ? infinite : finite;
  return bits & 0x8000 ? -size : size;
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
