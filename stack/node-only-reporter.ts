import type { Reporter } from 'vitest/node';

/** Ends `npm test` with a line on what that run, which needs only Node, did not test. */
export default class NodeOnlyReporter implements Reporter {
  onTestRunEnd(): void {
    const vectors = process.env['VECTORS_DIR'];
    process.stdout.write(
      [
        '',
        'real parts: none was looked for (bitcoind, ord, PostgreSQL); npm run test:stack uses them.',
        vectors
          ? `published vectors: ${vectors}`
          : 'published vectors: not there, so their tests did not run; npx tsx scripts/fetch.ts vectors fetches them.',
        '',
      ].join('\n'),
    );
  }
}
