/**
 * Bytes read from front to end. Every method throws `Unreadable` when there are too few, or when they are not
 * canonical.
 */

import { MAX_SATS } from '../sats.ts';

/** The bytes are not what they should be. `message` says what was expected, and where. */
export class Unreadable extends Error {}

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get at(): number {
    return this.#at;
  }

  /** A view of what was read from byte `from` on. */
  since(from: number): Uint8Array {
    return this.#bytes.subarray(from, this.#at);
  }

  /** The next byte, which is read again; undefined at the end. */
  peek(): number | undefined {
    return this.#bytes[this.#at];
  }

  /** A view of the next bytes, not a copy. */
  take(length: number): Uint8Array {
    const from = this.#at;
    if (length > this.#bytes.length - from)
      throw new Unreadable(
        `${length} bytes expected at byte ${from}, and ${this.#bytes.length - from} are left`,
      );
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u32(): number {
    const from = this.#at;
    this.take(4);
    return this.#view.getUint32(from, true);
  }

  /** An amount, at most all bitcoins. */
  sats(): number {
    const from = this.#at;
    this.take(8);
    const value = Number(this.#view.getBigUint64(from, true));
    if (value > MAX_SATS) throw new Unreadable(`more sats than exist at byte ${from}`);
    return value;
  }

  /** A count or length in its shortest form, at most `most`. */
  count(most: number): number {
    const from = this.#at;
    const first = this.u8();
    let value = first;
    if (first === 0xfd) value = this.u8() + 0x100 * this.u8();
    if (first === 0xfe) value = this.u32();
    const least = first === 0xfe ? 0x1_0000 : first === 0xfd ? 0xfd : 0;
    if (first === 0xff || value < least)
      throw new Unreadable(`a length in its shortest form expected at byte ${from}`);
    if (value > most) throw new Unreadable(`at most ${most} expected at byte ${from}, and it is ${value}`);
    return value;
  }

  /** Bytes after their length. */
  sized(most: number): Uint8Array {
    return this.take(this.count(most));
  }

  list<T>(most: number, read: () => T): T[] {
    return Array.from({ length: this.count(most) }, read);
  }

  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new Unreadable(`the end expected at byte ${this.#at}, and ${left} bytes follow`);
  }
}
