import { describe, expect, test, vi } from 'vitest';
import { checkSettings } from '../../src/composition/check-settings.ts';
import { readSettings, type Settings } from '../../src/composition/settings.ts';
import { testAddress } from '../support/wallet.ts';

const good = {
  NETWORK: 'regtest',
  CHAIN_RPC_URL: 'http://user:password@127.0.0.1:18443',
  ORD_URL: 'http://127.0.0.1:80',
  SIGNER_ENDPOINT: '/run/ordbook/signer.sock',
  FEE_ADDRESS: testAddress('fees', 'p2wpkh').address,
  TOKEN_KEYS: `a:${'s'.repeat(32)}`,
  DATABASE_URL: 'postgres://127.0.0.1/ordbook',
};

function complaint(env: Record<string, string>): string {
  try {
    checkSettings(readSettings({ ...good, ...env }));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('settings', () => {
  test('an empty environment gives every default', () => {
    expect(readSettings({})).toMatchObject({
      NETWORK: 'mainnet',
      PORT: 8080,
      TOKEN_HOURS: 1,
      LOG_LEVEL: 'info',
    });
  });

  test('texts of the environment become the numbers that they say', () => {
    expect(readSettings({ PORT: '81', LIMIT_SCALE: '0.5' })).toMatchObject({ PORT: 81, LIMIT_SCALE: 0.5 });
  });

  test('only the given environment is read, so `ordbook check` can leave out what is wrong', () => {
    vi.stubEnv('PORT', '80a');
    try {
      expect(readSettings({}).PORT).toBe(8080);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('every wrong value is named at once, with what was seen and what is allowed', () => {
    const env = {
      PORT: '80a',
      NETWORK: 'liquid',
      TRANSFER_FEE_RATE: '25',
      LOG_LEVEL: 'loud',
      SELLER_FEE_BPS: '1.5',
    };
    expect(() => readSettings(env)).toThrow(
      [
        '5 wrong settings (docs/settings.md lists them all)',
        '  NETWORK is "liquid": must be mainnet, testnet, signet, regtest',
        '  PORT is "80a": must be a whole number, 0 to 65,535',
        '  LOG_LEVEL is "loud": must be trace, debug, info, warn, error, silent',
        '  SELLER_FEE_BPS is "1.5": must be a whole number, 0 to 10,000',
        '  TRANSFER_FEE_RATE is "25": must be a number, 0.1 to 3',
      ].join('\n'),
    );
  });

  test('what is no setting any more is named, with what stands in its place', () => {
    expect(() => readSettings({ TOKEN_HOURS: '2', FILL_FEE_BPS: '250', EVENTS_DRAIN_MS: '' })).toThrow(
      [
        '2 wrong settings (docs/settings.md lists them all)',
        '  TOKEN_HOURS is "2": it is no setting any more; remove it (it is always 1)',
        '  FILL_FEE_BPS is "250": it is no setting any more; remove it (POST /v1/fees of the admin API sets fillBps)',
      ].join('\n'),
    );
    expect(readSettings({}, { TOKEN_HOURS: 2 })).toMatchObject({ TOKEN_HOURS: 2, CHALLENGE_MINUTES: 5 });
  });

  test('what the service cannot start without is asked for', () => {
    expect(() => checkSettings(readSettings({}))).toThrow(
      [
        '6 wrong settings (docs/settings.md lists them all)',
        ...['CHAIN_RPC_URL', 'ORD_URL', 'FEE_ADDRESS', 'TOKEN_KEYS', 'SIGNER_ENDPOINT'].map(
          (name) => `  ${name} is not set: set it; the service cannot start without it`,
        ),
        '  DATABASE_URL is not set: set it, or DATA_DIR for a trial; without both, every trade would be lost when the process ends',
      ].join('\n'),
    );
    const brought = readSettings({ ...good, SIGNER_ENDPOINT: '' });
    expect(() => checkSettings(brought, ['SIGNER_ENDPOINT'])).not.toThrow();
  });

  test.each<[Partial<Record<keyof Settings, string>>, string]>([
    [{ FEE_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, 'FEE_ADDRESS is "bc1q'],
    [{ NETWORK: 'mainnet' }, 'must be an address of mainnet'],
    [{ MAX_FEE_RATE: '1' }, 'MAX_FEE_RATE is "1": must not be below 2, the lowest package fee rate'],
    [{ TRANSFER_FEE_RATE: '3' }, 'TRANSFER_FEE_RATE is "3": must not be above 2, the lowest package fee'],
    [{ PRICE_URL: 'prices.example' }, 'PRICE_URL is "prices.example": must be a URL'],
    [
      { OFFER_MINIMUM_SATS: '2000000' },
      'OFFER_MINIMUM_SATS is "2000000": must not be above OFFER_MAXIMUM_SATS',
    ],
    [{ ADMISSION_TIERS: '0:144' }, 'ADMISSION_TIERS is "0:144": must be sats:blocks:coins'],
    [
      { PAYOUT_ADDRESSES: 'bc1q' },
      'PAYOUT_ADDRESSES is "bc1q": must be addresses of regtest, or "none", but has bc1q',
    ],
    [{ ADMISSION_TIERS: '0:144:20:0' }, 'a depth of 1 to 999'],
    [
      { POLICY_SIGNER_ENDPOINT: 'policy.sock', GATE_SIGNER_ENDPOINT: 'gate.sock' },
      'KEY_SET is not set: set it to the file of `ordbook keys publish`',
    ],
    [{ GATE_SIGNER_ENDPOINT: 'gate.sock' }, 'POLICY_SIGNER_ENDPOINT is not set: set it, or leave GATE_'],
    [{ POLICY_SIGNER_ENDPOINT: 'policy.sock' }, 'GATE_SIGNER_ENDPOINT is not set: set it, or leave POLICY_'],
    [{ TOKEN_KEYS: 'a:short' }, 'TOKEN_KEYS is set, but wrong: must be id:secret'],
    [{ TOKEN_KEYS: `a:${'s'.repeat(32)},a:${'t'.repeat(32)}` }, 'must not use an id twice'],
    [
      { CHAIN_RPC_URL: '127.0.0.1:8332' },
      'CHAIN_RPC_URL is set, but wrong: must be a URL that starts with http:// or',
    ],
    [
      { ORD_URL: 'http://a:80,http://b:80,http://c:80' },
      'ORD_URL is set, but wrong: must be one URL, or two',
    ],
    [{ ORD_URL: 'http://a:80, http://a:80' }, 'or two different ones, separated by a comma'],
    [{ ORD_URL: 'http://a:80,b' }, 'ORD_URL is set, but wrong: must be a URL that starts with http://'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL is set, but wrong: must be a URL that starts with postgres://',
    ],
    [{ DATABASE_URL: 'postgres://a:5432,b:70000/name' }, 'DATABASE_URL is set, but wrong'],
    [
      { FOLLOW: 'off', DATABASE_URL: '', DATA_DIR: '/data' },
      'FOLLOW is "off": leave it on, or set DATABASE_URL',
    ],
    [{ DATABASE_URL: '' }, 'DATABASE_URL is not set: set it, or DATA_DIR for a trial'],
    [{ SIGNER_ENDPOINT: 'http://127.0.0.1:9' }, 'must be the path of a unix socket, or https://host:port'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL is set, but wrong'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/33' }, 'must be IP addresses or CIDRs, but has 10.0.0.0/33'],
    [{ DONATION_NAME: 'Relief' }, 'DONATION_ADDRESS is not set: set it, or leave DONATION_NAME empty'],
    [{ DATABASE_URL: 'postgres://x', DATA_DIR: '/data' }, 'DATA_DIR is "/data": leave it empty'],
  ])('settings that do not fit each other are named: %j', (env, sentence) => {
    expect(complaint(env)).toContain(sentence);
  });

  test('a secret is never shown', () => {
    const secret = 'p4ssw0rd';
    const seen = complaint({
      CHAIN_RPC_URL: `ftp://${secret}@host`,
      TOKEN_KEYS: secret,
      DATABASE_URL: `mysql://${secret}@host`,
      REDIS_URL: secret,
    });
    expect(seen.split('\n')).toHaveLength(5);
    expect(seen).not.toContain(secret);
  });

  test('right settings pass', () => {
    expect(complaint({})).toBe('');
    expect(complaint({ DATABASE_URL: 'postgres://user:word@a:5432,b:5433/name' })).toBe('');
    expect(complaint({ TRUSTED_PROXIES: '10.0.0.0/8, ::1', REDIS_URL: 'redis://127.0.0.1:6379' })).toBe('');
  });
});
