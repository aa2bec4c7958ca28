import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDES = `${ROOT}docs/guides`;

/** What the first example of each guide prints, by guide. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'contributor.md': /Tests .*passed/,
  'front-end.md': /content-security-policy: sandbox allow-scripts/,
  'operator.md': /[0-9a-f]{64}/,
  'trading-bot.md': /"pagination"/,
  'wallet.md': /60,000 \+ 10,000 postage − 1,000 fee = 69,000 sats[\s\S]*Done/,
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 120_000);

describe('the first example of the guide', () => {
  test('is known for every guide', () => {
    expect(readdirSync(GUIDES).sort()).toEqual(Object.keys(PRINTS));
  });

  test.each(Object.entries(PRINTS))(
    '%s runs as it is printed',
    async (guide, prints) => {
      const [, example] = /```sh\n([\s\S]*?)```/.exec(readFileSync(`${GUIDES}/${guide}`, 'utf8'))!;
      const script = example!.replaceAll('http://127.0.0.1:8080', sandbox.url);
      const { VITEST: _, ...env } = process.env;
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: ROOT,
        env: { ...env, NO_COLOR: '1' },
      });
      expect(stdout).toMatch(prints);
    },
    120_000,
  );
});
