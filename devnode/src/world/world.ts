import { hex } from '@scure/base';
import { createEsplora, type Esplora } from '../esplora/esplora.ts';
import type { Answer } from '../http/answer.ts';
import { serve } from '../http/serve.ts';
import type { PolicyOption } from '../mempool/settings.ts';
import { createNode, type DevNode, type Snapshot } from '../node.ts';
import { createOrd, type Ord } from '../ord/ord.ts';
import { startOrdServer } from '../ord/server.ts';
import type { RpcCall } from '../rpc/call.ts';
import { startRpcServer } from '../rpc/server.ts';
import { type Clock, createClock } from './clock.ts';
import { controlsOver } from './control-routes.ts';
import { type Inscribed, inscribe, type Located, type NewInscription, scriptOf } from './inscribe.ts';
import { type Key, keyFrom } from './key.ts';
import { createPurse, type Outpoint, outputOf, type Purse } from './purse.ts';
import { withPurse } from './send-to-address.ts';

export type WorldOptions = {
  /** Equal seeds and equal calls make equal chains, down to every hash. Default `devnode`. */
  readonly seed?: string;
  /** Blocks mined to the purse at the start. Default 110, of which 10 coinbases can be spent. */
  readonly blocks?: number;
  readonly policy?: PolicyOption;
  /**
   * Where the clock stands at the start, in ms since 1970 (default: the beginning of 2026), from where each
   * block that the world mines moves it by ten minutes; `real` follows the machine.
   */
  readonly time?: number | 'real';
  /** Begins with what `dump` returned, in place of new blocks. */
  readonly state?: string;
};

/** A node, an `ord` index and an Esplora server over one chain, with money and keys to make things happen. */
export type World = {
  readonly node: DevNode;
  /** The node's RPC; `sendtoaddress` pays from the purse as long as no wallet is loaded. */
  readonly call: RpcCall;
  readonly clock: Clock;
  /** Where coinbases go. `fund` and `inscribe` pay from it. */
  readonly purse: Purse;
  /** Holds what `inscribe` makes when no address is named. */
  readonly owner: Key;
  /** Pays to an address and mines a block, unless `confirm` is false. */
  readonly fund: (address: string, sats: number, options?: { confirm?: boolean }) => Promise<Outpoint>;
  /** Inscribes one, or a batch in one reveal, and mines a block, unless `confirm` is false. */
  readonly inscribe: {
    (item: NewInscription, options?: { confirm?: boolean }): Promise<Inscribed>;
    (items: readonly NewInscription[], options?: { confirm?: boolean }): Promise<Inscribed[]>;
  };
  /** Mines the mempool into blocks, or `empty` blocks. Returns the hashes of the blocks. */
  readonly mine: (blocks?: number, options?: { to?: string; empty?: boolean }) => Promise<string[]>;
  /**
   * Replaces the newest `depth` blocks by one more than that. Their transactions return to the mempool; with
   * `empty: false` they are mined again. Returns the new hashes.
   */
  readonly reorg: (depth: number, options?: { empty?: boolean }) => Promise<string[]>;
  /**
   * GET from the `ord` index, brought to the tip first; parsed JSON. Rejects with the status on anything
   * else.
   */
  readonly ord: (path: string) => Promise<unknown>;
  /** The same from Esplora. */
  readonly esplora: (path: string) => Promise<unknown>;
  /** The present, to return to. */
  readonly snapshot: () => WorldSnapshot;
  /** Returns to a snapshot of this world, or of one that it was forked from; it can be used again. */
  readonly restore: (snapshot: WorldSnapshot) => void;
  /** Another world with the same past; both go on apart. A fork for each test costs a few milliseconds. */
  readonly fork: () => World;
  /** Blocks and mempool as text, for `createWorld({ state })`. */
  readonly dump: () => string;
  /**
   * Serves RPC, `ord` and Esplora on 127.0.0.1; ports default to free ones. `POST /faucet` and `POST /mine`
   * are beside Esplora's paths.
   */
  readonly listen: (ports?: { rpc?: number; ord?: number; esplora?: number }) => Promise<Endpoints>;
};

export type WorldSnapshot = { readonly node: Snapshot; readonly timeMs: number };

export type Endpoints = {
  readonly rpcUrl: string;
  readonly ordUrl: string;
  readonly esploraUrl: string;
  readonly close: () => Promise<void>;
};

const BLOCKS_AT_START = 110;
const MS_PER_BLOCK = 600_000;
const START_MS = Date.UTC(2026, 0, 1);
const ORD_POLL_MS = 100;

/** Makes a world. Throws as `createNode` does. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { seed = 'devnode', blocks = BLOCKS_AT_START, policy, time = START_MS, state } = options;
  const clock = createClock(time);
  const node = createNode({
    clock: clock.now,
    ...(policy !== undefined && { policy }),
    ...(state !== undefined && { state }),
  });
  const world = worldOver(node, clock, { seed, follows: time === 'real' });
  if (state === undefined) await world.mine(blocks);
  else if (time !== 'real') clock.set(Math.max(time, (await tipTime(node)) * 1000));
  return world;
}

const tipTime = async ({ call }: DevNode): Promise<number> =>
  ((await call('getblockheader', [await call('getbestblockhash')])) as { time: number }).time;

function worldOver(node: DevNode, clock: Clock, settings: { seed: string; follows: boolean }): World {
  const owner = keyFrom(settings.seed, 'owner');
  const purse = createPurse({ call: node.call, key: keyFrom(settings.seed, 'purse') });
  const call = withPurse(node.call, purse);
  const indexes = lazyIndexes(call);
  const mine: World['mine'] = async (blocks = 1, { to = purse.key.address, empty = false } = {}) => {
    const hashes: string[] = [];
    for (let mined = 0; mined < blocks; mined++) {
      if (!settings.follows) clock.advance(MS_PER_BLOCK);
      if (empty) hashes.push(((await call('generateblock', [to, []])) as { hash: string }).hash);
      else hashes.push(...((await call('generatetoaddress', [1, to])) as string[]));
    }
    return hashes;
  };
  const ordJson: World['ord'] = async (path) => {
    const { ord } = indexes();
    await ord.sync();
    return parsed(path, await ord.handle(path, { headers: { accept: 'application/json' } }));
  };
  const inscribeAll = async (items: readonly NewInscription[], confirm: boolean): Promise<Inscribed[]> => {
    const send = (raw: string) => call('sendrawtransaction', [raw, 0]);
    const made = await inscribe(items, { purse, owner, send, locate: (id) => locate(call, ordJson, id) });
    if (confirm) await mine(1);
    return made;
  };
  const fund: World['fund'] = async (address, sats, { confirm = true } = {}) => {
    const sent = await purse.pay([{ valueSats: sats, script: scriptOf(address) }]);
    if (confirm) await mine(1);
    return outputOf(sent, 0);
  };
  return {
    node,
    call,
    clock,
    purse,
    owner,
    mine,
    ord: ordJson,
    esplora: async (path) => parsed(path, await indexes().esplora.handle(path)),
    fund,
    inscribe: (async (items: NewInscription | readonly NewInscription[], { confirm = true } = {}) =>
      Array.isArray(items)
        ? inscribeAll(items, confirm)
        : (await inscribeAll([items as NewInscription], confirm))[0]!) as World['inscribe'],
    reorg: async (depth, { empty = true } = {}) => {
      const height = (await call('getblockcount')) as number;
      if (!Number.isInteger(depth) || depth < 1 || depth > height)
        throw new RangeError(`a reorg replaces 1 to ${height} blocks here, not ${depth}`);
      await call('invalidateblock', [await call('getblockhash', [height - depth + 1])]);
      return mine(depth + 1, { empty });
    },
    snapshot: () => ({ node: node.snapshot(), timeMs: clock.now() }),
    restore: (saved) => {
      node.restore(saved.node);
      if (!settings.follows) clock.set(saved.timeMs);
    },
    fork: () => {
      const apart = createClock(settings.follows ? 'real' : clock.now());
      return worldOver(node.fork({ clock: apart.now }), apart, settings);
    },
    dump: node.dump,
    listen: (ports = {}) => listen({ call, fund, mine }, ports),
  };
}

function lazyIndexes(call: RpcCall): () => { ord: Ord; esplora: Esplora } {
  let made: { ord: Ord; esplora: Esplora } | undefined;
  return () => {
    made ??= { ord: createOrd({ call }), esplora: createEsplora({ call }) };
    return made;
  };
}

function parsed(path: string, { status, body }: Answer): unknown {
  const text = new TextDecoder().decode(body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Where an inscription is, by the index. */
async function locate(call: RpcCall, ord: World['ord'], id: string): Promise<Located> {
  const { satpoint } = (await ord(`/inscription/${id}`)) as { satpoint: string };
  const [txid = '', vout = '', offset = ''] = satpoint.split(':');
  const output = (await call('gettxout', [txid, Number(vout), false])) as {
    value: number;
    scriptPubKey: { hex: string };
  } | null;
  if (!output) throw new Error(`the inscription ${id} is on no unspent output`);
  const valueSats = Math.round(output.value * 1e8);
  return {
    txid,
    vout: Number(vout),
    valueSats,
    script: hex.decode(output.scriptPubKey.hex),
    offset: Number(offset),
  };
}

async function listen(
  world: Pick<World, 'call' | 'fund' | 'mine'>,
  { rpc = 0, ord: ordPort = 0, esplora: esploraPort = 0 }: { rpc?: number; ord?: number; esplora?: number },
): Promise<Endpoints> {
  const { call } = world;
  const ord = createOrd({ call, pollMs: ORD_POLL_MS });
  const open: { close: () => Promise<void> }[] = [ord];
  const close = async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  };
  try {
    const rpcServer = await startRpcServer({ node: world, port: rpc });
    open.push(rpcServer);
    await ord.sync();
    const ordServer = await startOrdServer(ord, { port: ordPort });
    open.push(ordServer);
    const esplora = createEsplora({ call });
    const controls = controlsOver(world);
    const esploraServer = await serve(
      (path, request) => controls(path, request) ?? esplora.handle(path, request),
      { port: esploraPort },
    );
    open.push(esploraServer);
    return { rpcUrl: rpcServer.url, ordUrl: ordServer.url, esploraUrl: esploraServer.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
