/**
 * Makes `vectors/judge/*.json` on a real Bitcoin Core: real coins on regtest, the victim's signatures over what the
 * PSBTs ask, and every attack that the judge shows, completed and put before the node.
 *
 *   npx tsx --conditions=source scripts/judge-vectors.ts            all families
 *   npx tsx --conditions=source scripts/judge-vectors.ts listings   one
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FAMILIES } from './judge-vectors/families/all.ts';
import { countsOf, makeFamily } from './judge-vectors/families.ts';
import { startWorld } from './judge-vectors/world.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'vectors/judge');

const chosen = process.argv.slice(2);
const names = Object.keys(FAMILIES);
mkdirSync(FOLDER, { recursive: true });
const world = await startWorld(names.length);
try {
  for (const name of names) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const file = await makeFamily(name, world);
    const path = join(FOLDER, `${name}.json`);
    writeFileSync(path, JSON.stringify(file, null, 1));
    execFileSync('npx', ['biome', 'format', '--write', path], { cwd: ROOT, stdio: 'ignore' });
    console.log(name, JSON.stringify(countsOf(file.vectors)));
  }
} finally {
  await world.stop();
}
