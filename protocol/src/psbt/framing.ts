/**
 * The frame of a PSBT (BIP174): maps of fields, each a key and a value preceded by their lengths. It is read
 * in one pass before any field is decoded, and every count and length is bounded: time is linear in the
 * bytes, and each field allocates two views.
 */
import { bytesToHex } from '../bitcoin/bytes.ts';

/** Most fields in one map. Real wallets return fewer than 20. */
export const MAX_FIELDS = 32;
/**
 * Most bytes of a key: enough for a control block of six steps, an extended public key, and proprietary
 * names.
 */
export const MAX_KEY_BYTES = 256;
/** Most bytes of a value other than a previous transaction. Wallets need about 250, for a final witness. */
export const MAX_VALUE_BYTES = 1024;

/** Type of the field of an input that holds the previous transaction (`PSBT_IN_NON_WITNESS_UTXO`). */
export const PREVIOUS_TRANSACTION = 0x00;

export interface PsbtField {
  readonly type: number;
  /** What follows the type in the key. */
  readonly keyData: Uint8Array;
  readonly value: Uint8Array;
}

/** Throws a refusal with the sentence: what is wrong with the frame. */
export type Fault = (sentence: string) => never;

export type PsbtMap = readonly PsbtField[];

export interface PsbtMaps {
  /** Without the unsigned transaction. */
  readonly global: PsbtMap;
  readonly inputs: readonly PsbtMap[];
  readonly outputs: readonly PsbtMap[];
}

/**
 * The fields of every map. `start`: where the global map continues after the unsigned transaction. Calls
 * `fault` unless exactly the maps of so many inputs and outputs follow, each within the bounds above and
 * without duplicate keys.
 */
export function psbtMaps(
  bytes: Uint8Array,
  start: number,
  count: { readonly inputs: number; readonly outputs: number },
  fault: Fault,
): PsbtMaps {
  const reader = readerOf(bytes, start, fault);
  // the unsigned transaction, which ends before `start`, is global field 0
  const global = reader.fields('the global map', ['00']);
  const inputs = Array.from({ length: count.inputs }, (_, index) =>
    reader.fields(`input ${index}`, [], PREVIOUS_TRANSACTION),
  );
  const outputs = Array.from({ length: count.outputs }, (_, index) => reader.fields(`output ${index}`, []));
  const behind = bytes.length - reader.at();
  return behind === 0 ? { global, inputs, outputs } : fault(`${behind} bytes follow its last map`);
}

function readerOf(bytes: Uint8Array, start: number, fault: Fault) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;

  const take = (length: number, where: string): number => {
    const from = at;
    if (length > bytes.length - from) fault(`it ends inside ${where}`);
    at += length;
    return from;
  };

  /** A CompactSize number in its shortest form. Numbers of more than 4 bytes are never valid here. */
  const number = (where: string): number => {
    const first = view.getUint8(take(1, where));
    if (first < 0xfd) return first;
    if (first === 0xff) return fault(`${where} has a field of an impossible length`);
    const size = first === 0xfd ? 2 : 4;
    const from = take(size, where);
    const value = size === 2 ? view.getUint16(from, true) : view.getUint32(from, true);
    return value < (size === 2 ? 0xfd : 0x10000)
      ? fault(`${where} has a length that is not in its shortest form`)
      : value;
  };

  const fields = (where: string, taken: readonly string[], large?: number): PsbtField[] => {
    const keys = new Set(taken);
    const found: PsbtField[] = [];
    for (;;) {
      const keyLength = number(where);
      if (keyLength === 0) return found;
      if (found.length === MAX_FIELDS) fault(`${where} has more than ${MAX_FIELDS} fields`);
      if (keyLength > MAX_KEY_BYTES)
        fault(`${where} has a key of ${keyLength} bytes; at most ${MAX_KEY_BYTES} are allowed`);
      const keyStart = take(keyLength, where);
      const keyEnd = at;
      at = keyStart;
      const type = number(where);
      if (at > keyEnd) fault(`${where} has a key that ends inside its type`);
      const keyData = bytes.subarray(at, keyEnd);
      at = keyEnd;
      const key = bytesToHex(bytes.subarray(keyStart, keyEnd));
      if (keys.size === keys.add(key).size) fault(`${where} has the key ${key.slice(0, 40)} twice`);
      const length = number(where);
      const isLarge = type === large && keyData.length === 0;
      if (length > MAX_VALUE_BYTES && !isLarge)
        fault(`${where} has a field of ${length} bytes; at most ${MAX_VALUE_BYTES} are allowed`);
      const from = take(length, where);
      found.push({ type, keyData, value: bytes.subarray(from, at) });
    }
  };

  return { fields, at: () => at };
}
