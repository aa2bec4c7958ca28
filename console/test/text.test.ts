import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

test('every word that is shown is in text.ts', () => {
  const components = readdirSync(SOURCE, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(20);
  const shown = /(?:aria-label|placeholder|title|alt)="[^"]*[a-z]{2}|>\s*[A-Z][a-z]+[^<{}=]*<\//g;
  const found = components.flatMap((file) =>
    [...readFileSync(`${SOURCE}${file}`, 'utf8').matchAll(shown)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
