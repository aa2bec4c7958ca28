/**
 * The properties field of an inscription: the items of a gallery, and traits. What `ord` 0.29 reads as no
 * gallery is none here; what it reads and this does not is refused.
 *
 *   properties = { 0: [item, …], 1: attributes, 2: txids, 32 bytes each }     CBOR, RFC 8949
 *   item       = { 0: id | null, 1: attributes, 2: index | null }             its txid may be in the list
 *   attributes = { 0: title | null, 1: traits }
 */
import { bytesToHex } from '../bitcoin/bytes.ts';
import { inscriptionIdIn } from './envelope.ts';
import { Unreadable } from './reader.ts';

const MAX_DEPTH = 16;

/** Of the values that an inscription gives: texts, `true` and `false`, numbers in digits; null is none. */
export interface Trait {
  readonly type: string;
  readonly value: string;
}

export interface Properties {
  /** In their order; empty: not a gallery. */
  readonly items: readonly { readonly id: string; readonly traits: readonly Trait[] }[];
  /** Of the inscription itself. */
  readonly traits: readonly Trait[];
}

/** Throws `Unreadable` for what is not CBOR of that shape. */
export function propertiesIn(properties: Uint8Array): Properties {
  const cbor = new CborReader(properties);
  let read: Item[] = [];
  let traits: Trait[] = [];
  let txids: Uint8Array = new Uint8Array();
  cbor.eachEntry((key) => {
    if (key === 0n) {
      read = [];
      cbor.eachElement(() => read.push(readItem(cbor)));
    } else if (key === 1n) traits = readAttributes(cbor);
    else if (key === 2n) txids = cbor.bytes();
    else cbor.skip();
  });
  const items = read.flatMap(({ id: own, index, traits: its }, place) => {
    const txid = txids.slice(32 * place, 32 * place + 32);
    const id = txid.length === 32 ? `${bytesToHex(txid.reverse())}i${index}` : own;
    return id === null ? [] : [{ id, traits: its }];
  });
  return { items: items.length === read.length ? items : [], traits };
}

interface Item {
  id: string | null;
  index: number;
  traits: Trait[];
}

function readItem(cbor: CborReader): Item {
  const item: Item = { id: null, index: 0, traits: [] };
  cbor.eachEntry((key) => {
    if (key === 0n) item.id = cbor.isNull() ? null : idIn(cbor.bytes());
    else if (key === 1n) item.traits = readAttributes(cbor);
    else if (key === 2n) item.index = cbor.isNull() ? 0 : indexIn(cbor.integer());
    else cbor.skip();
  });
  return item;
}

function idIn(value: Uint8Array): string {
  const id = inscriptionIdIn(value);
  if (id === null) throw new Unreadable('an inscription id expected in the gallery');
  return id;
}

function indexIn(value: bigint): number {
  if (BigInt.asUintN(32, value) !== value)
    throw new Unreadable('an index of 32 bits expected in the gallery');
  return Number(value);
}

/** The traits beside a title: when either is malformed, `ord` sees no gallery. */
function readAttributes(cbor: CborReader): Trait[] {
  let traits = new Map<string, string | null>();
  cbor.eachEntry((key) => {
    if (key === 0n) cbor.isNull() || cbor.text();
    else if (key === 1n) {
      traits = new Map();
      for (let left = cbor.mapSize(); left > 0n; left -= 1n) {
        const name = cbor.text();
        if (traits.has(name)) throw new Unreadable('a trait stands twice in the gallery');
        traits.set(name, cbor.scalar());
      }
    } else cbor.skip();
  });
  return [...traits].flatMap(([type, value]) => (value === null ? [] : [{ type, value }]));
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Major types. Source: RFC 8949, section 3.1. */
const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG] = [0, 1, 2, 3, 4, 5, 6] as const;
const INDEFINITE = 31;
const BREAK = 0xff;
const [FALSE, TRUE, NULL] = [0xf4, 0xf5, 0xf6] as const;

/** Reads CBOR from front to end. Every method throws `Unreadable` for another item than it is asked for. */
class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Of 64 bits, with a sign. */
  integer(): bigint {
    const { major, argument } = this.#head();
    if ((major !== UNSIGNED && major !== NEGATIVE) || argument === null)
      throw new Unreadable('a number expected in the gallery');
    const value = major === UNSIGNED ? argument : -1n - argument;
    if (BigInt.asIntN(64, value) !== value) throw new Unreadable('a number of the gallery is too large');
    return value;
  }

  text(): string {
    try {
      return strictUtf8.decode(this.#string(TEXT));
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable('a text of the gallery is not UTF-8');
    }
  }

  bytes(): Uint8Array {
    return this.#string(BYTES);
  }

  /** A text, a boolean or a number, as a text; null for a null. */
  scalar(): string | null {
    const next = this.#peek();
    if (next >> 5 === TEXT) return this.text();
    if (next !== FALSE && next !== TRUE && next !== NULL) return String(this.integer());
    this.#at += 1;
    return next === NULL ? null : String(next === TRUE);
  }

  /** Entries of a map of definite length. */
  mapSize(): bigint {
    const { major, argument } = this.#head();
    if (major !== MAP || argument === null)
      throw new Unreadable('a map of a stated length expected in the gallery');
    return argument;
  }

  /** Steps over a null, if one comes next. */
  isNull(): boolean {
    if (this.#peek() !== NULL) return false;
    this.#at += 1;
    return true;
  }

  eachElement(element: () => void): void {
    this.#elements(ARRAY, element);
  }

  /** `entry` reads the value of a key, which is a number. */
  eachEntry(entry: (key: bigint) => void): void {
    this.#elements(MAP, () => entry(this.integer()));
  }

  /** Steps over one item of any kind. */
  skip(depth = 0): void {
    if (depth > MAX_DEPTH)
      throw new Unreadable(`items of the gallery are nested more than ${MAX_DEPTH} deep`);
    const { major, argument } = this.#head();
    if (argument === null) {
      if (major < BYTES || major > MAP) throw new Unreadable('an item of the gallery ends where none began');
      while (this.#peek() !== BREAK) this.skip(depth + 1);
      this.#at += 1;
    } else if (major === TAG) this.skip(depth + 1);
    else if (major === ARRAY || major === MAP)
      for (let left = major === MAP ? 2n * argument : argument; left > 0n; left -= 1n) this.skip(depth + 1);
    else if (major === BYTES || major === TEXT) this.#take(argument);
  }

  #string(major: number): Uint8Array {
    const head = this.#head();
    if (head.major !== major || head.argument === null)
      throw new Unreadable('a string of a stated length expected in the gallery');
    return this.#take(head.argument);
  }

  #elements(major: number, element: () => void): void {
    const head = this.#head();
    if (head.major !== major)
      throw new Unreadable(`an item of the major type ${major} expected in the gallery`);
    if (head.argument === null) {
      while (this.#peek() !== BREAK) element();
      this.#at += 1;
    } else for (let left = head.argument; left > 0n; left -= 1n) element();
  }

  /** `argument` is null for an indefinite length. */
  #head(): { major: number; argument: bigint | null } {
    const first = this.#peek();
    this.#at += 1;
    const [major, info] = [first >> 5, first & 0x1f];
    if (info === INDEFINITE) return { major, argument: null };
    if (info < 24) return { major, argument: BigInt(info) };
    if (info > 27) throw new Unreadable('a length of the gallery is reserved');
    const bytes = this.#take(BigInt(2 ** (info - 24)));
    return { major, argument: bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) };
  }

  #peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Unreadable('the gallery ends early');
    return byte;
  }

  #take(length: bigint): Uint8Array {
    const from = this.#at;
    if (length > BigInt(this.#bytes.length - from)) throw new Unreadable('the gallery ends early');
    this.#at = from + Number(length);
    return this.#bytes.subarray(from, this.#at);
  }
}
