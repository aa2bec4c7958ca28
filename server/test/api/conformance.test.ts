import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STATEMENTS } from '../../../scripts/conformance/statements.ts';

describe('each statement of the specification has a test that holds it', () => {
  const root = new URL('../../../', import.meta.url);
  const texts = new Map<string, string>();
  const textOf = (file: string) => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = existsSync(new URL(file, root)) ? readFileSync(new URL(file, root), 'utf8') : '';
    texts.set(file, text);
    return text;
  };

  test.each(STATEMENTS.map((row) => [row.statement, row] as const))('%s', (_statement, { test: held }) => {
    const [file, title] = held;
    const text = textOf(file);
    expect(text, `${file} is not there`).not.toBe('');
    const at = text.indexOf(title);
    expect(at, `${file} has no test "${title}"`).toBeGreaterThan(-1);
    const line = text.slice(text.lastIndexOf('\n', at), at);
    expect(line).not.toMatch(/\.(skip|todo)\b/);
  });

  test('and no statement is there twice', () => {
    const all = STATEMENTS.map(({ kind, statement }) => `${kind} ${statement}`);
    expect(all.filter((one, i) => all.indexOf(one) < i)).toEqual([]);
  });
});
