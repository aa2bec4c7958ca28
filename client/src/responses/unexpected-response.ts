/**
 * A response that is not what the API promises. Nothing of it was used. `operation` is the method and the
 * path, as in `POST /collection/{slug}/purchases/preflight`. `field` is a path within the body, such as
 * `steps[0].inputsToSign[1].sigHash`, or `body` when the body as a whole is at fault.
 *
 * A write may have taken effect all the same.
 */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
  readonly operation: string;
  readonly field: string;

  /** `flaw` follows the name of the field, as in "is 300; it must be a whole number from 0 to 255". */
  constructor(operation: string, field: string, flaw: string) {
    super(`${operation} returned an unexpected response: ${field} ${flaw}`);
    this.operation = operation;
    this.field = field;
  }
}

/** The name of the body as a whole. */
export const WHOLE = 'body';

const SHOWN = 80;

/** A value as JSON in at most 80 characters, or how large it is. No control character is left in it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN) : value);
  const printable = text.replace(UNPRINTABLE, '?');
  return printable.length < SHOWN ? printable : `${printable.slice(0, SHOWN - 1)}…`;
}

/** Control and formatting characters, which can hide or reorder text, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** At most 500 characters of a text for people; each run of control characters becomes a space. */
export function readable(text: string): string {
  return text.slice(0, 2_000).replace(UNPRINTABLE, ' ').trim().slice(0, 500);
}
