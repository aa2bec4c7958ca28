/**
 * The part of systemctl that docs/install.md uses, for a machine without systemd: starts the processes of unit
 * files as these say, with user, groups, settings, folders and network. What systemd forbids them besides is
 * checked by `systemd-analyze` (deploy.test.ts).
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';

/** As systemd reads them: the administrator's units before those of packages. */
const UNITS = ['/etc/systemd/system', '/usr/lib/systemd/system'];
const STATE = '/run/units';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The values of each name, in order. */
type Unit = Readonly<Record<string, readonly string[]>>;

function fileOf(name: string): string {
  const paths = UNITS.map((folder) => `${folder}/${name.replace(/\.service$/, '')}.service`);
  return paths.find(existsSync) ?? paths[0]!;
}
const pidFile = (name: string) => `${STATE}/${name}.pid`;

function readUnit(name: string): Unit {
  const unit: Record<string, string[]> = {};
  for (const line of readFileSync(fileOf(name), 'utf8').split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) unit[key] = [...(unit[key] ?? []), value!];
  }
  return unit;
}

const idOf = (database: 'passwd' | 'group', name: string) =>
  Number(execFileSync('getent', [database, name]).toString().split(':')[2]);

function isRunning(name: string): boolean {
  if (!existsSync(pidFile(name))) return false;
  const stat = `/proc/${readFileSync(pidFile(name), 'utf8')}/stat`;
  // nobody collects what has ended in this machine: it stays as a zombie
  return existsSync(stat) && !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'));
}

function start(name: string): void {
  if (isRunning(name)) return;
  const unit = readUnit(name);
  const one = (key: string) => unit[key]?.[0];
  for (const wanted of (one('Wants') ?? '').split(' ').map((each) => each.replace(/\.service$/, '')))
    if (wanted !== '' && existsSync(fileOf(wanted))) start(wanted);
  const [user, group] = [one('User') ?? 'root', one('Group') ?? 'root'];
  for (const [key, parent] of [
    ['RuntimeDirectory', '/run'],
    ['StateDirectory', '/var/lib'],
  ] as const) {
    const folder = one(key);
    if (folder === undefined) continue;
    const mode = one(`${key}Mode`) ?? '0755';
    execFileSync('install', ['-d', '-m', mode, '-o', user, '-g', group, `${parent}/${folder}`]);
  }
  const credentials = `/run/credentials/${name}.service`;
  for (const [id, path] of (unit['LoadCredential'] ?? []).map((each) => each.split(':', 2))) {
    execFileSync('install', ['-d', '-m', '0500', '-o', user, '-g', group, credentials]);
    execFileSync('install', ['-m', '0400', '-o', user, '-g', group, path!, `${credentials}/${id}`]);
  }
  const settings = (unit['EnvironmentFile'] ?? []).map((file) => parseEnv(readFileSync(file, 'utf8')));
  const groups = [group, ...(one('SupplementaryGroups') ?? '').split(' ').filter(Boolean)];
  const program = [
    ...(one('PrivateNetwork') === 'true' ? ['unshare', '--net'] : []),
    'setpriv',
    `--reuid=${idOf('passwd', user)}`,
    `--regid=${idOf('group', group)}`,
    `--groups=${groups.map((each) => idOf('group', each)).join(',')}`,
    ...(one('NoNewPrivileges') === 'true' ? ['--no-new-privs'] : []),
    ...(one('CapabilityBoundingSet') === '' ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    ...['bash', '-c', `umask ${one('UMask') ?? '0022'}; exec "$@"`, 'unit'],
    ...one('ExecStart')!.replaceAll(`\${CREDENTIALS_DIRECTORY}`, credentials).split(' '),
  ];
  mkdirSync(STATE, { recursive: true });
  const log = openSync(`/var/log/${name}.log`, 'a');
  const own = Object.fromEntries((unit['Environment'] ?? []).map((each) => each.split(/=(.*)/s)));
  const child = spawn(program[0]!, program.slice(1), {
    detached: true,
    cwd: '/',
    stdio: ['ignore', log, log],
    env: Object.assign({ PATH, CREDENTIALS_DIRECTORY: credentials }, own, ...settings),
  });
  writeFileSync(pidFile(name), String(child.pid));
  child.unref();
}

async function stop(name: string): Promise<void> {
  if (isRunning(name)) process.kill(Number(readFileSync(pidFile(name), 'utf8')), 'SIGTERM');
  for (let waited = 0; isRunning(name) && waited < 30_000; waited += 50) await sleep(50);
  rmSync(pidFile(name), { force: true });
}

function reload(name: string): void {
  const unit = readUnit(name);
  const program = unit['ExecReload']![0]!.split(' ');
  execFileSync('runuser', ['-u', unit['User']![0]!, '--', ...program], { stdio: 'inherit' });
}

const [command, ...rest] = process.argv.slice(2);
const names = rest.filter((each) => !each.startsWith('--'));
for (const name of names) if (!existsSync(fileOf(name))) throw new Error(`there is no unit ${name}`);
if (command === 'cat') for (const name of names) process.stdout.write(readFileSync(fileOf(name)));
if (command === 'restart') for (const name of names) await stop(name);
if (command === 'reload') names.forEach(reload);
else if (command === 'stop') for (const name of names) await stop(name);
else if (command === 'enable' || command === 'start' || command === 'restart') names.forEach(start);
else if (command !== 'daemon-reload' && command !== 'cat')
  throw new Error(`systemctl ${command} is not played here`);
