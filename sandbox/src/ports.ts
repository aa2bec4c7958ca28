import { type AddressInfo, createServer } from 'node:net';

/** Settings that name a port of the sandbox, with their defaults; 0: any free port. */
export const PORT_SETTINGS = { PORT: 8080, SANDBOX_NODE_PORT: 0, SANDBOX_INDEX_PORT: 0 } as const;

/**
 * Checks that the sandbox can listen on each of its ports. Throws an Error with a line for each port that
 * it cannot have: the port, the reason and the setting to change. A value that is no port is left to the
 * check of the settings. Needs no other module of the sandbox: it runs before they are loaded.
 */
export async function requireFreePorts(env: NodeJS.ProcessEnv): Promise<void> {
  const asked = Object.entries(PORT_SETTINGS)
    .map(([name, byDefault]) => ({ name, port: Number(env[name] ?? byDefault) }))
    .filter(({ port }) => Number.isInteger(port) && port > 0 && port < 65_536);
  const lines: string[] = [];
  for (const { name, port } of asked) {
    const twin = asked.find((other) => other.port === port)!.name;
    const reason = twin === name ? await refusalOf(port) : `is already that of ${twin}`;
    if (reason) lines.push(`port ${port} ${reason}; set ${name} to another one, or to 0 for any free port`);
  }
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

/** Why this process cannot listen on a port of 127.0.0.1; null when it can. */
function refusalOf(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve(
        code === 'EADDRINUSE'
          ? 'is in use by another program'
          : code === 'EACCES'
            ? 'may not be used by this user'
            : `cannot be used (${message})`,
      ),
    );
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(null)));
  });
}

/** A port of 127.0.0.1 that nobody listens on now: the service states its own URL before it listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
