import { readFileSync } from 'node:fs';
import { settingsFile } from '../server/src/cli/init/environment.ts';
import { madeFiles } from '../server/src/cli/init/files.ts';
import type { Plan } from '../server/src/cli/init/plan.ts';

const { version } = JSON.parse(readFileSync(new URL('../server/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Answers to show: no file in `deploy/` has a secret. */
function sample(target: 'systemd' | 'compose'): Plan {
  return {
    answers: {
      target,
      network: 'mainnet',
      domain: 'trade.example',
      feeAddress: '',
      payouts: 'none',
      node: '',
      index: 'http://127.0.0.1:8081',
      database: '',
      esplora: '',
      signers: '',
    },
    passwords: {
      node: 'password',
      policyNode: 'password',
      database: 'password',
      token: 'secret',
      salt: 'salt',
    },
    version,
    user: { uid: 10_001, gid: 10_001 },
  };
}

const made = (target: 'systemd' | 'compose', path: string) => () => madeFiles(sample(target))[path]!.text;

/** By path, the samples of `deploy/`: what `ordbook init` makes, and every setting with its meaning. */
export const deployFiles: { readonly [path: string]: () => string } = {
  'deploy/settings.env': () =>
    settingsFile('Every setting of ordbook, with its default. A line without # in front is set.', {}),
  'deploy/signers.env': made('systemd', 'signers.env'),
  'deploy/compose.yaml': made('compose', 'compose.yaml'),
  'deploy/proxy/nginx.conf': made('systemd', 'proxy/nginx.conf'),
  'deploy/proxy/Caddyfile': made('systemd', 'proxy/Caddyfile'),
  ...Object.fromEntries(
    ['ordbook', 'ordbook-signer-market', 'ordbook-signer-policy', 'ordbook-signer-gate'].map((name) => [
      `deploy/systemd/${name}.service`,
      made('systemd', `systemd/${name}.service`),
    ]),
  ),
};
