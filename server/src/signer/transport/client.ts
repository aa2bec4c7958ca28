import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { Static } from 'typebox';
import { parseResponse, responseReader } from '../../base/remote.ts';
import { inSpan } from '../../base/tracing.ts';
import { type Signer, SignerRefusal } from '../port.ts';
import { type SignerAddress, tlsOptions } from './address.ts';
import { type CertificateRole, wrongRole } from './certificate-role.ts';
import { connectionFault } from './client-fault.ts';
import { Unavailable } from './message-parts.ts';
import { MAX_MESSAGE_BYTES, MESSAGES, type MessageTable, Refused } from './messages.ts';
import { traceHeaders } from './trace-headers.ts';

export type SignerClientOptions = SignerAddress & {
  /** Timeout of a call, ms. */
  readonly timeoutMs: number;
};

/** Most bytes of a response. A raw package of 20 listings and 500 payments is under 0.5 MB in hex. */
const MAX_RESPONSE_BYTES = 4 * MAX_MESSAGE_BYTES;

/** Most calls in flight; further ones wait, because a signer uses one core. */
const CONCURRENT_CALLS = 8;

const readRefused = responseReader(Refused);
const readUnavailable = responseReader(Unavailable);

/** The signer that a client talks to. */
export interface SignerPeer {
  /** Its name in refusals. */
  readonly what: string;
  /** The role that its certificate must name. */
  readonly role: CertificateRole;
}

export const MARKET_PEER: SignerPeer = { what: 'the signer', role: 'ordbook:signer:market' };

/**
 * A client of the market signer process. Every call opens a new connection: cheap compared to signing, and
 * never stale.
 */
export function signerClient(options: SignerClientOptions): Signer {
  const ask = signerCalls(options, MESSAGES, MARKET_PEER);
  return {
    publicKeys: () => ask('publicKeys', {}),
    signSale: (message) => ask('signSale', message),
    signRecovery: (message) => ask('signRecovery', message),
    signTakeBack: (message) => ask('signTakeBack', message),
    signCounter: (message) => ask('signCounter', message),
    signCounterRecovery: (message) => ask('signCounterRecovery', message),
    signAnchorFanOut: (message) => ask('signAnchorFanOut', message),
  };
}

/** Calls the methods that a signer process serves. */
export function signerCalls<Methods extends MessageTable>(
  { timeoutMs, ...address }: SignerClientOptions,
  messages: Methods,
  { what, role }: SignerPeer,
) {
  const open = connector(address, role);
  const readers = Object.fromEntries(
    Object.entries(messages).map(([method, { answer }]) => [method, responseReader(answer)]),
  );

  return async <M extends keyof Methods & string>(
    method: M,
    message: object,
  ): Promise<Static<Methods[M]['answer']>> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify(message);
    const call = () => exchange({ open, method, body, signal, what });
    const { status, text } = await inSpan(`${what} (${method})`, {}, call).catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      if (signal.aborted) return refuse('unavailable', `${what} did not respond within ${timeoutMs} ms`);
      return refuse('unavailable', `${what} is unreachable`, {
        detail: `${what} is unreachable: ${connectionFault(error, address)}`,
      });
    });
    if (status === 422) throw new SignerRefusal(readRefused(parseResponse(text, what), what).refusal);
    if (status === 400 || status === 413) {
      throw new SignerRefusal(`${what} rejected the message for ${method} as malformed (status ${status})`);
    }
    if (status === 403 || status === 503) {
      const { unavailable } = readUnavailable(parseResponse(text, what), what);
      refuse('unavailable', `${what} is not signing now; try again later`, {
        detail: `${what}: ${unavailable}`,
      });
    }
    if (status !== 200) refuse('unavailable', `${what} returned status ${status} to ${method}`);
    return readers[method]!(parseResponse(text, what), what) as Static<Methods[M]['answer']>;
  };
}

/** Reads the metrics of a signer, as Prometheus text. Throws an Error when it returns none. */
export function signerMetrics(
  { timeoutMs, ...address }: SignerClientOptions,
  { what, role }: SignerPeer,
): () => Promise<string> {
  const open = connector(address, role);
  return async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, text } = await exchange({ open, verb: 'GET', method: 'metrics', body: '', signal, what });
    if (status !== 200) throw new Error(`${what} returned status ${status}`);
    return text;
  };
}

type Connector = (options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest;

function connector(address: SignerAddress, role: CertificateRole): Connector {
  const connections = { keepAlive: false, maxSockets: CONCURRENT_CALLS };
  if ('socketPath' in address) {
    const agent = new HttpAgent(connections);
    const { socketPath } = address;
    return (options, answered) => httpRequest({ ...options, agent, socketPath }, answered);
  }
  const { host, port, identity } = address;
  const agent = new HttpsAgent({
    ...connections,
    ...tlsOptions(identity),
    // before anything is sent, check that the signer is at this host and has this role
    checkServerIdentity: (name, certificate) =>
      checkServerIdentity(name, certificate) ?? roleError(certificate, role),
  });
  return (options, answered) => httpsRequest({ ...options, agent, host, port }, answered);
}

function roleError({ subjectaltname }: PeerCertificate, role: CertificateRole): Error | undefined {
  const fault = wrongRole(subjectaltname, role);
  return fault === null ? undefined : new Error(fault);
}

interface Exchange {
  readonly open: Connector;
  readonly verb?: 'GET' | 'POST';
  readonly method: string;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly what: string;
}

function exchange({
  open,
  verb = 'POST',
  method,
  body,
  signal,
  what,
}: Exchange): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...traceHeaders(),
    };
    const sent = open({ path: `/${method}`, method: verb, headers, signal }, (response) => {
      received(response, what).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function received(response: AsyncIterable<Buffer>, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES)
      refuse('unavailable', `${what} sent more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
