import { hex } from '@scure/base';
import { TransactionFormatError } from '../transaction/byte-reader.ts';
import { parseTransaction } from '../transaction/parse.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { refuse } from './call.ts';

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';
type Parameter = { readonly name: string; readonly type: JsonType | 'any'; readonly optional: boolean };

/** A method's parameters in order, written `blockhash:string verbosity?:any`. */
export type ParameterList = readonly Parameter[];

export function parameterList(text: string): ParameterList {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [name = '', type = 'any'] = word.split(':');
      return { name: name.replace('?', ''), type: type as Parameter['type'], optional: name.endsWith('?') };
    });
}

const typeOf = (value: unknown): JsonType =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as JsonType);

/**
 * Arguments in order, from a list or from an object of named ones. Null stands for a parameter left out, as
 * in Core. Throws RpcError: -1 (with the usage) for a wrong number, -3 for a wrong JSON type, -8 for an
 * unknown name.
 */
export function readArguments(method: string, list: ParameterList, given: unknown): unknown[] {
  const values = Array.isArray(given) ? [...given] : inOrder(list, given);
  const required = list.filter((parameter) => !parameter.optional).length;
  if (
    values.length > list.length ||
    values.slice(0, required).filter((v) => v !== undefined).length < required
  )
    refuse('MISC_ERROR', usage(method, list));
  const wrong: string[] = [];
  list.forEach(({ name, type, optional }, index) => {
    const actual = typeOf(values[index] ?? null);
    if (type === 'any' || actual === type || (actual === 'null' && optional)) return;
    const detail = `JSON value of type ${actual === 'boolean' ? 'bool' : actual} is not of expected type ${type === 'boolean' ? 'bool' : type}`;
    wrong.push(`    "Position ${index + 1} (${name})": "${detail}"`);
  });
  if (wrong.length > 0) refuse('TYPE_ERROR', `Wrong type passed:\n{\n${wrong.join(',\n')}\n}`);
  return values.map((value) => value ?? undefined);
}

function inOrder(list: ParameterList, named: unknown): unknown[] {
  if (named === undefined || named === null) return [];
  if (typeof named !== 'object') refuse('INVALID_REQUEST', 'Params must be an array or object');
  const unknown = Object.keys(named).find((key) => !list.some(({ name }) => name === key));
  if (unknown !== undefined) refuse('INVALID_PARAMETER', `Unknown named parameter ${unknown}`);
  return list.map(({ name }) => (named as Record<string, unknown>)[name]);
}

/** A method with its parameters, as Core writes it. */
export function usage(method: string, list: ParameterList): string {
  const words = list.map(({ name, optional }) => (optional ? `( ${name} )` : name));
  return [method, ...words].join(' ');
}

/** A 32-byte hash as Core's ParseHashV checks it. */
export function hashArgument(value: unknown, name: string): string {
  const text = String(value);
  if (text.length !== 64)
    refuse('INVALID_PARAMETER', `${name} must be of length 64 (not ${text.length}, for '${text}')`);
  if (!/^[0-9a-f]{64}$/i.test(text))
    refuse('INVALID_PARAMETER', `${name} must be hexadecimal string (not '${text}')`);
  return text.toLowerCase();
}

/**
 * A transaction in hex; `failure` is the message of the -22 error, the same whatever is wrong with the bytes.
 */
export function transactionArgument(value: unknown, failure: string): Transaction {
  const tx = isHex(String(value)) ? tryParse(hex.decode(String(value))) : undefined;
  if (!tx || tx.inputs.length === 0) refuse('DESERIALIZATION_ERROR', failure);
  return tx;
}

export const isHex = (text: string): boolean => /^([0-9a-f]{2})*$/i.test(text);

function tryParse(bytes: Uint8Array): Transaction | undefined {
  try {
    return parseTransaction(bytes);
  } catch (error) {
    if (error instanceof TransactionFormatError) return undefined;
    throw error;
  }
}

/** A verbosity given as a number or, as of old, as a boolean. */
export function verbosityArgument(value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Number.isInteger(value)) return value as number;
  refuse('TYPE_ERROR', 'Verbosity was boolean but only integer allowed');
}

/** An amount in BTC (number or decimal string) in sats. */
export function amountArgument(value: unknown): number {
  if (typeof value !== 'number' && typeof value !== 'string')
    refuse('TYPE_ERROR', 'Amount is not a number or string');
  const sats = Math.round(Number(value) * 1e8);
  if (!Number.isFinite(sats) || Math.abs(sats / 1e8 - Number(value)) > 1e-12)
    refuse('TYPE_ERROR', 'Invalid amount');
  if (sats < 0 || sats > 21e14) refuse('TYPE_ERROR', 'Amount out of range');
  return sats;
}

/** Largest rate a submitted transaction may pay, in sats per kvB; undefined when switched off with 0. */
export function maxRateArgument(value: unknown): number | undefined {
  const sats = value === undefined ? 10_000_000 : amountArgument(value);
  if (sats >= 100_000_000)
    refuse('INVALID_PARAMETER', 'Fee rates larger than or equal to 1BTC/kvB are not accepted');
  return sats === 0 ? undefined : sats;
}

/** Sats as Core's JSON amounts in BTC. */
export const btc = (sats: number): number => sats / 1e8;
