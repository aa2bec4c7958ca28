import type { Reporter } from 'vitest/node';

/** Ends `npm test` by saying what that run, which needs only Node, did not look at. */
export default class NodeOnlyReporter implements Reporter {
  onTestRunEnd(): void {
    const vectors = process.env['VECTORS_DIR'];
    process.stdout.write(
      [
        '',
        'real parts: none was looked for (bitcoind, ord, PostgreSQL); npm run test:stack uses them.',
        vectors ? `vectors: ${vectors}` : 'vectors: VECTORS_DIR is not set, so their tests did not run.',
        '',
      ].join('\n'),
    );
  }
}
