import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Refusal } from '@ordbook/protocol/refusals';
import { Compile, type Validator } from 'typebox/compile';
import { startSpan } from '../../base/tracing.ts';
import { inTradeScope } from '../../base/trade-scope.ts';
import { SignerRefusal } from '../port.ts';
import { type SignerAddress, tlsOptions } from './address.ts';
import { SERVICE, wrongRole } from './certificate-role.ts';
import { MAX_MESSAGE_BYTES, MESSAGES, type MessageTable } from './messages.ts';
import { listenOnSocket, type SocketGroup } from './socket.ts';
import { tradeIdsIn } from './trace-headers.ts';

/** A logger with pino's signature. */
export interface SignerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SignerProcess {
  /** Closes the connections and removes the socket. */
  close(): Promise<void>;
}

export type SignerProcessOptions = SignerAddress & {
  readonly log: SignerLog;
  /** The methods that it serves. Default: those of the market signer. */
  readonly messages?: MessageTable;
  /** Group that may open the unix socket besides this user. Default: none. */
  readonly socketGroup?: SocketGroup | null;
  /** Metrics in Prometheus text format, at GET /metrics. Default: none. */
  readonly metrics?: () => Promise<string>;
};

interface Reply {
  readonly status: number;
  /** JSON, or plain text. */
  readonly body: object | string;
}

/** Timeout for a client to send its message, ms. */
const RECEIVE_MS = 10_000;

/** A signer of any role: its methods take messages and return JSON. */
type Served = { readonly [method: string]: (message: never) => Promise<unknown> };

interface Role {
  readonly signer: Served;
  readonly validators: ReadonlyMap<string, Validator>;
  readonly log: SignerLog;
  readonly metrics: (() => Promise<string>) | undefined;
}

/**
 * Serves a signer over HTTP: on a unix socket that only this user and a group can open, or over TLS to
 * clients whose certificate of the operator's authority names the service. Throws an Error when another
 * process listens there; replaces a socket that a dead process left. The signer logs its own decisions
 * (`decisions.ts`).
 */
export async function serveSigner(
  signer: object,
  { log, messages = MESSAGES, socketGroup = null, metrics, ...address }: SignerProcessOptions,
): Promise<SignerProcess> {
  const validators = new Map(
    Object.entries(messages).map(([method, { request }]) => [method, Compile(request) as Validator]),
  );
  const role = { signer: signer as Served, validators, log, metrics };
  const listener: RequestListener = (request, response) => {
    const respond = ({ status, body }: Reply) =>
      typeof body === 'string'
        ? response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
        : response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    respondTo(role, request).then(respond, (error: unknown) => {
      log.error({ err: error }, 'the signer failed');
      respond({ status: 500, body: {} });
    });
  };
  const traced: RequestListener = (request, response) =>
    inTradeScope(() => {
      const span = startSpan(`signer ${request.url?.slice(1)}`, {}, request.headers);
      if (!span) return listener(request, response);
      response.on('close', () =>
        span.end({ 'http.status_code': response.statusCode }, response.statusCode >= 500),
      );
      return span.run(() => listener(request, response));
    }, tradeIdsIn(request.headers));
  const server = await listen({ listener: traced, address, socketGroup, log });
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respondTo(
  { signer, validators, log, metrics }: Role,
  request: IncomingMessage,
): Promise<Reply> {
  const other = clientFault(request);
  if (other !== null) {
    const { remoteAddress: peer } = request.socket;
    const certificate = shownBy(request.socket);
    log.warn({ peer, certificate, reason: other }, `a client was refused: ${other}`);
    return { status: 403, body: { unavailable: `it does not serve this client: ${other}` } };
  }
  if (metrics && request.method === 'GET' && request.url === '/metrics')
    return { status: 200, body: await metrics() };
  const method = request.url?.slice(1) ?? '';
  const validator = validators.get(method);
  if (request.method !== 'POST' || !validator) return { status: 400, body: { error: 'no such method' } };
  const text = await received(request);
  if (text === null)
    return { status: 413, body: { error: `a message is at most ${MAX_MESSAGE_BYTES} bytes` } };
  const message = parsed(text);
  if (!validator.Check(message)) {
    log.warn({ method }, 'a malformed message was refused');
    return { status: 400, body: { error: `malformed message for ${method}` } };
  }
  try {
    // the schema has checked that the message has the shape that the method takes
    return { status: 200, body: (await signer[method]!(message as never)) as object };
  } catch (error) {
    if (error instanceof SignerRefusal) return { status: 422, body: { refusal: error.message } };
    if (error instanceof Refusal && error.code === 'unavailable')
      return { status: 503, body: { unavailable: error.detail ?? error.message } };
    throw error;
  }
}

/** Why a TLS client is not the service; null when it is, or when it uses the unix socket. */
function clientFault({ socket }: IncomingMessage): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  if (!isOfAuthority(socket)) return "its certificate is not of the signer's authority";
  return wrongRole(socket.getPeerX509Certificate()?.subjectAltName, SERVICE);
}

/**
 * Whether the client has shown a certificate of the authority. `authorized` alone does not say so: Node sets
 * it for a resumed session of TLS 1.3 that never had a certificate.
 */
function isOfAuthority(socket: TLSSocket): boolean {
  return socket.authorized && socket.getPeerX509Certificate() !== undefined;
}

/** The subject and the issuer of the certificate that a client shows, on one line; null: it shows none. */
function shownBy(socket: Socket): string | null {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return shown ? `${shown.subject} of ${shown.issuer}`.replaceAll('\n', ', ') : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body, or null when it is too large. */
async function received(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk);
  }
  return size > MAX_MESSAGE_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

interface Listening {
  readonly listener: RequestListener;
  readonly address: SignerAddress;
  readonly socketGroup: SocketGroup | null;
  readonly log: SignerLog;
}

async function listen({ listener, address, socketGroup, log }: Listening): Promise<Server> {
  const server =
    'socketPath' in address
      ? createServer(listener)
      : // a client without a certificate of the authority is refused below, where the log can say who it was
        createTlsServer({ ...tlsOptions(address.identity), rejectUnauthorized: false }, listener);
  server.requestTimeout = RECEIVE_MS;
  if ('socketPath' in address) {
    await listenOnSocket(server, address.socketPath, socketGroup);
  } else {
    server.on('tlsClientError', ({ message }) =>
      log.warn({ reason: message }, 'a client was refused: the TLS handshake failed'),
    );
    // before a request can be read
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      if (isOfAuthority(socket)) return;
      log.warn(
        {
          peer: socket.remoteAddress,
          certificate: shownBy(socket),
          reason: String(socket.authorizationError),
        },
        "a client was refused: its certificate is not of the signer's authority",
      );
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address.port, address.host, resolve);
    });
  }
  return server;
}
