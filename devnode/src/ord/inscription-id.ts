import { hex } from '@scure/base';

/** `<txid>i<index>`, the txid in the order people read it. */
export type InscriptionId = string;

export const inscriptionId = (txid: string, index: number): InscriptionId => `${txid}i${index}`;

export const isInscriptionId = (text: string): boolean =>
  /^[0-9a-f]{64}i\d+$/i.test(text) && Number(text.slice(65)) <= 0xffff_ffff;

/**
 * An inscription id as fields of an envelope carry it: the txid's 32 bytes, then the index in little endian,
 * either four bytes or as few as it needs. Undefined for anything else, which `ord` ignores.
 */
export function inscriptionIdFromValue(value: Uint8Array): InscriptionId | undefined {
  if (value.length < 32 || value.length > 36) return undefined;
  const index = value.subarray(32);
  if (index.length > 0 && index.length !== 4 && index[index.length - 1] === 0) return undefined;
  const number = index.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return inscriptionId(hex.encode(value.slice(0, 32).reverse()), number);
}

/** Inverse of {@link inscriptionIdFromValue}, in the short form. */
export function inscriptionIdValue(id: InscriptionId): Uint8Array {
  const [txid = '', index = '0'] = id.split('i');
  const tail: number[] = [];
  for (let rest = Number(index); rest > 0; rest = Math.floor(rest / 256)) tail.push(rest % 256);
  return Uint8Array.from([...hex.decode(txid).reverse(), ...tail]);
}
