/**
 * The soak: a market of real programs, random traders on the SDK, and faults of every kind for as long as
 * wanted.
 *
 *   start ──► traders, blocks, reorgs, double spends, kill -9, SIGSTOP ──► everything runs again ──► checks
 */
import type { Utxo } from '@ordbook/protocol/outpoint';
import { atMost } from '../../server/src/base/concurrency.ts';
import { randomFrom } from '../random.ts';
import { createChaos, type Faults } from './chaos.ts';
import { findAnomalies } from './check.ts';
import { allReady, fundPools, type Market, startMarket } from './market.ts';
import { enterMarket, type SoakTrader, type Tally } from './trader.ts';

export interface SoakOptions {
  /** Of trading under faults; start and checks come on top. */
  readonly seconds: number;
  readonly seed: number;
  readonly services: number;
  readonly progress: (line: string) => void;
}

export interface SoakReport {
  readonly tally: Tally;
  readonly faults: Faults;
  /** Everything that is not as it must be, a sentence each. */
  readonly anomalies: readonly string[];
}

const PROGRESS_MS = 10_000;
/** Blocks at the end: the deepest reorg, and the depth at which a conflict ends a trade. */
const LAST_BLOCKS = 10;

/** Plays one soak. Throws when a part does not start, or does not come back at the end. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { seconds, seed, progress } = options;
  const market = await startMarket(options);
  try {
    const tally: Tally = { done: {}, refused: {}, unclear: 0, cleared: 0, anomalies: [] };
    await allReady(market.services);
    progress('making admission coins, and signing the traders in');
    await fundPools(market);
    const traders = await tradersOf(market, tally, seed);
    const chaos = createChaos(market, randomFrom(seed), progress);
    const ending = new AbortController();
    const started = Date.now();
    const shown = setInterval(() => {
      progress(`${Math.round((Date.now() - started) / 1_000)} s: ${summary(tally, chaos.faults)}`);
    }, PROGRESS_MS);
    const running = [
      chaos.chain(traders, ending.signal),
      chaos.programs(ending.signal),
      ...traders.map(async (trader) => {
        while (!ending.signal.aborted) {
          await trader.act();
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }),
    ];
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    ending.abort();
    await Promise.all(running);
    clearInterval(shown);
    progress('everything runs again; mining the last blocks');
    await settle(market);
    const found = await findAnomalies(
      market,
      traders.flatMap(({ attempts }) => attempts),
    );
    const anomalies = [...tally.anomalies, ...found];
    progress(`${summary(tally, chaos.faults)}; ${anomalies.length} anomalies`);
    for (const anomaly of anomalies) progress(`  ${anomaly}`);
    return { tally, faults: chaos.faults, anomalies };
  } finally {
    await market.close();
  }
}

async function tradersOf(market: Market, tally: Tally, seed: number): Promise<SoakTrader[]> {
  const alone = atMost(1);
  const coinsOf = (address: string): Promise<Utxo[]> =>
    alone(async () => {
      const { unspents } = (await market.node.call('scantxoutset', ['start', [`addr(${address})`]])) as {
        unspents: { txid: string; vout: number; amount: number }[];
      };
      return unspents.map(({ txid, vout, amount }) => ({ txid, vout, valueSats: Math.round(amount * 1e8) }));
    });
  const { services, ord, world } = market;
  const shared = { services, ordUrl: ord.url, tally, bids: [], coinsOf };
  return Promise.all(
    world.wallets.map((wallet, i) => enterMarket({ ...shared, wallet, draw: randomFrom(seed + i + 1) })),
  );
}

/** Confirms or ends whatever is open: blocks, with time for the services between them. */
async function settle(market: Market): Promise<void> {
  await market.node.call('getblockcount');
  for (let block = 0; block < LAST_BLOCKS; block += 1) {
    await allReady(market.services);
    await market.miner.mine(1);
    await market.ord.caughtUp(60_000);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  await allReady(market.services);
}

function summary(
  { done, unclear, cleared }: Tally,
  { kills, hangs, reorgs, blocks, doubleSpends }: Faults,
): string {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
  const trades = Object.entries(done).map(([name, times]) => `${name} ${times}`);
  return [
    `${sum(done)} actions (${trades.join(', ')})`,
    `${sum(kills)} kills`,
    `${sum(hangs)} hangs`,
    `${sum(reorgs)} reorgs`,
    `${blocks} blocks`,
    `${doubleSpends} double spends`,
    `${unclear} unclear answers, ${cleared} cleared`,
  ].join(', ');
}
