/** Reads the fields of a source's JSON. Every reader throws `SourceError` that names path and field. */
import { shown } from '../responses/unexpected-response.ts';
import { SourceError } from './source.ts';

export interface Fields {
  /** A whole number within the limits, both included. */
  whole(field: string, least: number, most: number): number;
  flag(field: string): boolean;
  text(field: string, pattern: RegExp): string;
  /** null when the field is null or absent. */
  textOrNull(field: string, pattern: RegExp): string | null;
  object(field: string): Fields;
  objectOrNull(field: string): Fields | null;
  /** A list of objects. */
  objects(field: string, most: number): Fields[];
  /** A list of texts; an absent field is an empty list. */
  texts(field: string, pattern: RegExp, most: number): string[];
  isNull(field: string): boolean;
  /** Number of keys of the field, an object. */
  size(field: string): number;
  /** Throws `SourceError` for a field: `what` says what is wrong. */
  fail(field: string, what: string): never;
}

/** More sats than exist. */
export const MAX_SATS = 21e14;
export const MAX_VOUT = 0xffffffff;
export const MAX_HEIGHT = 0x7fffffff;
export const TXID = /^[0-9a-f]{64}$/;
/** The largest output script of a block, hex. */
export const SCRIPT = /^(?:[0-9a-f]{2}){0,4000000}$/;
export const ADDRESS = /^[0-9A-Za-z]{14,100}$/;

/** The hash of a block. `where`: host and path of the response. Throws `SourceError` for anything else. */
export function blockHashIn(where: string, value: unknown): string {
  const hash = typeof value === 'string' ? value.trim() : '';
  if (!TXID.test(hash)) throw new SourceError(`${where}: the response is not the hash of a block`);
  return hash;
}

/** The height of a block. `where`: host and path of the response. Throws `SourceError` for anything else. */
export function heightIn(where: string, text: string): number {
  const height = text.trim();
  if (!/^\d{1,10}$/.test(height) || Number(height) > MAX_HEIGHT)
    throw new SourceError(`${where}: the response is not a height`);
  return Number(height);
}

/** `where`: host and path of the response. `prefix`: names of the fields around `json`. */
export function fieldsOf(where: string, json: unknown, prefix = ''): Fields {
  const fail = (field: string, what: string): never => {
    throw new SourceError(`${where}: ${prefix}${field} ${what}`);
  };
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new SourceError(`${where}: ${prefix.slice(0, -1) || 'the response'} is not an object`);
  const fieldValue = (field: string): unknown =>
    Object.hasOwn(json, field) ? (json as Record<string, unknown>)[field] : undefined;
  const listOf = (field: string, most: number): unknown[] => {
    const value = fieldValue(field);
    if (!Array.isArray(value)) return fail(field, 'is not a list');
    if (value.length > most) fail(field, `has ${value.length} items; the limit is ${most}`);
    return value;
  };
  const textOf = (field: string, value: unknown, pattern: RegExp): string =>
    typeof value === 'string' && pattern.test(value) ? value : fail(field, `is ${shown(value)}`);
  const isNull = (field: string) => (fieldValue(field) ?? null) === null;
  const object = (field: string) => fieldsOf(where, fieldValue(field), `${prefix}${field}.`);

  return {
    whole(field, least, most) {
      const value = fieldValue(field);
      const isRight = typeof value === 'number' && Number.isSafeInteger(value);
      if (!isRight || value < least || value > most)
        return fail(field, `is ${shown(value)}, not a whole number from ${least} to ${most}`);
      return value;
    },
    flag(field) {
      const value = fieldValue(field);
      return typeof value === 'boolean' ? value : fail(field, `is ${shown(value)}, not true or false`);
    },
    text: (field, pattern) => textOf(field, fieldValue(field), pattern),
    textOrNull: (field, pattern) => (isNull(field) ? null : textOf(field, fieldValue(field), pattern)),
    object,
    objectOrNull: (field) => (isNull(field) ? null : object(field)),
    objects: (field, most) =>
      listOf(field, most).map((one, index) => fieldsOf(where, one, `${prefix}${field}[${index}].`)),
    texts: (field, pattern, most) =>
      isNull(field)
        ? []
        : listOf(field, most).map((one, index) => textOf(`${field}[${index}]`, one, pattern)),
    isNull,
    size: (field) =>
      Object.keys(
        typeof fieldValue(field) === 'object' ? (fieldValue(field) ?? {}) : fail(field, 'is not an object'),
      ).length,
    fail,
  };
}
