import { Refusal } from '@ordbook/protocol/refusals';
import { describe, expect, test } from 'vitest';
import { DATABASE_FAULTS, databaseFault, faultSentence } from '../../../src/store/database/faults.ts';

const failed = (code: string, message = 'as the driver says it') =>
  Object.assign(new Error(message), /^[A-Z0-9_]{4,}$/.test(code) ? { code } : {});
const sentenceOf = (code: string, message?: string) => databaseFault(failed(code, message))?.is;

describe('a fault of the database', () => {
  test.each(
    DATABASE_FAULTS.flatMap(({ codes, message, is }) => codes.map((code) => [code, is, message] as const)),
  )('%s is named: %s', (code, is, message) => {
    const said = message ? 'no pg_hba.conf entry; unsupported startup parameter' : `error: ${code}`;
    const error = failed(code, said);
    expect(databaseFault(error)).toMatchObject({ code, is });
    const refusal = new Refusal('unavailable', 'the database is unreachable');
    refusal.cause = error;
    expect(faultSentence(new Error('waiting', { cause: refusal }))).toMatch(`${is} (${code}); `);
  });

  test('has twenty rules at least, one sentence each, that names no host, role or database', () => {
    const sentences = DATABASE_FAULTS.map(({ is }) => is);
    expect(new Set(sentences).size).toBe(DATABASE_FAULTS.length);
    expect(sentences.length).toBeGreaterThanOrEqual(20);
    expect(sentences.filter((is) => /USER|DATABASE(?!_URL)|@/.test(is))).toEqual([]);
  });

  test('with the code of another is recognised by its message', () => {
    expect(sentenceOf('28000', 'no pg_hba.conf entry for host "10.0.0.1"')).toContain('pg_hba.conf');
    expect(sentenceOf('28000', 'role "ann" does not exist')).toContain('log in');
  });

  test('of a code that the table does not have is none, whatever its message says', () => {
    expect(databaseFault(failed('42P01', 'Connection terminated'))).toBeNull();
    expect(databaseFault('53100')).toBeNull();
    expect(faultSentence(null)).toBeNull();
  });
});
