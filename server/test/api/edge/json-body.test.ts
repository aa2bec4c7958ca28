import { describe, expect, test } from 'vitest';
import { MAX_DEPTH, MAX_VALUES, structureFlaw } from '../../../src/api/edge/json-body.ts';

describe('the values of a body are counted before it is parsed', () => {
  test('as many as are allowed pass, one more does not', () => {
    const list = (values: number) =>
      `[${Array(values - 1)
        .fill('0')
        .join(',')}]`;
    expect(structureFlaw(list(MAX_VALUES - 1))).toBeNull();
    expect(structureFlaw(list(MAX_VALUES + 1))).toBe('body must have at most 30000 values');
  });

  test('empty arrays and objects count as well', () => {
    for (const empty of ['[]', '{}'])
      expect(
        structureFlaw(
          `[${Array(MAX_VALUES / 2)
            .fill(empty)
            .join(',')}]`,
        ),
      ).toMatch(/must have at most/);
  });

  test('arrays and objects inside each other are as deep as is allowed, and no deeper', () => {
    const deep = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(structureFlaw(deep(MAX_DEPTH))).toBeNull();
    expect(structureFlaw(deep(MAX_DEPTH + 2))).toBe(
      'body must not nest arrays and objects more than 32 deep',
    );
    expect(structureFlaw(`[${'[[]],'.repeat(100)}0]`)).toBeNull();
  });

  test('what stands in strings does not count, escaped quotes do not end them', () => {
    for (const inside of ['[,{'.repeat(50_000), '\\"[,{'.repeat(50_000), `${'\\\\'.repeat(50_000)}`])
      expect(structureFlaw(`{"a":"${inside}"}`)).toBeNull();
    const commas = ','.repeat(MAX_VALUES);
    expect(structureFlaw(`["\\\\"${commas}]`)).toMatch(/must have at most/);
    expect(structureFlaw(`["\\\\\\"${commas}"]`)).toBeNull();
  });

  test('what is no JSON is left to the parser', () => {
    for (const text of ['', '"', '"\\"', ']]]]', 'x'.repeat(100_000)]) expect(structureFlaw(text)).toBeNull();
  });

  test('a text of two megabytes takes a fraction of what parsing it may take', () => {
    for (const piece of ['\\"', '\\\\', '"a"', ' ', 'x']) {
      const text = piece.repeat(2_000_000 / piece.length);
      const { user: before } = process.cpuUsage();
      structureFlaw(text);
      expect((process.cpuUsage().user - before) / 1_000, piece).toBeLessThan(200);
    }
  });
});
