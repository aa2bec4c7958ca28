import { readFileSync } from 'node:fs';
import { TOPICS, TYPES } from '@ordbook/api/event/event';
import { Compile } from 'typebox/compile';
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

  test('have a schema that takes fields and types to come, and no other form of a known type', () => {
    const schema = Compile(JSON.parse(textOf('docs/events.schema.json')));
    const event = {
      ...{ version: 1, id: '1042-9f3c1a2b04de', sequence: 1042, type: 'floor.changed', topic: 'floor' },
      ...{ tradeId: null, occurredAt: '2026-11-27T17:00:00.000Z', collections: [], inscriptionIds: [] },
      data: { slug: 'quiet-mice', floor: null, listedCount: 0 },
    };
    for (const change of [{}, { later: 1 }, { type: 'floor.gone' }, { type: 'rune.moved', topic: 'rune' }])
      expect(schema.Check({ ...event, ...change })).toBe(true);
    expect(schema.Check({ ...event, data: {} })).toBe(false);
  });
});
