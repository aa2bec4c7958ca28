import type { Payload } from './envelope.ts';
import { type InscriptionId, inscriptionIdFromValue } from './inscription-id.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of a field, or undefined when the field is missing or is not UTF-8. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export const contentTypeOf = (payload: Payload): string | undefined => textOf(payload.contentType);

export const metaprotocolOf = (payload: Payload): string | undefined => textOf(payload.metaprotocol);

/** The `Content-Encoding` of the body; an encoding that no header could carry counts as none. */
export function contentEncodingOf(payload: Payload): string | undefined {
  if (payload.contentEncoding === undefined) return undefined;
  const text = textOf(payload.contentEncoding) ?? '';
  return /^[\t\x20-\x7e]*$/.test(text) ? text : undefined;
}

export const delegateOf = (payload: Payload): InscriptionId | undefined =>
  payload.delegate === undefined ? undefined : inscriptionIdFromValue(payload.delegate);

/** Parents that the inscription claims, well-formed ones only, in envelope order. */
export const claimedParents = (payload: Payload): InscriptionId[] =>
  payload.parents.map(inscriptionIdFromValue).filter((id) => id !== undefined);

/**
 * Offset among the transaction's output sats that the inscription asks for: little endian, any width, bytes
 * past the eighth must be zero. Undefined when there is none or it is 2^53 sats or more, which no transaction
 * has.
 */
export function pointerOf(payload: Payload): number | undefined {
  if (payload.pointer === undefined) return undefined;
  const pointer = payload.pointer.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return Number.isSafeInteger(pointer) ? pointer : undefined;
}
