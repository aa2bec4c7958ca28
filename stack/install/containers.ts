import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposeProject, ComposeService } from './compose.ts';
import type { Machine } from './machine.ts';

/**
 * Starts a service of a compose file as a process in the machine, as far as Linux does what Docker does: its
 * command, as its user and without capabilities, with its environment and nothing else, and with its volumes
 * mounted for itself alone. `folder`: shared with the machine. Output goes to /var/log/<name>.log.
 */
export async function startContainer(
  machine: Machine,
  name: string,
  { command = [], user = '0:0', environment = {}, volumes = [] }: ComposeService,
  folder: string,
): Promise<void> {
  const [uid, gid] = user.split(':');
  const mounts = volumes.map(({ type, source, target, read_only: isReadOnly }) => {
    // named volumes are folders of the machine
    const from = type === 'bind' ? source : `/var/volumes/${source}`;
    return `
[ -e ${from} ] || install -d -o ${uid} -g ${gid} ${from}
if [ -d ${from} ]; then mkdir -p ${target}; else mkdir -p "$(dirname ${target})" && touch ${target}; fi
mount --bind ${from} ${target}
${isReadOnly ? `mount -o remount,bind,ro ${target}` : ''}`;
  });
  const settings = Object.entries(environment).map(([key, value]) => quoted(`${key}=${value}`));
  const script = `set -e
${mounts.join('\n')}
exec env -i PATH="$PATH" HOME=/tmp ${settings.join(' ')} setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all ${command.map(quoted).join(' ')}
`;
  const path = join(folder, `${name}.sh`);
  await writeFile(path, script, { mode: 0o600 });
  await machine.run(`setsid unshare --mount bash ${path} >/var/log/${name}.log 2>&1 </dev/null &`);
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Makes the names of all services mean this machine, as they mean a container in Docker's networks. */
export async function nameContainers(machine: Machine, { services }: ComposeProject): Promise<void> {
  await machine.run(`echo '127.0.0.1 ${Object.keys(services).join(' ')}' >>/etc/hosts`);
}
