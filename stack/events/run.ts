/**
 * `npx tsx --conditions=source stack/events/run.ts 1000` plays that many kills on a PostgreSQL of its own;
 * `… run.ts 1000 redis` with a relay in a Redis of its own, which is killed as well.
 */
import { createDatabase, startPostgres } from '../real/postgres.ts';
import { startRedis } from '../real/redis.ts';
import { playKills } from './kills.ts';

const [kills = '1000', relay] = process.argv.slice(2);
if (relay !== undefined && relay !== 'redis')
  throw new Error(`the relay is redis, or none, but not ${relay}`);
const postgres = await startPostgres();
const redis = relay === 'redis' ? await startRedis() : null;
try {
  const { url } = await createDatabase(postgres.url);
  const note = (line: string) => process.stdout.write(`${line}\n`);
  const report = await playKills(url, Number(kills), note, redis);
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.lost + report.outOfOrder + report.resets === 0 ? 0 : 1;
} finally {
  await redis?.stop();
  await postgres.stop();
}
