import { expect, test } from 'vitest';
import { type SettingsSource, serviceMends, signerMends } from '../../../src/composition/check/mends.ts';
import { readSettings } from '../../../src/composition/settings.ts';

const files = (...own: string[]): SettingsSource => ({
  files: [
    { path: '/etc/ordbook/signers.env', names: new Set(['FEE_ADDRESS', 'KEY_SET']) },
    { path: '/etc/ordbook/service.env', names: new Set(['PORT']) },
  ],
  environment: new Set(own),
});
const installed = readSettings({ SIGNER_ENDPOINT: '/run/ordbook-market/signer.sock' });
const contained = readSettings({ SIGNER_ENDPOINT: 'https://market:9441' });
const elsewhere = readSettings({ SIGNER_ENDPOINT: 'https://10.0.0.2:9441' });

test('a setting is changed in the file that has it, else in the last one; without files in the environment', () => {
  const { set } = serviceMends(installed, files());
  expect(set('FEE_ADDRESS', 'bc1q')).toBe('`FEE_ADDRESS=bc1q` in /etc/ordbook/signers.env');
  expect(set('DATABASE_URL', 'postgres://x')).toBe('`DATABASE_URL=postgres://x` in /etc/ordbook/service.env');
  expect(serviceMends(installed).set('PORT', '80')).toBe('`export PORT=80`');
});

test('what the environment has is changed there, because it wins over files', () => {
  expect(serviceMends(installed, files('PORT')).set('PORT', '80')).toBe('`export PORT=80`');
});

test('a value that needs quotes has them, and a file gets the output of a command', () => {
  const secret = '2026a:$(openssl rand -hex 32)';
  expect(serviceMends(installed).set('KEY_SET', '<its path>')).toBe("`export KEY_SET='<its path>'`");
  expect(serviceMends(installed).set('TOKEN_KEYS', secret)).toBe(`\`export TOKEN_KEYS=${secret}\``);
  expect(serviceMends(installed, files()).set('TOKEN_KEYS', secret)).toBe(
    `\`echo "TOKEN_KEYS=${secret}" >>/etc/ordbook/service.env\``,
  );
});

test('a signer is started by its unit, by the compose file, or by hand, as it is reached', () => {
  expect(signerMends(installed, 'market').restart).toBe('`sudo systemctl restart ordbook-signer-market`');
  expect(signerMends(contained, 'market').restart).toBe('`docker compose up --detach market`');
  expect(signerMends(elsewhere, 'market').restart).toBe(
    '`ordbook signer --role market --socket https://10.0.0.2:9441 --keys <its key file>`',
  );
});

test('a signer reads signers.env, and the policy signer its own node from policy.env, never the file of the service', () => {
  const settings = readSettings({
    SIGNER_ENDPOINT: '/run/ordbook-market/signer.sock',
    POLICY_SIGNER_ENDPOINT: '/run/ordbook-policy/signer.sock',
  });
  expect(signerMends(settings, 'market').set('MAX_FEE_RATE', '9')).toBe(
    '`MAX_FEE_RATE=9` in /etc/ordbook/signers.env',
  );
  const policy = signerMends(settings, 'policy');
  expect(policy.set('CHAIN_RPC_URL', '…')).toBe('`CHAIN_RPC_URL=…` in /etc/ordbook/policy.env');
  expect(policy.set('FEE_ADDRESS', 'bc1q')).toBe('`FEE_ADDRESS=bc1q` in /etc/ordbook/signers.env');
});

test('settings of a container are in its files, and those of a signer elsewhere are not in the files here', () => {
  expect(signerMends(contained, 'market').set('FEE_ADDRESS', 'bc1q')).toBe(
    '`FEE_ADDRESS=bc1q` in signers.env',
  );
  expect(serviceMends(contained).set('PORT', '80')).toBe('`PORT=80` in service.env');
  expect(signerMends(elsewhere, 'market').set('FEE_ADDRESS', 'bc1q')).toBe('`export FEE_ADDRESS=bc1q`');
});
