/** Packages of Debian, unpacked into a folder: nothing is installed on the system. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Work } from './work.ts';

/** What a Debian system has. */
export const DEBIAN = ['apt-get', 'apt-cache', 'dpkg-deb'] as const;

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

const asFileName = (version: string) => version.replaceAll(':', '-');

/**
 * Unpacks a package and what it needs into `root`, with further options of apt. Returns its version. Throws when apt
 * does not know it.
 */
export function unpackPackage(work: Work, name: string, options: readonly string[] = []): string {
  const apt = options.map((option) => `-o '${option}'`).join(' ');
  const version = work.sh(
    `apt-cache ${apt} policy ${name} | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'`,
  );
  if (version === '') throw new Error(`apt knows no ${name} (apt-get update?)`);
  work.say(`unpacking ${name} ${version} and its libraries`);
  work.sh(`mkdir -p archives/partial root
    apt-get -q -o "Dir::Cache::archives=$work/archives" -o Debug::NoLocking=1 -o APT::Sandbox::User= ${apt} \
      install --yes --download-only --no-install-recommends ${name}
    for archive in archives/*.deb; do dpkg-deb --extract "$archive" root; done`);
  return asFileName(version);
}

/**
 * Reads the package list of Debian sid from the mirror of this system. Returns the options of apt with which it
 * resolves every library, also those that the system has in an older version.
 */
export function readSid(work: Work): readonly string[] {
  // apt reads both formats of its source lists
  const mirror = work.sh(
    `apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
      awk '$3 == "main" && $2 !~ /security/ && $1 ~ /\\/debian\\/?$/ && !found { print $1; found = 1 }'`,
  );
  if (mirror === '') throw new Error("this system's apt sources name no Debian archive");
  if (!existsSync(KEYRING)) throw new Error(`${KEYRING} is missing (package debian-archive-keyring)`);
  const { folder } = work;
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${KEYRING}] ${mirror} sid main\n`);
  const options = [
    `Dir::State=${folder}`,
    `Dir::State::lists=${folder}/lists`,
    `Dir::State::status=${folder}/status`,
    `Dir::State::extended_states=${folder}/extended_states`,
    `Dir::Cache=${folder}`,
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    'Dir::Etc::sourceparts=/dev/null',
    'Dir::Etc::preferences=/dev/null',
    'Dir::Etc::preferencesparts=/dev/null',
    'Acquire::Languages=none',
    'APT::Sandbox::User=',
    'APT::Update::Error-Mode=any',
    'Debug::NoLocking=1',
  ];
  work.say("reading Debian sid's package list");
  work.sh(
    `mkdir -p lists/partial archives/partial
    apt-get -q ${options.map((option) => `-o '${option}'`).join(' ')} update`,
  );
  return options;
}

/**
 * Writes, for each unpacked program that is named, a program beside `root` that starts it through the unpacked loader
 * with the unpacked libraries, libc included. Keeps nothing else.
 */
export function startWithOwnLoader(work: Work, ...names: string[]): void {
  const loader = work.sh("find root -name 'ld-linux-*.so.*' ! -type l | head -n 1");
  if (loader === '') throw new Error('the unpacked libc has no dynamic loader');
  work.keepOnly('root');
  for (const name of names) {
    const binary = work.sh(`find root -path '*/bin/${name}' ! -type l | head -n 1`);
    if (binary === '') continue;
    work.program(
      name,
      `#!/bin/sh
here="$(dirname "$(readlink -f "$0")")"
loader="$here/${loader}"
exec "$loader" --library-path "$(dirname "$loader")" "$here/${binary}" "$@"
`,
    );
  }
}

/** Writes a program that starts `root/<binary>` with the unpacked libraries and this system's libc. */
export function startWithLibraries(work: Work, name: string, binary: string, exec = 'exec'): void {
  const folders = work.sh("find root/usr/lib -name '*.so*' -printf '%h\\n' 2>/dev/null | sort -u || true");
  const up =
    name
      .split('/')
      .map(() => '..')
      .slice(1)
      .join('/') || '.';
  const libraries = folders
    .split('\n')
    .filter(Boolean)
    .map((folder) => `$here/${folder}`);
  work.program(
    name,
    `#!/bin/bash
here="$(dirname "$(readlink -f "$0")")/${up}"
LD_LIBRARY_PATH="${libraries.join(':')}" ${exec} "$here/root/${binary}" "$@"
`,
  );
}
