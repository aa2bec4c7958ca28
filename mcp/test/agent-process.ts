/** An agent as a process that a user starts, and a client that talks to it as a desktop program does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../stack/bundled-program.ts';

/** The agent's program in `folder`, for `startAgent`. */
export const agentProgram = (folder: string): Promise<string> =>
  bundledProgram(fileURLToPath(new URL('../src/main.ts', import.meta.url)), folder);

/** JSON-RPC, one message a line. */
export interface Client {
  request(method: string, params: object): Promise<Record<string, unknown>>;
}

/** Starts an agent with these settings alone. `processes`: it is added. `person` answers what the agent asks a person. */
export async function startAgent(
  program: string,
  env: Record<string, string>,
  processes: ChildProcess[],
  person?: (message: string) => object,
): Promise<Client> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  processes.push(child);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk;
  });
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number; method?: string; params?: { message: string } };
    if (message.method === 'elicitation/create' && person) {
      send({ id: message.id, result: person(message.params!.message) });
      return;
    }
    if (message.id !== undefined) waiting.get(message.id)?.(message as Record<string, unknown>);
  });
  const ended = once(child, 'close').then(() => {
    throw new Error(`the agent ended: ${complaint}`);
  });
  ended.catch(() => undefined);
  let id = 0;
  const send = (message: object) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (method: string, params: object) => {
    id += 1;
    const mine = id;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(mine, resolve));
    send({ id: mine, method, params });
    const { result, error } = await Promise.race([answered, ended]);
    if (error) throw new Error(JSON.stringify(error));
    return result as Record<string, unknown>;
  };
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: person ? { elicitation: {} } : {},
    clientInfo: { name: 'test', version: '1.0.0' },
  });
  send({ method: 'notifications/initialized' });
  return { request };
}

export async function call(client: Client, name: string, given: Record<string, unknown>) {
  const { content, isError, structuredContent } = await client.request('tools/call', {
    name,
    arguments: given,
  });
  const [first] = content as { text: string }[];
  return { isError: isError === true, text: first!.text, structured: structuredContent };
}

/** Writes the wallet file of a demo wallet of the sandbox, and returns its path. */
export async function walletFile(sandboxUrl: string, folder: string): Promise<string> {
  const world = (await (await fetch(`${sandboxUrl}/sandbox/world`)).json()) as {
    wallets: Record<'ordinals' | 'payment', { type: string; wif: string }>[];
  };
  const keyOf = ({ type, wif }: { type: string; wif: string }) => ({ type, wif });
  const { ordinals, payment } = world.wallets[1]!;
  const path = join(folder, 'wallet.json');
  const wallet = { network: 'regtest', ordinals: keyOf(ordinals), payment: keyOf(payment) };
  await writeFile(path, JSON.stringify(wallet), { mode: 0o600 });
  return path;
}
