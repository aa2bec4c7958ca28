import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/api/edge/log.ts';

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
});
