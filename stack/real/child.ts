import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A program that runs beside the tests until `stop` resolves. */
export type Child = {
  /** Sends `signal` to the process by its id and waits until it is gone; SIGKILL after 20 s. Retry-safe. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash does, and waits until it is gone. */
  kill(): Promise<void>;
  /** Its id; undefined when it could not be started. */
  readonly pid: number | undefined;
  /** The end of what it wrote to stdout and stderr. */
  output(): string;
  /** How it ended; null while it runs, or when a signal ended it. */
  exitCode(): number | null;
  /** Throws with the last lines the program wrote, if it has ended on its own. */
  assertRunning(): void;
};

export type ChildOptions = {
  /** Runs the program as this user (the caller is root then). */
  user?: { uid: number; gid: number };
  /** On top of this process's environment. */
  env?: Record<string, string>;
  /** True: `env` and PATH are all that the program sees. */
  bareEnv?: boolean;
  signal?: NodeJS.Signals;
};

const KEPT_OUTPUT_CHARACTERS = 20_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program and keeps the end of its output for error sentences; it dies with this process. */
export function startChild(program: string, args: readonly string[], options: ChildOptions = {}): Child {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(options.bareEnv ? { PATH: process.env['PATH'] } : process.env), ...options.env },
    ...options.user,
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    // seldom: each time copies all of it
    if (output.length > 10 * KEPT_OUTPUT_CHARACTERS) output = output.slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  running.add(child);

  const end = async (signal: NodeJS.Signals) => {
    running.delete(child);
    if (hasEnded(child)) return;
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(giveUp);
  };

  return {
    pid: child.pid,
    output: () => output.slice(-KEPT_OUTPUT_CHARACTERS),
    exitCode: () => child.exitCode,
    stop: () => end(options.signal ?? 'SIGTERM'),
    kill: () => end('SIGKILL'),
    assertRunning() {
      if (hasEnded(child)) throw new Error(`${program} ended with ${child.exitCode}:\n${output}`);
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Repeats `probe` until it resolves, while `child` runs; throws its last error after `timeoutMs`. */
export async function waitUntilReady(
  child: Child,
  probe: () => Promise<unknown>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    child.assertRunning();
    try {
      await probe();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A TCP port on 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given');
  return address.port;
}
