import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder in which a part is made, and the shell in it. */
export interface Work {
  readonly folder: string;
  /** Prints progress. */
  say(sentence: string): void;
  /** Runs lines of bash in the folder and returns what they print. Throws, with the last 30 lines, when one fails. */
  sh(lines: string, env?: Readonly<Record<string, string>>): string;
  /** Removes everything in the folder but these names. */
  keepOnly(...names: string[]): void;
  /** Writes a program into the folder. */
  program(name: string, text: string): void;
}

/** The shell also has cargo of rustup, which may not be in PATH, and `$work`, the folder. */
export function openWork(name: string, folder: string): Work {
  const PATH = `${process.env['PATH']}:${join(homedir(), '.cargo', 'bin')}`;
  const sh: Work['sh'] = (lines, env = {}) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env: { ...process.env, PATH, work: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 256 * 2 ** 20,
    });
    if (status === 0) return stdout.toString().trim();
    const printed = `${stdout}${stderr}`.trim().split('\n').slice(-30);
    throw new Error(`a command failed:\n${printed.map((line) => `  ${line}\n`).join('')}`);
  };
  return {
    folder,
    sh,
    say: (sentence) => process.stderr.write(`fetch ${name}: ${sentence}\n`),
    keepOnly: (...names) =>
      sh(
        `find . -mindepth 1 -maxdepth 1 ${names.map((kept) => `! -name '${kept}'`).join(' ')} -exec rm -rf {} +`,
      ),
    program: (path, text) => writeFileSync(join(folder, path), text, { mode: 0o755 }),
  };
}

/**
 * Fetches the source of a crate with cargo and compares it with its checksum. Returns its folder; throws when the
 * checksum is another.
 */
export function vendorCrate(work: Work, crate: string, version: string, checksum: string): string {
  work.say(`fetching the crate ${crate} ${version}`);
  mkdirSync(join(work.folder, 'crate/src'), { recursive: true });
  writeFileSync(join(work.folder, 'crate/src/lib.rs'), '');
  writeFileSync(
    join(work.folder, 'crate/Cargo.toml'),
    `[package]\nname = "fetched"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${crate} = "=${version}"\n`,
  );
  work.sh('cargo vendor --quiet --manifest-path crate/Cargo.toml vendor');
  const folder = join(work.folder, 'vendor', crate);
  const { package: found } = JSON.parse(readFileSync(join(folder, '.cargo-checksum.json'), 'utf8')) as {
    package: string;
  };
  if (found !== checksum) throw new Error(`the checksum of ${crate} ${version} is ${found}, not ${checksum}`);
  return folder;
}

/** Installs npm packages, which npm verifies, and keeps only `node_modules`. */
export function npmPackages(work: Work, ...packages: string[]): void {
  work.say(`installing ${packages.join(', ')} with npm`);
  work.sh(
    `npm install --silent --ignore-scripts --no-save --no-package-lock --no-audit --no-fund --prefix "$work" ${packages.join(' ')}`,
  );
  work.keepOnly('node_modules');
}

/** Installs Python packages into an environment at `folder`. */
export function pipPackages(work: Work, folder: string, ...packages: string[]): void {
  work.say(`installing ${packages.join(', ')} with pip`);
  work.sh(`python3 -m venv "${folder}"
    "${folder}/bin/pip" install --quiet --disable-pip-version-check ${packages.join(' ')}`);
}
