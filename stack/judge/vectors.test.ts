import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAMILIES } from '../../scripts/judge-vectors/families/all.ts';
import { countsOf, makeFamily } from '../../scripts/judge-vectors/families.ts';
import { startWorld, type World } from '../../scripts/judge-vectors/world.ts';
import type { VectorFile } from '../../scripts/judge-vectors/written.ts';
import { findNode } from '../real/parts.ts';

const FOLDER = resolve(import.meta.dirname, '../../vectors/judge');
const names = Object.keys(FAMILIES);
const stored = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as VectorFile;

describe.runIf(findNode('core'))('the vectors of the judge, made again on Bitcoin Core', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(names.length);
  });
  afterAll(() => world.stop());

  test.each(names)(
    '%s are those of the file, with what the node says to each attack',
    { timeout: 300_000 },
    async (name) => {
      const made = await makeFamily(name, world);
      expect(JSON.parse(JSON.stringify(made.vectors))).toEqual(stored(name).vectors);
    },
  );
});

test('accepted attacks reach at least 95 % of the bounds, and none goes beyond one', () => {
  const counts = countsOf(names.flatMap((name) => stored(name).vectors));
  console.log(`${counts.tight} of ${counts.bounded} bounds are reached; the others:`, counts.loose);
  expect(counts.unsound).toEqual([]);
  expect(counts.tight / counts.bounded).toBeGreaterThanOrEqual(0.95);
});
