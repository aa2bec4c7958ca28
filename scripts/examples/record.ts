/**
 * Writes `server/src/api/reference/examples.json`: the examples of the OpenAPI document, from a sandbox. The file is the
 * same in every run, until an answer changes.
 */
import './steady.ts';
import { writeFileSync } from 'node:fs';
import { startSandbox } from '../../sandbox/src/sandbox.ts';
import { onMainNetwork } from './main-network.ts';
import { play } from './play.ts';
import { next } from './steady.ts';

const PUBLIC_URL = 'https://market.example';
const domain = new URL(PUBLIC_URL).hostname;

const sandbox = await startSandbox({
  ...{ port: 0, blockSeconds: 0, logLevel: 'error' },
  settings: {
    ...{ POLL_MS: 60_000, DOMAIN: domain, PUBLIC_URL },
    ...{ DONATION_NAME: 'Clean water', DONATION_URL: 'https://charity.example' },
  },
});
try {
  const played = await play({ url: sandbox.url, node: sandbox.node, domain, before: next });
  const file = new URL('../../server/src/api/reference/examples.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(await onMainNetwork(played), null, 2)}\n`);
} finally {
  await sandbox.close();
}
