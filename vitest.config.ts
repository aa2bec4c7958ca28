import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findVectors } from './stack/real/parts.ts';

// Tests read the published vectors from here; empty leaves them out.
process.env['VECTORS_DIR'] = findVectors() ?? '';

/** What the files of a project share is loaded once per worker, so packages that start sandboxes are one project. */
const PROJECTS: Readonly<Record<string, readonly string[]>> = {
  protocol: ['protocol', 'judge'],
  api: ['api'],
  client: ['client'],
  server: ['server'],
  sandbox: ['sandbox', 'mcp', 'examples', 'conformance'],
  console: ['console'],
};

const setup = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const project = (name: string) => ({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name,
    include: PROJECTS[name]!.map((folder) => `${folder}/test/**/*.test.ts`),
    // The files of a worker share its modules, which are loaded once. No module may keep what a test did.
    isolate: false,
    // Most of what tests allocate is garbage at once.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: [
      setup('./stack/random-tests.ts'),
      ...(['server', 'sandbox'].includes(name) ? [setup('./server/test/support/prepared-tests.ts')] : []),
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './stack/node-only-reporter.ts'],
    projects: Object.keys(PROJECTS).map(project),
  },
});
