/**
 * Writes npm-shrinkwrap.json into the folder of a program: every package that it needs, at the version and
 * with the checksum of package-lock.json, and our own with the checksum of their tarball. npm follows it when
 * it installs the program from a registry; scripts/install-packed.sh does before there is one.
 *
 *   tsx scripts/shrinkwrap.ts server packages    # after those it depends on are packed into packages/
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const [program, folder] = process.argv.slice(2);
if (!program || !folder) throw new Error('name a program, and the folder of scripts/pack.sh');
const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Where Node finds a package: below `from`, or in the next folder above. */
function found(name: string, from: string, there: (path: string) => boolean): string | undefined {
  for (let at = from; ; at = at.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${at && `${at}/`}node_modules/${name}`;
    if (there(path)) return path;
    if (at === '') return undefined;
  }
}

/** A package of package-lock.json, by its path there. */
function lockedPath(name: string, from: string): string | undefined {
  const path = found(name, from, (one) => one in locked);
  return path && (locked[path]!.link ? locked[path]!.resolved : path);
}

function entryOf(path: string): object {
  // whether it is for development was said of the whole repository
  const { dev, devOptional, devDependencies, peer, ...entry } = locked[path] as unknown as Record<
    string,
    unknown
  >;
  if (path === program || path.includes('node_modules/')) return entry;
  const tarball = readFileSync(join(folder!, `ordbook-${path}-${locked[path]!.version}.tgz`));
  return { ...entry, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` };
}

// the program first, then each with what it needs: as high as possible, or inside of what needs another
// version
const placed = new Map([['', program]]);
for (const [at, path] of placed) {
  const { dependencies, optionalDependencies, peerDependencies } = locked[path]!;
  const wanted = { ...peerDependencies, ...optionalDependencies, ...dependencies };
  for (const name of Object.keys(wanted).sort()) {
    const needed = lockedPath(name, path);
    // an optional peer that nobody installs
    if (needed === undefined) continue;
    const there = found(name, at, (one) => placed.has(one));
    if (there === undefined) placed.set(`node_modules/${name}`, needed);
    else if (placed.get(there) !== needed) placed.set(`${at && `${at}/`}node_modules/${name}`, needed);
  }
}

const entries = [...placed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, path]) => [at, entryOf(path)]);
const packages = Object.fromEntries(entries) as Readonly<Record<string, { name: string; version: string }>>;
const { name, version } = packages['']!;
const lock = { name, version, lockfileVersion: 3, requires: true, packages };
writeFileSync(join(program, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`);
