import { chmod, stat, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { Compile, type Validator } from 'typebox/compile';
import { type SignerAddress, tlsOptions } from './address.ts';
import { MAX_MESSAGE_BYTES, MESSAGES, type MessageTable } from './messages.ts';
import { SignerRefusal } from './port.ts';

/** As pino logs. */
export interface SignerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SignerProcess {
  /** Ends the connections and removes the socket. */
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

/** How long a client may take to send its message, ms. */
const RECEIVE_MS = 10_000;

/** A signer of any role: its methods take messages and answer JSON. */
type Served = { readonly [method: string]: (message: never) => Promise<unknown> };

interface Role {
  readonly signer: Served;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly log: SignerLog;
}

/**
 * Serves `signer`, by default of the market's role, over HTTP: on a unix socket that only this user can open, or behind TLS to whoever
 * shows a certificate of the operator's authority. Logs every decision with txids and reasons, never a key or a signature. Throws
 * when somebody listens there already; a socket left by a dead process is replaced.
 */
export async function serveSigner(
  signer: object,
  {
    log,
    messages = MESSAGES,
    ...address
  }: SignerAddress & { readonly log: SignerLog; readonly messages?: MessageTable },
): Promise<SignerProcess> {
  const validators = new Map(
    Object.entries(messages).map(([method, { request }]) => [method, Compile(request) as Validator]),
  );
  const role = { signer: signer as Served, validators, log };
  const listener: RequestListener = (request, response) => {
    const respond = ({ status, body }: Reply) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    answer(role, request).then(respond, (error: unknown) => {
      log.error({ err: error }, 'the signer failed');
      respond({ status: 500, body: {} });
    });
  };
  const server = await listen(listener, address);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer({ signer, validators, log }: Role, request: IncomingMessage): Promise<Reply> {
  const method = request.url?.slice(1) ?? '';
  const validator = validators.get(method);
  if (request.method !== 'POST' || !validator) return { status: 400, body: { error: 'no such method' } };
  const text = await received(request);
  if (text === null)
    return { status: 413, body: { error: `a message is at most ${MAX_MESSAGE_BYTES} bytes` } };
  const message = parsed(text);
  if (!validator.Check(message)) {
    log.warn({ method }, 'not a message of this method');
    return { status: 400, body: { error: `not a message of ${method}` } };
  }
  try {
    // The message has the shape that the method takes: its schema has just said so.
    const result = (await signer[method]!(message as never)) as object;
    log.info({ method, ...publicPart(result) }, 'done');
    return { status: 200, body: result };
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    log.warn({ method, refusal: error.message }, 'refused');
    return { status: 422, body: { refusal: error.message } };
  }
}

function publicPart(result: object): object {
  return 'txid' in result ? { txid: result.txid } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body, or null when it is over the limit. */
async function received(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk);
  }
  return size > MAX_MESSAGE_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

async function listen(listener: RequestListener, address: SignerAddress): Promise<Server> {
  const server =
    'socketPath' in address
      ? createServer(listener)
      : createTlsServer(tlsOptions(address.identity), listener);
  server.requestTimeout = RECEIVE_MS;
  if ('socketPath' in address) {
    await removeDeadSocket(address.socketPath);
    await listenPrivately(server, address.socketPath);
  } else {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address.port, address.host, resolve);
    });
  }
  return server;
}

async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  // The socket is made inside `listen`: it is never open to others, not even until the chmod below.
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socketPath, resolve);
    });
  } finally {
    process.umask(before);
  }
  await chmod(socketPath, 0o600);
}

async function removeDeadSocket(socketPath: string): Promise<void> {
  const found = await stat(socketPath).catch(() => null);
  if (!found) return;
  if (!found.isSocket()) throw new Error(`${socketPath} exists and is not a socket`);
  if (await isAlive(socketPath)) throw new Error(`somebody listens on ${socketPath} already`);
  await unlink(socketPath);
}

function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
