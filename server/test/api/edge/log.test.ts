import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLogger, linesForPeople } from '../../../src/api/edge/log.ts';

describe('log', () => {
  test('secrets are hidden wherever a line nests them', () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    logger.info({ signature: 'hush', body: { sessionToken: 'hush', steps: { psbtBase64: 'hush' } } }, 'line');
    logger.info({ headers: { authorization: 'hush' }, verifications: [{ signature: 'hush' }] }, 'line');
    expect(lines.join('')).not.toContain('hush');
    expect(lines.join('')).toContain('[hidden]');
  });

  test('lines below the level are not written', () => {
    const lines: string[] = [];
    createLogger('warn', { write: (line) => lines.push(line) }).info({}, 'quiet');
    expect(lines).toEqual([]);
  });

  test('lines for people have time, level, message and fields, and are no JSON', async () => {
    let shown = '';
    const terminal = new Writable({
      write(chunk, _encoding, done) {
        shown += String(chunk);
        done();
      },
    });
    createLogger('info', await linesForPeople(terminal)).warn(
      { setting: 'PORT', secret: 'hush' },
      'look here',
    );
    expect(shown).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: look here .*PORT/);
    expect(shown).not.toMatch(/hush|^\{/);
  });
});
