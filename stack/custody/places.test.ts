import { deepEqual } from 'node:assert/strict';
import { expect, test } from 'vitest';
import { addTo, compareWith, shareShown, type Verdicts } from '../../protocol/test/custody/followed.ts';
import { type Indexed, indexedAt, numbersFrom, playTraffic } from '../../protocol/test/custody/histories.ts';
import { createChain, type MadeChain } from '../../protocol/test/custody/made-chain.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';

/** A coinbase is spent 100 blocks later, and the subsidy of regtest is halved at block 150. */
const MATURITY = 100;
const BUSY_BLOCKS = 40;
/** Inscriptions to compare; `CUSTODY_HISTORIES` asks for others. */
const HISTORIES = Number(process.env['CUSTODY_HISTORIES'] ?? 1_000);
const SEED = Number(process.env['CUSTODY_SEED'] ?? 1);
const TRANSACTIONS = HISTORIES < 5_000 ? 25 : 100;

async function json(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`ord answered ${response.status} to ${url}`);
  return response.json();
}

/** Every inscription that an ord has, and where. */
async function inscriptionsOf(url: string, blocks: number): Promise<Indexed[]> {
  const found: Indexed[] = [];
  for (let height = 0; height < blocks; height += 1)
    for (let page = 0, more = true; more; page += 1) {
      const part = (await json(`${url}/inscriptions/block/${height}/${page}`)) as {
        ids: string[];
        more: boolean;
      };
      more = part.more;
      if (part.ids.length === 0) continue;
      const answers = (await json(`${url}/inscriptions`, part.ids)) as {
        id: string;
        satpoint: string;
        value: number | null;
      }[];
      deepEqual(
        answers.map(({ id }) => id),
        part.ids,
      );
      found.push(...answers.map((answer) => indexedAt(answer.id, answer)));
    }
  return found;
}

/** Mines a chain on a real node, and compares its inscriptions with a real index of it. */
async function compareOnce(seed: number, verdicts: Verdicts): Promise<number> {
  const chain: MadeChain = createChain({ maturity: MATURITY, since: Math.floor(Date.now() / 1000) - 3_600 });
  for (let block = 0; block < MATURITY; block += 1) chain.mine();
  const ids = playTraffic(chain, numbersFrom(seed), { blocks: BUSY_BLOCKS, transactions: TRANSACTIONS });
  const blocks = chain.blocks();
  const node = await startBitcoind();
  try {
    for (const [height, block] of blocks.entries())
      if (height > 0) expect(await node.call('submitblock', [Buffer.from(block).toString('hex')])).toBeNull();
    const ord = await startOrd({ bitcoind: node });
    try {
      await ord.caughtUp(120_000);
      const inscriptions = await inscriptionsOf(ord.url, blocks.length);
      const known = new Set(inscriptions.map(({ inscriptionId }) => inscriptionId));
      const unknown = ids.filter((id) => !known.has(id));
      addTo(verdicts, await compareWith(chain, { inscriptions, unknown }, `seed ${seed}`));
      return inscriptions.length;
    } finally {
      await ord.stop();
    }
  } finally {
    await node.stop();
  }
}

test.runIf(findBitcoind() && findOrd())(
  'a proof shows an inscription where the real ord has it on a chain of the real node, and nowhere else',
  async () => {
    const verdicts: Verdicts = {};
    let compared = 0;
    for (let seed = SEED; compared < HISTORIES; seed += 1) compared += await compareOnce(seed, verdicts);
    if (process.env['CUSTODY_HISTORIES'])
      console.log(`${compared} inscriptions: ${JSON.stringify(verdicts)}`);
    expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['yes', 'unbound', 'spent_as_fee']));
    expect(shareShown(verdicts)).toBeGreaterThan(0.99);
  },
  60_000 + 50 * HISTORIES,
);
