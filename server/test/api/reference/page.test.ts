import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The custom properties of the root in a style sheet of this repository. */
function tokensIn(path: string): Map<string, string> {
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const [, root] = /:root \{([^}]*)\}/.exec(text)!;
  return new Map([...root!.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

test('the reference page has the colours and types of the console, by the same names', () => {
  const console = tokensIn('console/src/design/tokens.css');
  const own = tokensIn('server/src/api/reference/page/page.css');
  expect(own.size).toBeGreaterThan(10);
  for (const [name, value] of own) expect([name, console.get(name)]).toEqual([name, value]);
});
