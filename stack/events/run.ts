/** `npx tsx --conditions=source stack/events/run.ts 1000` plays that many kills on a PostgreSQL of its own. */
import { createDatabase, startPostgres } from '../real/postgres.ts';
import { playKills } from './kills.ts';

const [kills = '1000'] = process.argv.slice(2);
const postgres = await startPostgres();
try {
  const { url } = await createDatabase(postgres.url);
  const report = await playKills(url, Number(kills), (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.lost + report.outOfOrder + report.resets === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
