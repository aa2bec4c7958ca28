import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusalLog } from '../../../src/api/edge/refusal-log.ts';

const MINUTE_MS = 60_000;

let lines: { n?: number; count?: number; callers?: string }[];
let close: () => void;
let log: ReturnType<typeof refusalLog>;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const app = { addHook: (_name: string, hook: () => void) => (close = hook) };
  const write = (line: object) => void lines.push(line);
  log = refusalLog(app as unknown as FastifyInstance, { first: write, repeats: write });
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

describe('a refused request', () => {
  test('is logged at once, and its repeats once a minute with their count', () => {
    for (let n = 0; n < 1_000; n++) expect(log.add('a', 'rate_limited', { n })).toBe(n === 0);
    expect(lines).toEqual([{ n: 0 }]);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines).toEqual([{ n: 0 }, { n: 999, count: 999 }]);
    for (let n = 1_000; n < 1_010; n++) log.add('a', 'rate_limited', { n });
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines.slice(2)).toEqual([{ n: 1_009, count: 10 }]);
  });

  test('is logged at once again after a minute without one', () => {
    log.add('a', 'malformed', { n: 1 });
    vi.advanceTimersByTime(MINUTE_MS);
    log.add('a', 'malformed', { n: 2 });
    expect(lines).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('of another caller or with another code is another one', () => {
    log.add('a', 'malformed', { n: 1 });
    log.add('b', 'malformed', { n: 2 });
    log.add('a', 'not_found', { n: 3 });
    expect(lines).toHaveLength(3);
  });

  test('of more than a thousand callers is counted with those of others', () => {
    for (let n = 0; n < 50_000; n++) log.add(`caller ${n}`, 'rate_limited', { n });
    expect(lines).toHaveLength(1_001);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines.slice(1_001)).toEqual([{ callers: 'many', count: 48_999 }]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is counted when the service stops is logged', () => {
    log.add('a', 'malformed', { n: 1 });
    log.add('a', 'malformed', { n: 2 });
    close();
    expect(lines).toEqual([{ n: 1 }, { n: 2, count: 1 }]);
  });
});
