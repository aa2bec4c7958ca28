import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { followChain } from '../../src/follow/follow-chain.ts';
import { createJournal } from '../../src/follow/journal.ts';
import { indexBlock } from '../../src/ord/index-block.ts';
import { createTables, type Tables } from '../../src/ord/tables.ts';
import { type Coin, pay } from './coins.ts';
import { envelope, leafWith, TAG } from './envelope-script.ts';
import { createPaperChain, ordOver, type PaperChain } from './paper-chain.ts';

interface Act {
  pick: number;
  act: string;
  claim: boolean;
}

/** One block to make: which coins to spend, and whether to inscribe, burn or lose what is on them. */
const blockPlan = fc.array(
  fc.record({
    pick: fc.nat(),
    act: fc.constantFrom('move', 'inscribe', 'pointer', 'burn', 'lose', 'join'),
    claim: fc.boolean(),
  }),
  { maxLength: 4 },
);

/** Mines a block after a plan, from coins that are still there; answers the coins after it. */
function mine(chain: PaperChain, coins: readonly Coin[], plan: readonly Act[]): Coin[] {
  const left = [...coins];
  const made: ReturnType<typeof pay>[] = [];
  const take = (pick: number): Coin => left.splice(pick % left.length, 1)[0]!;
  for (const { pick, act } of plan) {
    if (left.length < 2) break;
    const coin = take(pick);
    const inputs = act === 'join' ? [coin, take(pick)] : [coin];
    const sats = inputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
    const fields: [number, Uint8Array][] = act === 'pointer' ? [[TAG.pointer, Uint8Array.of(7)]] : [];
    const leaf = act === 'inscribe' || act === 'pointer' ? leafWith(envelope({ fields })) : undefined;
    const half = Math.floor(sats / 2);
    const script = act === 'burn' ? { script: Uint8Array.of(0x6a) } : leaf === undefined ? {} : { leaf };
    const each = pay(inputs, [{ valueSats: half, ...script }, { valueSats: act === 'lose' ? 0 : half - 1 }]);
    made.push(each);
    left.push(...each.coins.slice(act === 'burn' ? 1 : 0).filter(({ valueSats }) => valueSats > 10));
  }
  const claimSats = plan[0]?.claim ? 5_000_000_000 : 4_000_000_000;
  const coinbase = chain.mine(
    made.map(({ transaction }) => transaction),
    { claimSats },
  );
  return [...left, coinbase];
}

function follower(chain: PaperChain): { tables: Tables; sync: () => Promise<void> } {
  const tables = createTables();
  const sync = followChain(chain.call, {
    tip: () =>
      tables.blocks.size === 0
        ? undefined
        : { height: tables.blocks.size - 1, hash: tables.blocks.get(tables.blocks.size - 1)!.hash },
    apply: (block) => indexBlock(tables, block),
    undoTip: () => tables.journal.undoBlock(),
    reset: () => tables.journal.clear(),
  });
  return { tables, sync };
}

/** The whole state, in an order that does not depend on history. */
function snapshot({ journal: _, ...tables }: Tables): unknown {
  const rows = (entries: Iterable<[unknown, unknown]>) =>
    [...entries]
      .map(([key, value]) => JSON.stringify([key, Array.isArray(value) ? [...value].sort() : value]))
      .sort();
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      rows(table.entries() as Iterable<[unknown, unknown]>),
    ]),
  );
}

describe('a reorganisation', () => {
  it('leaves the state that indexing the new chain from scratch gives', async () => {
    const plans = fc.array(blockPlan, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(plans, plans, plans, async (base, dropped, replacing) => {
        const chain = createPaperChain();
        const followed = follower(chain);
        let coins: Coin[] = chain.mineEmpty(3);
        for (const plan of base) coins = mine(chain, coins, plan);
        await followed.sync();
        const atFork = coins;
        for (const plan of dropped) coins = mine(chain, coins, plan);
        await followed.sync();
        chain.drop(dropped.length);
        coins = atFork;
        for (const plan of replacing) coins = mine(chain, coins, plan);
        await followed.sync();
        const fresh = follower(chain);
        await fresh.sync();
        expect(snapshot(followed.tables)).toEqual(snapshot(fresh.tables));
      }),
      { numRuns: rounds(40) },
    );
  });

  it('to a shorter chain is followed too', async () => {
    const chain = createPaperChain();
    chain.mineEmpty(8);
    const ord = ordOver(chain);
    expect(await ord.get('/status')).toMatchObject({ height: 7 });
    chain.drop(3);
    expect(await ord.get('/status')).toMatchObject({ height: 4 });
  });

  it('deeper than the journal makes the index start over', async () => {
    const chain = createPaperChain();
    chain.mineEmpty(2);
    const ord = ordOver(chain);
    await ord.sync();
    chain.mineEmpty(600);
    await ord.sync();
    chain.drop(601);
    chain.mineEmpty(5);
    expect(await ord.get('/status')).toMatchObject({ height: 5 });
  });
});

describe('sync', () => {
  it('is idempotent and may overlap', async () => {
    const chain = createPaperChain();
    chain.mineEmpty(30);
    const ord = ordOver(chain);
    await Promise.all([ord.sync(), ord.sync(), ord.sync()]);
    expect(await ord.get('/status')).toMatchObject({ height: 29 });
  });

  it('indexes a thousand blocks with inscriptions in two seconds of processor time', async () => {
    const chain = createPaperChain();
    let [coin] = chain.mineEmpty(1);
    for (let i = 0; i < 1000; i++) {
      const leaf = leafWith(envelope({ body: `number ${i}` }));
      const made = pay([coin!], [{ valueSats: coin!.valueSats - 400_000 }, { valueSats: 9_000, leaf }]);
      const reveal = pay([made.coins[1]!], [{ valueSats: 8_000 }]);
      chain.mine([made.transaction, reveal.transaction]);
      coin = made.coins[0];
    }
    const ord = ordOver(chain);
    const start = process.cpuUsage();
    await ord.sync();
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(await ord.get('/status')).toMatchObject({ height: 1000, blessed_inscriptions: 1000 });
  });
});

describe('a block that cannot be indexed', () => {
  it('leaves the tables as they were', () => {
    const journal = createJournal(5);
    const table = journal.map<string, number>();
    journal.block(() => table.set('a', 1));
    expect(() =>
      journal.block(() => {
        table.set('a', 2);
        table.set('b', 3);
        throw new Error('half way');
      }),
    ).toThrow('half way');
    expect([...table.entries()]).toEqual([['a', 1]]);
  });
});
