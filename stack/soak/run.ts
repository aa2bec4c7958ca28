/** `npx tsx --conditions=source stack/soak/run.ts [seconds] [seed] [services]`: ends with 1 on any anomaly. */
import { soak } from './soak.ts';

const [seconds = '600', seed = String(Date.now() % 1_000_000), services = '2'] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
say(`seed ${seed}`);
const { anomalies, tally } = await soak({
  seconds: Number(seconds),
  seed: Number(seed),
  services: Number(services),
  progress: say,
});
say(`refused: ${JSON.stringify(tally.refused)}`);
process.exit(anomalies.length === 0 ? 0 : 1);
