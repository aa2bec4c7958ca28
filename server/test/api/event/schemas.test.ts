import { readFileSync } from 'node:fs';
import { TOPICS, TYPES } from '@ordbook/api/event/event';
import { describe, expect, test } from 'vitest';
import { eventSchemasFile } from '../../../../scripts/openapi.ts';

const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('the documents of events', () => {
  test('have the schemas of the code (`npm run generate`)', () => {
    expect(textOf('docs/events.schema.json')).toBe(eventSchemasFile());
  });

  test('name every topic and every type', () => {
    const page = textOf('docs/events.md');
    const missing = TOPICS.flatMap((topic) => [
      `\`${topic}\``,
      ...TYPES[topic].map((type) => `\`${topic}.${type}\``),
    ]);
    expect(missing.filter((name) => !page.includes(name))).toEqual([]);
  });
});
