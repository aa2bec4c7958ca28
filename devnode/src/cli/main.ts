#!/usr/bin/env node
import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PolicyName } from '../chain/policy-name.ts';
import { createWorld } from '../world/world.ts';

const USAGE = `devnode: a regtest Bitcoin node, an ord index and an Esplora server, in memory

  npx @ordbook/devnode [options]

  --blocks <n>           blocks mined at the start (110)
  --policy <name>        core: Bitcoin Core 31 (default); knots: Bitcoin Core 29, as Bitcoin Knots runs it
  --seed <text>          the same chain every time, down to the hashes; the clock then begins with 2026
  --state <file>         begins with this file if it is there, and writes it at the end
  --block-seconds <n>    mines a block every so many seconds (0: only on request)
  --rpc-port <n>         JSON-RPC (18443); any user and password
  --ord-port <n>         ord's HTTP interface (18480)
  --esplora-port <n>     Esplora's HTTP interface (18430)
  --help                 prints this

A port of 0 takes a free one. Ctrl-C ends it.
`;

const OPTIONS = {
  blocks: { type: 'string' },
  policy: { type: 'string' },
  seed: { type: 'string' },
  state: { type: 'string' },
  'block-seconds': { type: 'string' },
  'rpc-port': { type: 'string' },
  'ord-port': { type: 'string' },
  'esplora-port': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Ends the program with a sentence and status 1. */
function giveUp(sentence: string): never {
  process.stderr.write(`devnode: ${sentence}\n`);
  process.exit(1);
}

function optionsOf() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('\n');
    return giveUp(`${sentence} (--help lists the options)`);
  }
}

function wholeNumber(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  return giveUp(`--${name} ${text} is not a whole number from 0 to ${max}`);
}

/** The state in a file, if it is there yet. Gives up where it could not be written at the end. */
function stateIn(file: string): { state?: string } {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
    return existsSync(file) ? { state: readFileSync(file, 'utf8') } : {};
  } catch (error) {
    return giveUp(`--state ${file} cannot be kept in ${folder}: ${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const given = optionsOf();
  if (given.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { policy = 'core', seed, state: file } = given;
  if (policy !== 'core' && policy !== 'knots') giveUp(`--policy ${policy} is unknown; use core or knots`);
  const blocks = wholeNumber('blocks', given.blocks, 110, 100_000);
  const seconds = wholeNumber('block-seconds', given['block-seconds'], 0, 86_400);
  const ports = {
    rpc: wholeNumber('rpc-port', given['rpc-port'], 18443, 65_535),
    ord: wholeNumber('ord-port', given['ord-port'], 18480, 65_535),
    esplora: wholeNumber('esplora-port', given['esplora-port'], 18430, 65_535),
  };
  const world = await createWorld({
    blocks,
    policy: policy as PolicyName,
    ...(seed === undefined ? { time: 'real' as const } : { seed }),
    ...(file !== undefined && stateIn(file)),
  }).catch((error: Error) =>
    giveUp(file === undefined ? error.message : `--state ${file}: ${error.message}`),
  );
  const { rpcUrl, ordUrl, esploraUrl, close } = await world.listen(ports);
  const { blocks: height } = (await world.call('getblockchaininfo')) as { blocks: number };
  process.stdout.write(
    [
      `RPC      ${rpcUrl}`,
      `ord      ${ordUrl}`,
      `Esplora  ${esploraUrl}`,
      `height   ${height}, policy ${policy}, coinbases to ${world.purse.key.address}`,
      '',
    ].join('\n'),
  );
  const timer = seconds > 0 ? setInterval(() => void world.mine(1), seconds * 1000) : undefined;
  const end = async () => {
    clearInterval(timer);
    await close();
    if (file !== undefined) {
      // A crash while writing leaves the old file.
      writeFileSync(`${file}.new`, world.dump());
      renameSync(`${file}.new`, file);
    }
    process.exit(0);
  };
  process.once('SIGINT', () => void end());
  process.once('SIGTERM', () => void end());
}

main().catch((error: unknown) => {
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  giveUp(code === 'EADDRINUSE' ? `port ${port} is taken; name another one or 0` : (message ?? String(error)));
});
