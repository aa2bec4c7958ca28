import { keyOf } from '../../sandbox/src/keys.ts';
import type { Random } from '../random.ts';
import { signalAll } from '../real/postgres.ts';
import type { Market, Program } from './market.ts';
import type { SoakTrader } from './trader.ts';

const MAX_REORG = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What was done to the market. */
export interface Faults {
  readonly kills: Record<string, number>;
  readonly hangs: Record<string, number>;
  /** Reorgs by depth. */
  readonly reorgs: Record<number, number>;
  blocks: number;
  doubleSpends: number;
}

export interface Chaos {
  readonly faults: Faults;
  /** Mines until the signal, with reorgs and double spends. */
  chain(traders: readonly SoakTrader[], until: AbortSignal): Promise<void>;
  /** Kills and stops programs until the signal, one at a time, and starts each again. */
  programs(until: AbortSignal): Promise<void>;
}

export function createChaos(market: Market, draw: Random, tell: (line: string) => void): Chaos {
  const faults: Faults = { kills: {}, hangs: {}, reorgs: {}, blocks: 0, doubleSpends: 0 };
  const call = market.node.call;

  /** A node that is killed keeps the blocks that it has flushed; this call flushes all. */
  async function flush(): Promise<void> {
    await call('gettxoutsetinfo', ['none']);
  }

  async function reorg(): Promise<void> {
    const depth = draw.between(1, MAX_REORG);
    const height = (await call('getblockcount')) as number;
    const fork = (await call('getblockhash', [height - depth + 1])) as string;
    await call('invalidateblock', [fork]);
    // other blocks than before, some of them without what the old ones had
    const { address } = keyOf(`reorg ${fork}`, 'p2wpkh');
    if (draw.chance(0.5)) await call('generateblock', [address, []]);
    await call('generatetoaddress', [depth + 1, address]);
    faults.reorgs[depth] = (faults.reorgs[depth] ?? 0) + 1;
    tell(`reorg of depth ${depth} at height ${height}`);
  }

  /** A user spends the coins of a purchase elsewhere: by replacement, or with a miner's help. */
  async function doubleSpend(trader: SoakTrader): Promise<void> {
    const raw = trader.doubleSpend();
    if (!raw) return;
    const { address } = keyOf('soak miner', 'p2wpkh');
    const isMined = draw.chance(0.5);
    const done = await (isMined
      ? call('generateblock', [address, [raw]])
      : call('sendrawtransaction', [raw, 0])
    ).catch(() => null);
    if (done === null) return;
    faults.doubleSpends += 1;
    tell(`a user spent the coins of a purchase elsewhere${isMined ? ', in a block' : ''}`);
  }

  async function crash(program: Program): Promise<void> {
    tell(`kill -9 ${program.name}`);
    faults.kills[program.name] = (faults.kills[program.name] ?? 0) + 1;
    await program.crash();
    await pause(draw.between(0, 1_500));
    await program.resume();
  }

  async function hang(program: Program): Promise<void> {
    const pids = program.pids();
    const ms = draw.between(500, 6_000);
    tell(`SIGSTOP ${program.name} for ${ms} ms`);
    faults.hangs[program.name] = (faults.hangs[program.name] ?? 0) + 1;
    signalAll(pids, 'SIGSTOP');
    await pause(ms);
    signalAll(pids, 'SIGCONT');
  }

  return {
    faults,
    async chain(traders, until) {
      while (!until.aborted) {
        await pause(draw.between(800, 2_500));
        try {
          const event = draw.below(8);
          if (event === 0) await reorg();
          else if (event === 1) await doubleSpend(draw.pick(traders));
          else {
            await market.miner.mine(1);
            faults.blocks += 1;
          }
          await flush();
        } catch {
          // the node is the one that was killed or stopped
        }
      }
    },
    async programs(until) {
      while (!until.aborted) {
        await pause(draw.between(1_000, 4_000));
        const program = draw.pick(market.programs);
        if (program.pids().length > 0 && draw.chance(0.35)) await hang(program);
        else await crash(program);
      }
    },
  };
}
