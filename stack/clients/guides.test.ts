/**
 * The guides and the READMEs of the packages as somebody new follows them: from an empty folder, every command as it
 * is printed, on each supported Node; in the short form on one of them in turn. Our packages come from a registry on this machine, all others from npm's.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUIDED } from '../../sandbox/test/guided.ts';
import { type Registry, startPackedRegistry } from '../install/registry.ts';
import { findOrd, supportedNodes } from '../real/parts.ts';
import { someOf } from '../rounds.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Several times what an idle machine takes for the slowest, the whole of the conformance kit. */
const TIME_LIMIT_MS = 480_000;
/** What a program prints that does not end, once it can be used. */
const READY = /Ctrl-C stops it\.|^height /m;
const ord = findOrd();

interface Document {
  readonly prints: RegExp;
  readonly leaves?: readonly string[];
}

/** What the commands of each document print that end by themselves. */
const DOCUMENTS: Readonly<Record<string, Document>> = {
  ...Object.fromEntries(Object.entries(GUIDED).map(([name, one]) => [`docs/guides/${name}`, one])),
  'docs/guides/agent.md': {
    prints: /^who_am_i: [\s\S]*\nlist_collections: [\s\S]*"embers"[\s\S]*\nlist_inscriptions: [\s\S]*i\d+"/,
    leaves: ['wallet.json'],
  },
  'api/README.md': { prints: /'listingId'[\s\S]*'priceSats'/ },
  'client/README.md': {
    prints: /^bought .* for 60000 sats in [0-9a-f]{64}\n[\s\S]*Leaves a trade with your own key/,
  },
  'conformance/README.md': { prints: /\d+ passed, 0 failed, 0 not run/ },
  // its first tests run in devnode/stack, in each language
  ...(ord && { 'devnode/README.md': { prints: /"inscription": "[0-9a-f]{64}i0"[\s\S]*"explorer"/ } }),
  'judge/README.md': { prints: /^4000 true\nstop loss-above-expected/ },
  'mcp/README.md': { prints: /ORDBOOK_URL[\s\S]*SPEND_LIMIT_SATS/ },
  'protocol/README.md': { prints: /^5120[0-9a-f]{64}\n5120[0-9a-f]{64}\np2wpkh\n$/ },
  'sandbox/README.md': { prints: /^$/ },
};

let registry: Registry;
beforeAll(async () => {
  registry = await startPackedRegistry();
}, 400_000);
afterAll(() => registry?.close());

const versions = supportedNodes().map(
  (node) => [node.includes('/node-') ? basename(dirname(dirname(node))) : 'this Node', node] as const,
);

test.each(
  Object.entries(DOCUMENTS).flatMap(([path, document], turn) =>
    // the whole kit takes more than a minute
    (path.startsWith('conformance') ? versions.slice(0, 1) : someOf(versions, versions.length, turn)).map(
      ([version, node]) => [path, version, node, document] as const,
    ),
  ),
)(
  'the commands of %s run as they are printed, on %s',
  { timeout: TIME_LIMIT_MS },
  async (path, version, node, { prints, leaves = [] }) => {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-guide-'));
    const terminal = new Terminal(folder, node);
    try {
      await terminal.open();
      const text = await readFile(join(ROOT, path), 'utf8');
      // each block, with what comes before it
      for (const [, words, kind, block] of text.matchAll(/([\s\S]*?)```(\w*)\n([\s\S]*?)```/g)) {
        const saved = /[Ss]ave (?:it|this)\b[^`]*`([\w.]+)`/.exec(words!.split('\n\n').at(-2) ?? '')?.[1];
        if (kind === 'sh') await terminal.type(block!.trim());
        else if (saved) await writeFile(join(folder, saved), block!);
      }
      expect(terminal.printed).toMatch(prints);
      for (const name of leaves) expect(existsSync(join(folder, name)), name).toBe(true);
      process.stdout.write(`${path}, ${version}: ${terminal.took.join(', ')}\n`);
    } finally {
      await terminal.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Terminals of somebody new: what does not end stays in one, and the next is opened. */
class Terminal {
  readonly took: string[] = [];
  printed = '';
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #left: ChildProcess[] = [];
  /** What enters a network of its own, where the printed ports are free; nothing where that cannot be made. */
  #enter: readonly string[] = [];

  constructor(folder: string, node: string) {
    this.#folder = folder;
    const settings = { NO_COLOR: '1', XDG_DATA_HOME: folder };
    const PATH = [...(ord ? [dirname(ord.path)] : []), dirname(node), process.env['PATH']].join(':');
    this.#env = { ...process.env, ...registry.env, ...settings, PATH };
  }

  async open(): Promise<void> {
    if (spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status !== 0) return;
    const network = this.#start([
      'unshare',
      '--net',
      'bash',
      '-c',
      'ip link set lo up; echo up; exec sleep infinity',
    ]);
    await once(network.stdout!, 'data');
    this.#enter = ['nsenter', '--net', '--target', String(network.pid)];
  }

  #start(command: readonly string[]): ChildProcess {
    const child = spawn(command[0]!, command.slice(1), {
      ...{ cwd: this.#folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      // in a network of its own nothing answers, however often npm asks
      env: { ...this.#env, ...(command[0] === 'nsenter' && { npm_config_fetch_retries: '0' }) },
    });
    this.#left.push(child);
    return child;
  }

  /** Runs a block, until it ends or waits to be used. Throws an Error with what it printed when it fails. */
  async type(block: string): Promise<void> {
    // npm needs its registry
    const [, installs, rest] = /^((?:npm install .*\n?)*)([\s\S]*)$/.exec(block)!;
    if (installs) await this.#run(installs, []);
    if (rest) this.printed += await this.#run(rest, this.#enter);
  }

  async #run(block: string, enter: readonly string[]): Promise<string> {
    const began = Date.now();
    const child = this.#start([...enter, 'bash', '-e', '-O', 'expand_aliases', '-c', block]);
    let [printed, errors] = ['', ''];
    child.stderr!.on('data', (part: Buffer) => {
      errors += part.toString();
    });
    const end = await new Promise<number | 'ready' | null>((resolve) => {
      child.stdout!.on('data', (part: Buffer) => {
        printed += part.toString();
        if (READY.test(printed)) resolve('ready');
      });
      child.on('close', resolve);
    });
    this.took.push(`${block.trim().split('\n').at(-1)} ${((Date.now() - began) / 1000).toFixed(1)} s`);
    if (end === 'ready') return '';
    if (end === 0) return printed;
    throw new Error(`${block} ended with ${end}: ${printed.slice(-2_000)}${errors.slice(-2_000)}`);
  }

  /** Ends what is left, with all that it started. */
  async close(): Promise<void> {
    for (const child of this.#left) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      process.kill(-child.pid!, 'SIGTERM');
      await once(child, 'close');
    }
  }
}
