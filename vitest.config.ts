import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findVectors } from './stack/real/parts.ts';

// Tests read the published vectors from here; empty leaves them out.
process.env['VECTORS_DIR'] = findVectors() ?? '';

const setups = (name: string) => [
  './stack/random-tests.ts',
  ...(['server', 'sandbox', 'mcp', 'examples'].includes(name) ? ['./stack/prepared-tests.ts'] : []),
];

const project = (name: string) => ({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name,
    root: `./${name}`,
    include: ['test/**/*.test.ts'],
    // The files of a worker share its modules, which are loaded once. No module may keep what a test did.
    isolate: false,
    setupFiles: setups(name).map((path) => fileURLToPath(new URL(path, import.meta.url))),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './stack/node-only-reporter.ts'],
    projects: ['protocol', 'api', 'client', 'server', 'sandbox', 'mcp', 'console', 'examples'].map(project),
  },
});
