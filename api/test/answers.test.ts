import { ANSWERS, type AnswerSchema, checkable } from '@ordbook/api/answers';
import { TOPICS } from '@ordbook/api/event/event';
import { OPERATIONS } from '@ordbook/api/operations';
import { describe, expect, test } from 'vitest';

describe('the schemas of answers', () => {
  test('are those of every operation, and of the events of every topic', () => {
    const events = TOPICS.map((topic) => `event ${topic}`);
    expect(Object.keys(ANSWERS)).toEqual([...Object.keys(OPERATIONS), ...events]);
  });

  test('have no prose', () => {
    expect(JSON.stringify(ANSWERS)).not.toMatch(/"(title|description|examples|default|x-\w+)":["[]/);
  });

  test('check every text under the name of an address as an address', () => {
    const named = Object.values(ANSWERS).flatMap((schema) => textsOf(schema, ''));
    const addresses = named.filter(([name]) => /[aA]ddress$|^owner$/.test(name));
    expect(addresses.length).toBeGreaterThan(15);
    for (const [name, schema] of addresses)
      expect(schema, name).toMatchObject({
        format: expect.stringMatching(/^bitcoin-address(-or-none)?$/),
        maxLength: 120,
      });
  });

  test('have no keyword that a client would not check', () => {
    expect(() =>
      checkable({ type: 'array', items: { type: 'string', contentEncoding: 'hex' } }, 'keys'),
    ).toThrow('no client knows the keyword contentEncoding of keys');
  });
});

/** Every text in a schema, with the name of its property. */
function textsOf(schema: AnswerSchema, name: string): [string, AnswerSchema][] {
  const { anyOf = [], items, properties = {} } = schema;
  return [
    ...([schema.type].flat().includes('string') ? [[name, schema] as [string, AnswerSchema]] : []),
    ...anyOf.flatMap((branch) => textsOf(branch, name)),
    ...(items ? textsOf(items, name) : []),
    ...Object.entries(properties).flatMap(([key, one]) => textsOf(one, key)),
  ];
}
