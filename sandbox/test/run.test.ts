import { describe, expect, test } from 'vitest';
import { limitNotice, sandboxOptions } from '../src/run.ts';

describe('the settings of a sandbox', () => {
  test('have defaults: port 8080, a block every ten seconds, everything built in', () => {
    expect(sandboxOptions({})).toEqual({
      port: 8080,
      nodePort: 0,
      indexPort: 0,
      blockSeconds: 10,
      chainRpcUrl: '',
      ordUrl: '',
      databaseUrl: '',
      logLevel: 'warn',
      limitScale: 1_000,
      adminListen: '',
    });
  });

  test('take a port for the admin API with a token only', () => {
    const ADMIN_TOKEN = `ada:${'a'.repeat(40)}`;
    expect(sandboxOptions({ ADMIN_LISTEN: '8081', ADMIN_TOKEN })).toMatchObject({
      adminListen: '8081',
      settings: { ADMIN_TOKEN },
    });
    expect(() => sandboxOptions({ ADMIN_LISTEN: '8081' })).toThrow('needs a token');
  });

  test('take 0 for any free port and for blocks on request only', () => {
    expect(sandboxOptions({ PORT: '0', SANDBOX_BLOCK_SECONDS: '0' })).toMatchObject({
      port: 0,
      blockSeconds: 0,
    });
  });

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['a port in words', { PORT: 'abc' }, 'PORT is "abc": must be a whole number, 0 to 65,535'],
    ['an empty port', { PORT: '' }, 'PORT is empty: must be a whole number, 0 to 65,535'],
    [
      'a time that is none',
      { SANDBOX_BLOCK_SECONDS: '10s' },
      'SANDBOX_BLOCK_SECONDS is "10s": must be a number, 0 to 86,400',
    ],
    [
      'a time before now',
      { SANDBOX_BLOCK_SECONDS: '-1' },
      'SANDBOX_BLOCK_SECONDS is "-1": must be a number, 0 to 86,400',
    ],
    ['an unknown level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": must be trace, debug, info, warn'],
    [
      'an index without its node',
      { ORD_URL: 'http://127.0.0.1:80' },
      'CHAIN_RPC_URL is not set: set it to the node that ORD_URL follows',
    ],
    [
      'a port for a node that is not built in',
      { CHAIN_RPC_URL: 'http://127.0.0.1:1', SANDBOX_NODE_PORT: '18443' },
      'SANDBOX_NODE_PORT is "18443": leave it out, since CHAIN_RPC_URL names a program that listens already',
    ],
  ])('are refused with %s, by name and with what is allowed', (_, env, sentence) => {
    expect(() => sandboxOptions(env)).toThrow(
      `1 wrong setting (npm run sandbox -- --help lists them all)\n  ${sentence}`,
    );
  });

  test.each(['CHAIN_RPC_URL', 'ORD_URL', 'DATABASE_URL'])('are refused with a %s that is no URL', (name) => {
    expect(() => sandboxOptions({ CHAIN_RPC_URL: 'http://127.0.0.1:1', [name]: 'abc' })).toThrow(
      new RegExp(`${name} is .*: must be a URL that starts with`),
    );
  });
});

describe('the banner of a sandbox', () => {
  test('says that limits are multiplied, and how to meet the real ones', () => {
    const { limitScale } = sandboxOptions({});
    expect(limitNotice(limitScale!).join()).toMatch(/multiplied by 1,000.*LIMIT_SCALE=1/);
    expect(limitNotice(0.5).join()).toContain('multiplied by 0.5');
  });

  test('says nothing when they are the real ones', () => {
    expect(limitNotice(sandboxOptions({ LIMIT_SCALE: '1' }).limitScale!)).toEqual([]);
  });
});
