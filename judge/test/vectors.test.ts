import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Vector,
  type VectorFile,
  type WrittenRequest,
  writtenVerdict,
} from '../../scripts/judge-vectors/written.ts';
import { judge, type Request } from '../src/index.ts';

const FOLDER = resolve(import.meta.dirname, '../../vectors/judge');

const vectors = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => (JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as VectorFile).vectors);

function judged({ requests, knowledge }: Vector, form: 'base64' | 'hex') {
  const read = ({ sign, ...psbt }: WrittenRequest): Request => ({
    psbt: psbt[form],
    ...(sign ? { sign } : {}),
  });
  const verdict = judge(requests.map(read), { ...knowledge, earlier: knowledge.earlier.map(read) });
  return writtenVerdict(verdict);
}

describe('the vectors', () => {
  test('are at least 300, each with a name of its own', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(300);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  test('have the verdict of the judge, from base64 as from hex', () => {
    for (const vector of vectors)
      for (const form of ['base64', 'hex'] as const)
        expect(judged(vector, form), `${vector.name} (${form})`).toEqual(vector.verdict);
  });

  test('show no attack that takes more than a bound; a node refused only what a lying PSBT makes invalid', () => {
    for (const { name, verdict, attacks } of vectors)
      for (const { node, takesSats, transactions } of attacks) {
        if (verdict.lossSats === null) continue;
        expect(node.accepted, name).toBe(transactions.length > 0);
        expect(takesSats, name).toBeLessThanOrEqual(verdict.lossSats);
      }
  });
});
