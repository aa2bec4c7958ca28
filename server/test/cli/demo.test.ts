import { PLAYS } from '@ordbook/client/demo';
import { afterEach, expect, test, vi } from 'vitest';
import { runDemo } from '../../src/cli/demo.ts';

afterEach(() => vi.restoreAllMocks());

test('a demo without a sandbox says how to start one, in plain lines when piped, and returns 1', async () => {
  const written: string[] = [];
  const record = (chunk: unknown) => written.push(String(chunk)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(record);
  vi.spyOn(process.stderr, 'write').mockImplementation(record);
  const code = await runDemo({ url: 'http://127.0.0.1:1/api/v1/', play: 'trade' });
  vi.restoreAllMocks();
  expect(code).toBe(1);
  expect(written).toEqual([
    `ordbook demo: ${PLAYS.trade.title}\n`,
    'looking for the sandbox: failed\n',
    'demo: No sandbox responds at http://127.0.0.1:1. Start one in another terminal: npm run sandbox\n',
  ]);
});
