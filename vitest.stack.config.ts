import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CACHE } from './scripts/fetch/part.ts';
import { findVectors } from './stack/real/parts.ts';

process.env['VECTORS_DIR'] = findVectors() ?? '';

process.env['RANDOM_ROUNDS'] ??= 'full';

const conditions = ['source', 'node'];

/** The suite against real programs: see stack/global-setup.ts. */
export default defineConfig({
  // how long each file took the last time: the longest begins
  cacheDir: join(CACHE, 'vitest-stack'),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'stack',
    include: ['stack/**/*.test.ts', '{client,protocol,server}/test/**/*-vectors.test.ts'],
    globalSetup: ['stack/global-setup.ts'],
    setupFiles: ['./stack/random-tests.ts'],
    // on two cores: a third of the time the files wait
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
