import { Refusal } from '@ordbook/protocol/refusals';

/** SQLSTATE: untranslatable_character, character_not_in_repertoire. */
const UNSTORABLE = new Set(['22P05', '22021']);
const INVALID_TEXT = '22P02';

/**
 * PostgreSQL cannot store NUL in text, nor half of a surrogate pair in JSON; a client may send both. Turns
 * its error into `Refusal('malformed')` and returns any other error unchanged.
 */
export function namedIfUnstorable(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const isText = UNSTORABLE.has(code ?? '') || (code === INVALID_TEXT && /type json/.test(message ?? ''));
  if (!isText) return error;
  const refusal = new Refusal('malformed', 'a text has a character that cannot be stored, such as NUL');
  refusal.cause = error;
  return refusal;
}
