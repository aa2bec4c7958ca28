import { readAddress } from '../address/address.ts';
import { badRequest, Refused } from '../http/answer.ts';
import { type InscriptionId, isInscriptionId } from './inscription-id.ts';
import { parseSat } from './sat-notation.ts';
import type { Outpoint } from './tables.ts';

const invalidUrl = (problem: string) => badRequest(`Invalid URL: ${problem}`);

/**
 * An integer in a path: `u32`, `u64` or `isize`, as `ord` declares it. `index` is set when the path has two
 * parameters.
 */
export function integerParam(text: string, type: 'u32' | 'u64' | 'isize', index?: number): number {
  const pattern = type === 'isize' ? /^[+-]?\d+$/ : /^\+?\d+$/;
  const value = Number(text);
  const fits = type === 'u32' ? value <= 0xffff_ffff : Number.isSafeInteger(value);
  if (pattern.test(text) && fits) return value;
  const place = index === undefined ? '' : `value at index ${index} with value `;
  throw invalidUrl(`Cannot parse ${place}\`${text}\` to a \`${type}\``);
}

/** Why a text is no inscription id; undefined when it is one. */
function inscriptionIdProblem(text: string): string | undefined {
  if (isInscriptionId(text)) return undefined;
  if (text.length < 66) return `invalid length: ${text.length}`;
  if (text[64] !== 'i') return `invalid separator: \`${text[64]}\``;
  return /^[0-9a-f]{64}/i.test(text) ? 'invalid index' : 'invalid txid: failed to parse hex';
}

export function inscriptionIdParam(text: string, index?: number): InscriptionId {
  const problem = inscriptionIdProblem(text);
  if (problem === undefined) return text.toLowerCase();
  const place = index === undefined ? '`inscription_id`' : `value at index ${index}`;
  throw invalidUrl(`Cannot parse ${place} with value \`${text}\`: ${problem}`);
}

function outpointProblem(text: string): string | undefined {
  const [txid = '', vout = '', ...rest] = text.split(':');
  if (!text.includes(':') || rest.length > 0 || txid === '' || vout === '' || text.length > 75) {
    return text.length > 75 ? 'vout should be at most 10 digits' : 'OutPoint not in <txid>:<vout> format';
  }
  if (!/^[0-9a-f]{64}$/i.test(txid)) return 'invalid TXID';
  return /^(0|[1-9]\d*)$/.test(vout) && Number(vout) <= 0xffff_ffff ? undefined : 'invalid vout';
}

export function outpointParam(text: string): Outpoint {
  const problem = outpointProblem(text);
  if (problem === undefined) return text.toLowerCase();
  throw invalidUrl(`Cannot parse \`output\` with value \`${text}\`: ${problem}`);
}

export function satpointParam(text: string): { outpoint: Outpoint; offset: number } {
  const at = text.lastIndexOf(':');
  const offset = text.slice(at + 1);
  const outpoint = text.slice(0, Math.max(at, 0));
  if (at > 0 && outpointProblem(outpoint) === undefined && /^\d+$/.test(offset)) {
    return { outpoint: outpoint.toLowerCase(), offset: Number(offset) };
  }
  const problem = at < 0 ? `satpoint \`${text}\` missing colon` : `satpoint \`${text}\` invalid`;
  throw invalidUrl(`Cannot parse \`satpoint\` with value \`${text}\`: ${problem}`);
}

export function txidParam(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw invalidUrl(`Cannot parse \`txid\` with value \`${text}\`: failed to parse hex`);
}

export function satParam(text: string): number {
  const sat = parseSat(text);
  if (sat === undefined) throw invalidUrl(`failed to parse sat \`${text}\``);
  return sat;
}

/** The script of an address in a path. */
export function addressParam(text: string): Uint8Array {
  const reading = readAddress(text);
  if (reading === 'other network') throw badRequest('validation error');
  if (reading === 'no address') {
    throw invalidUrl(`Cannot parse \`address\` with value \`${text}\`: base58 error`);
  }
  return reading.script;
}

/** A block, named by its height or its hash. */
export function blockParam(text: string): { height: number } | { hash: string } {
  if (/^[0-9a-f]{64}$/i.test(text)) return { hash: text.toLowerCase() };
  if (/^\+?\d+$/.test(text) && Number(text) <= 0xffff_ffff) return { height: Number(text) };
  throw invalidUrl('invalid digit found in string');
}

/** What `/inscription/…` names: an inscription by id or by number, or the first one on a sat. */
export type InscriptionQuery = { id: InscriptionId } | { number: number } | { sat: number };

export function inscriptionParam(text: string): InscriptionQuery {
  if (isInscriptionId(text)) return { id: text.toLowerCase() };
  if (/^-?\d{1,63}$/.test(text)) return { number: Number(text) };
  const sat = /^[a-z]{1,11}$/.test(text) ? parseSat(text) : undefined;
  if (sat === undefined) throw invalidUrl(`bad inscription query ${text}`);
  return { sat };
}

/** The list that a batch request carries, each element checked by `problemOf`. */
function batch(body: string, problemOf: (text: string) => string | undefined): string[] {
  let list: unknown;
  try {
    list = JSON.parse(body);
  } catch {
    throw badRequest('Failed to parse the request body as JSON: expected value at line 1 column 1');
  }
  const wrong = (problem: string) =>
    new Refused(422, `Failed to deserialize the JSON body into the target type: ${problem}`);
  if (!Array.isArray(list)) throw wrong('expected a sequence');
  return list.map((element: unknown, i) => {
    const problem = typeof element === 'string' ? problemOf(element) : 'expected a string';
    if (problem !== undefined) throw wrong(`[${i}]: ${problem}`);
    return (element as string).toLowerCase();
  });
}

export const inscriptionIdBatch = (body: string): InscriptionId[] => batch(body, inscriptionIdProblem);

export const outpointBatch = (body: string): Outpoint[] => batch(body, outpointProblem);
