/** Bytes that are not the CBOR (RFC 8949) a reader asked for. */
export class CborError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CborError';
  }
}

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;
const INDEFINITE = 31;
const BREAK = 0xff;
const NULL = 0xf6;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads CBOR from front to back with the strictness of the decoder that `ord` uses: strings of definite
 * length only, integers up to 64 bits, and no coercion. Every method throws {@link CborError} on other input.
 */
export class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Integer of major type 0 or 1 within the signed 64-bit range. */
  integer(): bigint {
    const { major, info } = this.#head();
    const value = this.#argument(info);
    if (major !== MAJOR.unsigned && major !== MAJOR.negative) throw new CborError('integer expected');
    const integer = major === MAJOR.unsigned ? value : -1n - value;
    if (BigInt.asIntN(64, integer) !== integer) throw new CborError('integer out of range');
    return integer;
  }

  text(): string {
    try {
      return strictUtf8.decode(this.#string(MAJOR.text));
    } catch {
      throw new CborError('text is not UTF-8');
    }
  }

  bytes(): Uint8Array {
    return this.#string(MAJOR.bytes);
  }

  /** Calls `element` once per element of an array, of definite or indefinite length. */
  eachElement(element: () => void): void {
    this.#elements(MAJOR.array, element);
  }

  /** Calls `entry` once per entry of a map, at its key. */
  eachEntry(entry: () => void, { definite = false } = {}): void {
    if (definite && (this.#peek() & 0x1f) === INDEFINITE) throw new CborError('indefinite length');
    this.#elements(MAJOR.map, entry);
  }

  /** Steps over a null, if one comes next. */
  isNull(): boolean {
    if (this.#peek() !== NULL) return false;
    this.#at++;
    return true;
  }

  /** A text, boolean, integer or null, whichever comes next. */
  scalar(): string | boolean | bigint | null {
    const next = this.#peek();
    if (next === 0xf4 || next === 0xf5) {
      this.#at++;
      return next === 0xf5;
    }
    if (this.isNull()) return null;
    return next >> 5 === MAJOR.text ? this.text() : this.integer();
  }

  /** Steps over one item of any kind. */
  skip(): void {
    const { major, info } = this.#head();
    if (info === INDEFINITE) {
      if (major < MAJOR.bytes || major > MAJOR.map) throw new CborError('unexpected break');
      while (this.#peek() !== BREAK) this.skip();
      this.#at++;
      return;
    }
    const argument = this.#argument(info);
    if (major === MAJOR.bytes || major === MAJOR.text) this.#take(argument);
    else if (major === MAJOR.tag) this.skip();
    else if (major === MAJOR.array || major === MAJOR.map) {
      for (let i = major === MAJOR.map ? argument * 2n : argument; i > 0n; i--) this.skip();
    }
  }

  #elements(major: number, element: () => void): void {
    const head = this.#head();
    if (head.major !== major) throw new CborError(`major type ${major} expected`);
    if (head.info === INDEFINITE) {
      while (this.#peek() !== BREAK) element();
      this.#at++;
      return;
    }
    for (let i = this.#argument(head.info); i > 0n; i--) element();
  }

  #string(major: number): Uint8Array {
    const head = this.#head();
    if (head.major !== major || head.info === INDEFINITE) throw new CborError('definite string expected');
    return this.#take(this.#argument(head.info));
  }

  #peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new CborError('end of input');
    return byte;
  }

  #head(): { major: number; info: number } {
    const byte = this.#peek();
    this.#at++;
    return { major: byte >> 5, info: byte & 0x1f };
  }

  #argument(info: number): bigint {
    if (info < 24) return BigInt(info);
    if (info > 27) throw new CborError('reserved length');
    return this.#take(BigInt(2 ** (info - 24))).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  }

  #take(length: bigint): Uint8Array {
    if (BigInt(this.#at) + length > BigInt(this.#bytes.length)) throw new CborError('end of input');
    const start = this.#at;
    this.#at += Number(length);
    return this.#bytes.subarray(start, this.#at);
  }
}
