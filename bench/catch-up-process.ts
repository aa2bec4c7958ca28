/**
 * A process of the bench of the same name: `catch-up-process.ts URL PORT CONTROL COLLECTIONS`. It serves the API at
 * PORT. At CONTROL, `/make` prepares the next blocks, and `/apply` applies them as a follower that catches up does,
 * and returns its pace.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createLogger } from '../server/src/api/edge/log.ts';
import type { Block } from '../server/src/chain/port.ts';
import { BLOCKS_AT_ONCE } from '../server/src/follower/follow.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { testApi } from '../server/test/support/api.ts';
import { BENCH_TOKEN_KEYS, ENDLESS_LIMITS } from './edge.ts';
import { blockContext, collectGarbage, firstBlock, inTurn, makeBlocks } from './scale/blocks.ts';
import { sizeOf } from './scale/fill.ts';

/** Batches of `BLOCKS_AT_ONCE` that one `/apply` applies. */
const BATCHES = 3;

const [url, port, control, collections] = process.argv.slice(2);
const { db } = openPostgres(url!, { poolSize: 8 });
const { app } = await testApi(db, {
  rateLimits: ENDLESS_LIMITS,
  tokenKeys: BENCH_TOKEN_KEYS,
  logger: createLogger('info', { write: () => undefined }),
  checkResponses: false,
});
const size = sizeOf(Number(collections));
const random = () => randomInt(2 ** 40) / 2 ** 40;
let batches: Block[][] = [];

const work: Readonly<Record<string, () => Promise<unknown>>> = {
  async '/make'() {
    let last = await firstBlock(db);
    batches = Array.from({ length: BATCHES }, () => {
      const blocks = makeBlocks(last, BLOCKS_AT_ONCE, size, random);
      last = blocks.at(-1)!;
      return blocks;
    });
    collectGarbage();
    return {};
  },
  async '/apply'() {
    const from = performance.now();
    let blocks = 0;
    for await (const applied of inTurn(blockContext(db), batches)) blocks += applied.length;
    return { blocks, ms: performance.now() - from };
  },
};
createServer((request, response) => {
  void work[request.url ?? '']!().then((result) => response.end(JSON.stringify(result)));
}).listen(Number(control), '127.0.0.1');
await app.listen({ host: '127.0.0.1', port: Number(port) });
