import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { bundleJson, decodeBundle, encodeBundle } from '../../src/custody/bundle.ts';
import { readCustody } from '../../src/custody/read.ts';
import { type Vector, vectors } from './vectors.ts';

const stored = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vector[];

test('the stored vectors are those that are made', () => {
  expect(stored).toEqual(vectors());
});

describe('a custody proof', () => {
  test.each(stored.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const { inscriptionId, outpoint, network, depth, place, code, json } = vector;
    const answer = readCustody(hexToBytes(vector.proof), { inscriptionId, outpoint, network, depth });
    expect(answer).toMatchObject(place ? { holds: true, custody: { place } } : { holds: false, code });
    if (!place) return;
    const bundle = decodeBundle(hexToBytes(vector.proof));
    expect(bytesToHex(encodeBundle(bundle))).toBe(vector.proof);
    if (json) expect(bundleJson(bundle)).toEqual(json);
  });

  test('has vectors for every code that it can be refused with', () => {
    const codes = new Set(stored.map(({ code }) => code));
    for (const code of CODES) expect(codes).toContain(code);
  });
});

const CODES = [
  'malformed',
  'wrong_network',
  'too_many_moves',
  'other_inscription',
  'not_revealed',
  'unbound',
  'spent_as_fee',
  'ambiguous_transaction',
  'not_in_block',
  'not_buried',
  'no_work',
  'broken_move',
  'wrong_previous',
  'other_place',
];
