/**
 * Fetches the programs of others that the tests use, once, into a cache outside of the clone, and prints where they
 * are. Nothing is installed on the system.
 *
 *   npx tsx scripts/fetch.ts                 # all of them
 *   npx tsx scripts/fetch.ts ord redis       # these
 *   npx tsx scripts/fetch.ts node-22.23.3    # a version of Node
 *   npx tsx scripts/fetch.ts --list          # their names, the settings that name your own, and where they are
 *
 * `ORDBOOK_CACHE` is the cache, default ~/.cache/ordbook. `BUILD_JOBS`: compilers at once, default one per core.
 */

import { nodePart } from './fetch/node-part.ts';
import { runFetch } from './fetch/run.ts';
import { PARTS } from './fetch/table.ts';

const ofNode = (name: string) => {
  const version = /^node-(\d+\.\d+\.\d+)$/.exec(name)?.[1];
  return version === undefined ? undefined : nodePart(version);
};

process.exitCode = runFetch(PARTS, process.argv.slice(2), ofNode);
