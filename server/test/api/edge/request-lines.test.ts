import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '../../../src/api/edge/limits.ts';
import { testApi } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const wrong = { authorization: 'Bearer hush' };

describe('the log line of a request', () => {
  test('is written without a search for secrets, since none of its fields holds one', async () => {
    const lines: { msg: string; reqId: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const logger = pino({ redact: ['route', 'ip'] }, { write });
    const { app } = await testApi(database.db, { logger });
    const answer = await app.inject({ url: '/api/v1/me?signature=hush', headers: wrong });
    app.log.info({ route: 'hush' }, 'another line');
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([
      expect.objectContaining({
        level: 30,
        reqId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/v1/me',
        status: 401,
        ip: '127.0.0.1',
        code: 'token_invalid',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hush');
    await app.close();
  });

  test('is one for all refusals of a caller with a code, limited ones too, until the service stops', async () => {
    const lines: { msg: string; code: string; count?: number }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { app } = await testApi(database.db, { logger, rateLimits: DEFAULT_RATE_LIMITS });
    for (let i = 0; i < 200; i++) await app.inject({ url: '/api/v1/me', headers: wrong });
    await app.inject({ url: '/api/v1/me', headers: wrong, remoteAddress: '192.0.2.1' });
    expect(lines.map(({ code }) => code)).toEqual(['token_invalid', 'rate_limited', 'token_invalid']);
    await app.close();
    expect(lines.slice(3)).toMatchObject([
      { msg: 'refused requests', code: 'token_invalid', count: 59 },
      { msg: 'refused requests', code: 'rate_limited', count: 139 },
    ]);
  });

  test('follows the level of the log', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => lines.push(line) });
    const { app } = await testApi(database.db, { logger });
    await app.inject('/market');
    const before = lines.length;
    app.log.level = 'warn';
    await app.inject('/market');
    app.log.level = 'info';
    await app.inject('/market');
    expect([before, lines.length]).toEqual([1, 2]);
    await app.close();
  });
});
