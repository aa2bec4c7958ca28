import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findVectors } from '../stack/real/parts.ts';

// Tests read the published vectors from here; empty leaves them out.
process.env['VECTORS_DIR'] = findVectors() ?? '';

const shared = (path: string) => fileURLToPath(new URL(`../stack/${path}`, import.meta.url));

const project = (name: string, include: string[], rest: object = {}) => ({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: { name, include, setupFiles: [shared('random-tests.ts')], ...rest },
});

/** `devnode` needs Node alone; `devnode-stack` compares it with real nodes, a real `ord` and others' libraries. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('devnode', ['test/**/*.test.ts'], { isolate: false, testTimeout: 30_000, hookTimeout: 60_000 }),
      project('devnode-stack', ['stack/**/*.test.ts', 'test/**/*-vectors.test.ts'], {
        env: { RANDOM_ROUNDS: 'full' },
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
