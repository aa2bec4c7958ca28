import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Ran {
  readonly code: number;
  readonly output: string;
}

const QUIET = { NO_COLOR: '1', CI: '1', REDOCLY_TELEMETRY: 'off' };
/** Several times what an idle machine takes for the slowest: the first build of the Go client. */
const TIME_LIMIT_MS = 240_000;

/** Runs a program to its end, without a shell. `path`: a folder whose programs it finds first. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, path = '' }: { readonly cwd: string; readonly path?: string },
): Promise<Ran> {
  const env = { ...process.env, ...QUIET, PATH: `${path}:${process.env['PATH']}` };
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 2 ** 20, timeout: TIME_LIMIT_MS };
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0;
      resolve({ code, output: `${stdout}${stderr}${error && code === -1 ? error.message : ''}` });
    });
  });
}

/**
 * Runs a program that writes a line, reads one, and writes another. `answer` makes the second line from the
 * first. Resolves to the third. Throws an Error with the program's words when it ends otherwise.
 */
export async function talk(
  program: string,
  args: readonly string[],
  { cwd, path = '' }: { readonly cwd: string; readonly path?: string },
  answer: (line: string) => string,
): Promise<string> {
  const env = { ...process.env, ...QUIET, PATH: `${path}:${process.env['PATH']}` };
  const child = spawn(program, args, { cwd, env });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const timer = setTimeout(() => child.kill(), TIME_LIMIT_MS);
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (lines.length === 1) child.stdin.write(`${answer(line)}\n`);
    }
  } finally {
    clearTimeout(timer);
  }
  const [, last] = lines;
  if (last === undefined) throw new Error(`${program} wrote ${lines.length} lines: ${errors.slice(-4_000)}`);
  return last;
}
