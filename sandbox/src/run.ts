import { log, note, outro, spinner } from '@clack/prompts';
import { checkSettings, NEEDED_TO_START } from '@ordbook/server/composition/check-settings';
import { readEnvironment, readSettings, SETTINGS } from '@ordbook/server/composition/settings';
import { stopOnSignal } from '@ordbook/server/composition/stop-on-signal';
import { wrongSettings } from '@ordbook/server/composition/wrong-settings';
import { Type } from 'typebox';
import { type OperatorAccess, operatorAccess, operatorAddress } from './operator.ts';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

const DAY_SECONDS = 86_400;

const ANY_PORT = Type.Integer({ default: 0, minimum: 0, maximum: 65_535 });

const SANDBOX_SETTINGS = {
  PORT: SETTINGS.PORT,
  SANDBOX_NODE_PORT: ANY_PORT,
  SANDBOX_INDEX_PORT: ANY_PORT,
  SANDBOX_BLOCK_SECONDS: Type.Number({ default: 10, minimum: 0, maximum: DAY_SECONDS }),
  CHAIN_RPC_URL: SETTINGS.CHAIN_RPC_URL,
  ORD_URL: SETTINGS.ORD_URL,
  DATABASE_URL: SETTINGS.DATABASE_URL,
  LOG_LEVEL: { ...SETTINGS.LOG_LEVEL, default: 'warn' },
  LIMIT_SCALE: { ...SETTINGS.LIMIT_SCALE, default: 1_000 },
  ADMIN_LISTEN: SETTINGS.ADMIN_LISTEN,
  ADMIN_TOKEN: SETTINGS.ADMIN_TOKEN,
} as const;

/** False in the installed package, which has no npm scripts. */
const isFromSource = import.meta.url.endsWith('.ts');

const GUIDE = `${isFromSource ? 'npm run sandbox --' : 'npx @ordbook/sandbox'} --help lists them all`;

/**
 * Reads and checks a sandbox's settings. Throws one Error with every wrong setting, its value and what is
 * allowed.
 */
export function sandboxOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const settings = readEnvironment(SANDBOX_SETTINGS, env, GUIDE);
  const { CHAIN_RPC_URL, ORD_URL, DATABASE_URL, ADMIN_LISTEN, ADMIN_TOKEN } = settings;
  const given = { CHAIN_RPC_URL, ORD_URL, DATABASE_URL, ADMIN_LISTEN, ADMIN_TOKEN };
  checkSettings(readSettings(given), [...NEEDED_TO_START, 'DATABASE_URL']);
  if (ORD_URL !== '' && CHAIN_RPC_URL === '')
    throw wrongSettings(
      [{ name: 'CHAIN_RPC_URL', seen: undefined, allowed: 'set it to the node that ORD_URL follows' }],
      GUIDE,
    );
  refuseUnusedPorts(env, settings);
  return {
    port: settings.PORT,
    nodePort: settings.SANDBOX_NODE_PORT,
    indexPort: settings.SANDBOX_INDEX_PORT,
    blockSeconds: settings.SANDBOX_BLOCK_SECONDS,
    chainRpcUrl: CHAIN_RPC_URL,
    ordUrl: ORD_URL,
    databaseUrl: DATABASE_URL,
    logLevel: settings.LOG_LEVEL,
    limitScale: settings.LIMIT_SCALE,
    adminListen: ADMIN_LISTEN,
    ...(ADMIN_TOKEN === '' ? {} : { settings: { ADMIN_TOKEN } }),
  };
}

/** Throws an Error when a port is set for a built-in part that a real program replaces. */
function refuseUnusedPorts(
  env: NodeJS.ProcessEnv,
  { CHAIN_RPC_URL, ORD_URL }: { CHAIN_RPC_URL: string; ORD_URL: string },
): void {
  const unused = [
    { name: 'SANDBOX_NODE_PORT', replacedBy: 'CHAIN_RPC_URL', isReplaced: CHAIN_RPC_URL !== '' },
    { name: 'SANDBOX_INDEX_PORT', replacedBy: 'ORD_URL', isReplaced: ORD_URL !== '' },
  ].filter(({ name, isReplaced }) => isReplaced && env[name] !== undefined);
  if (unused.length > 0)
    throw wrongSettings(
      unused.map(({ name, replacedBy }) => ({
        name,
        seen: env[name],
        allowed: `leave it out, since ${replacedBy} names a program that listens already`,
      })),
      GUIDE,
    );
}

/** What a sandbox says of its rate limits, which are not those that clients meet in production. */
export function limitNotice(scale: number): string[] {
  if (scale === 1) return [];
  return [
    `Rate limits are multiplied by ${scale.toLocaleString('en-US')}: 429 comes much later than in production, or never. Start with LIMIT_SCALE=1 to meet the real ones.`,
  ];
}

/** What an operator can paste: the admin API listens apart from the public one. */
function operatorLines(admin: string, { tokenFile }: OperatorAccess): string[] {
  const ordbook = isFromSource ? 'npm run ordbook --' : 'npx --no ordbook';
  const token = tokenFile === null ? '' : `ADMIN_TOKEN_FILE=${tokenFile} `;
  return [
    '# what was traded, as the operator sees it',
    `ADMIN_LISTEN=${admin} ${token}${ordbook} admin GET /v1/trades`,
  ];
}

/** Progress without a terminal: one line per step, without a spinner. */
function lines() {
  const line = (text: string) => void process.stdout.write(`${text}\n`);
  return { start: line, message: line, stop: line, error: line };
}

/**
 * Starts everything with progress shown, prints what to paste next, runs until Ctrl-C. `first-line.js` has
 * printed the title before.
 */
export async function runSandbox(env: NodeJS.ProcessEnv): Promise<void> {
  const access = await operatorAccess(sandboxOptions(env));
  const { options } = access;
  const started = Date.now();
  const progress = process.stdout.isTTY ? spinner() : lines();
  progress.start('starting');
  const sandbox = await startSandbox({ ...options, progress: (step) => progress.message(step) }).catch(
    async (error: unknown) => {
      progress.error('could not start');
      await access.close();
      throw error;
    },
  );
  progress.stop(
    `ready in ${((Date.now() - started) / 1000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
  );

  const { url, world } = sandbox;
  // compiles the console while its address is read; a stop does not wait for it
  const firstRead = new AbortController();
  void fetch(url, { signal: firstRead.signal }).catch(() => undefined);
  note(
    [
      `Console      ${url}/`,
      ...(sandbox.admin === null ? [] : operatorAddress(sandbox.admin, access)),
      `API          ${url}/api/v1`,
      `Events       ${url}/events`,
      `Reference    ${url}/docs`,
      `Manual       ${url}/manual/`,
      `OpenAPI      ${url}/openapi.json`,
      `Controls     ${url}/sandbox/openapi.json`,
      `Health       ${url}/healthz`,
      `World        ${url}/sandbox/world`,
      `Node         ${sandbox.node}`,
      `Index        ${sandbox.index}`,
    ].join('\n'),
    'Addresses',
  );
  note(
    world.wallets
      .map(
        ({ name, payment, ordinals }) => `${name.padEnd(6)} ${payment.type.padEnd(12)} ${ordinals.address}`,
      )
      .join('\n'),
    'Wallets (keys in /sandbox/world)',
  );
  for (const line of limitNotice(options.limitScale ?? 1)) log.warn(line);
  log.message(
    [
      '# play a trade, from sign-in to the confirmed sale',
      `${isFromSource ? 'npm run demo --' : 'npx --no ordbook demo'} --url ${url}`,
      '# the wallets with their keys, and the collections',
      `curl -s ${url}/sandbox/world`,
      '# what happens on the market, as it happens, until Ctrl-C',
      `curl -N ${url}/events`,
      '# mine a block; returns once the service has processed it',
      `curl -s -X POST ${url}/sandbox/mine -H 'content-type: application/json' -d '{"blocks":1}'`,
      ...(sandbox.admin === null ? [] : operatorLines(sandbox.admin, access)),
    ].join('\n'),
  );
  outro('Ctrl-C stops it.');
  stopOnSignal(async () => {
    firstRead.abort();
    await sandbox.close();
    await access.close();
  });
}
