import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { intro, log, note, outro, spinner } from '@clack/prompts';
import { stopOnSignal } from '../cli/start.ts';
import { startSandbox } from './sandbox.ts';

/** `ordbook sandbox`: starts everything with progress shown, prints what to paste next, runs until Ctrl-C. */
export async function runSandbox(env: NodeJS.ProcessEnv): Promise<void> {
  const started = Date.now();
  intro('ordbook sandbox (regtest: nothing here is worth anything)');
  const progress = spinner();
  progress.start('starting');
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-sandbox-'));
  const sandbox = await startSandbox({
    port: Number(env['PORT'] ?? 8080),
    blockSeconds: Number(env['SANDBOX_BLOCK_SECONDS'] ?? 10),
    chainRpcUrl: env['CHAIN_RPC_URL'] ?? '',
    ordUrl: env['ORD_URL'] ?? '',
    databaseUrl: env['DATABASE_URL'] ?? '',
    logLevel: env['LOG_LEVEL'] ?? 'warn',
    progress: (step) => progress.message(step),
  }).catch((error: unknown) => {
    progress.error('could not start');
    throw error;
  });
  progress.stop(
    `ready in ${((Date.now() - started) / 1000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
  );

  const { url, world } = sandbox;
  note(
    [
      `API          ${url}/api/v1`,
      `Reference    ${url}/docs`,
      `OpenAPI      ${url}/openapi.json`,
      `Health       ${url}/healthz`,
      `The world    ${url}/sandbox/world`,
      `Node         ${sandbox.node}`,
      `Index        ${sandbox.index}`,
    ].join('\n'),
    'Where things are',
  );
  note(
    world.wallets
      .map(
        ({ name, payment, ordinals }) => `${name.padEnd(6)} ${payment.type.padEnd(12)} ${ordinals.address}`,
      )
      .join('\n'),
    'Wallets (keys in /sandbox/world)',
  );
  const commands = {
    demo: `npm run demo -- --url ${url}`,
    world: `curl -s ${url}/sandbox/world`,
    mine: `curl -s -X POST ${url}/sandbox/mine -H 'content-type: application/json' -d '{"blocks":1}'`,
  };
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ url, commands }, null, 2));
  log.message(Object.values(commands).join('\n'));
  outro('Ctrl-C stops it.');
  stopOnSignal(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });
}
