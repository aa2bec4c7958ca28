/**
 * A system of its own to install on: the files of this machine, with every change kept apart and thrown away
 * at the end; a network with nothing but a loopback; processes that end with it. It needs root and Linux
 * namespaces.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  /** Runs commands with bash, as root in the machine. Resolves to what they print; throws with it when one fails. */
  run(commands: string, options?: RunOptions): Promise<string>;
  /** What enters the machine: put it in front of a command. */
  readonly enter: readonly string[];
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** True: with the network of this machine, where npm finds its registry. */
  readonly online?: boolean;
}

/** Folders whose changes stay in the machine. /tmp is shared. */
const KEPT_APART = ['etc', 'usr', 'var', 'opt', 'srv', 'run', 'home', 'root'];
const NAMESPACES = ['--mount', '--net', '--pid', '--mount-proc', '--fork'];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const setUp = (layers: string) => `set -e
mount -t tmpfs tmpfs ${layers}
for folder in ${KEPT_APART.join(' ')}; do
  mkdir -p ${layers}/upper/$folder ${layers}/work/$folder
  mount -t overlay overlay -o lowerdir=/$folder,upperdir=${layers}/upper/$folder,workdir=${layers}/work/$folder /$folder
  # the folder keeps its mode: the upper layer decides
  chmod 755 ${layers}/upper/$folder
done
ip link set lo up
# as systemd lets a proxy listen on 80 and 443 without root
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start`;

/** Why no machine can be made here; null when one can. */
export function noMachine(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, for users and namespaces';
  const probe =
    'mount -t tmpfs tmpfs /mnt && ip link set lo up && command -v setpriv useradd runuser psql curl';
  try {
    execFileSync('unshare', [...NAMESPACES, 'bash', '-c', probe], { stdio: 'pipe' });
    return null;
  } catch {
    return 'it needs namespaces (unshare, mount, ip), setpriv, useradd, runuser, psql and curl';
  }
}

/** Makes a machine and waits until it runs. */
export async function startMachine(): Promise<Machine> {
  const layers = await mkdtemp(join(tmpdir(), 'ordbook-machine-'));
  const script = `${setUp(layers)}\necho ready\nexec sleep infinity`;
  // it ends with this process, however that ends
  const command = ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--kill-child', 'bash', '-c', script];
  const init = spawn('setpriv', command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => init.once('exit', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [init.stdout, init.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^ready$/m.test(output)) resolve();
      });
    void ended.then(() => reject(new Error(`the machine did not start:\n${output}`)));
  });
  // the first process of the machine is the child of `unshare`
  const [first] = (await readFile(`/proc/${init.pid}/task/${init.pid}/children`, 'utf8')).trim().split(' ');
  const enter = ['nsenter', `--target=${first}`, '--mount', '--net', '--pid', '--'];
  return {
    enter,
    run: (commands, { env = {}, cwd = '/root', online = false } = {}) =>
      new Promise((resolve, reject) => {
        execFile(
          enter[0]!,
          [
            ...enter.slice(1).filter((each) => !online || each !== '--net'),
            'bash',
            '-e',
            '-o',
            'pipefail',
            '-c',
            `cd ${cwd}\n${commands}`,
          ],
          { env: { PATH, HOME: '/root', NO_COLOR: '1', ...env }, maxBuffer: 1 << 26 },
          (error, stdout, stderr) =>
            error ? reject(new Error(`${commands}\n${stdout}${stderr}`)) : resolve(stdout + stderr),
        );
      }),
    async stop() {
      init.kill('SIGKILL');
      await ended;
      await rm(layers, { recursive: true, force: true });
    },
  };
}
