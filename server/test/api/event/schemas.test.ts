import { readFileSync } from 'node:fs';
import { TOPICS, TYPES } from '@ordbook/api/event/event';
import { describe, expect, test } from 'vitest';

const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('the documents of events', () => {
  test('name every topic and every type', () => {
    const page = textOf('docs/events.md');
    const missing = TOPICS.flatMap((topic) => [
      `\`${topic}\``,
      ...TYPES[topic].map((type) => `\`${topic}.${type}\``),
    ]);
    expect(missing.filter((name) => !page.includes(name))).toEqual([]);
  });
});
