/** Writes the recordings that `client/test/hostile` plays: npx tsx --conditions=source sandbox/test/hostile/record.ts */
import { writeFile } from 'node:fs/promises';
import { recordFlows } from './record-flows.ts';

const file = new URL('../../../client/test/hostile/generated/recordings.json', import.meta.url);
const lines = (await recordFlows()).map((recording) => JSON.stringify(recording));
await writeFile(file, `[\n${lines.join(',\n')}\n]\n`);
