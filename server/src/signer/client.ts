import { Agent, request as httpRequest } from 'node:http';
import type { Static } from 'typebox';
import { Refusal, refuse } from '../base/refusals.ts';
import { answers, parseAnswer } from '../base/remote.ts';
import { MAX_MESSAGE_BYTES, MESSAGES, type MessageTable, Refused } from './messages.ts';
import { type Signer, SignerRefusal } from './port.ts';

export interface SignerClientOptions {
  /** Path of the signer's unix socket. */
  readonly socketPath: string;
  /** Bound on an answer, ms. */
  readonly timeoutMs: number;
}

/** A raw package of 20 listings and 1000 payments is under 1 MB in hex. */
const MAX_ANSWER_BYTES = 4 * MAX_MESSAGE_BYTES;

/** The signer computes one at a time anyway. */
const CONCURRENT_CALLS = 8;

const readRefused = answers(Refused);
/** The signer process behind the port. Every call connects anew: on a unix socket that is cheap, and no connection grows stale. */
export function signerClient(options: SignerClientOptions): Signer {
  const ask = socketCalls(options, MESSAGES, 'the signer');
  return {
    publicKeys: () => ask('publicKeys', {}),
    signSale: (message) => ask('signSale', message),
    signRecovery: (message) => ask('signRecovery', message),
    signCounter: (message) => ask('signCounter', message),
    signCounterRecovery: (message) => ask('signCounterRecovery', message),
    signAnchorSplit: (message) => ask('signAnchorSplit', message),
  };
}

/** Calls the methods that a signer process serves on a socket. `what` names it in refusals. */
export function socketCalls<Methods extends MessageTable>(
  { socketPath, timeoutMs }: SignerClientOptions,
  messages: Methods,
  what: string,
) {
  const agent = new Agent({ keepAlive: false, maxSockets: CONCURRENT_CALLS });
  const readers = Object.fromEntries(
    Object.entries(messages).map(([method, { answer }]) => [method, answers(answer)]),
  );

  return async <M extends keyof Methods & string>(
    method: M,
    message: object,
  ): Promise<Static<Methods[M]['answer']>> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify(message);
    const { status, text } = await exchange({ agent, socketPath, method, body, signal, what }).catch(
      (error: unknown) => {
        if (error instanceof Refusal) throw error;
        return refuse(
          'unavailable',
          signal.aborted ? `${what} did not answer within ${timeoutMs} ms` : `${what} is away`,
        );
      },
    );
    if (status === 422) throw new SignerRefusal(readRefused(parseAnswer(text, what), what).refusal);
    if (status === 400 || status === 413) {
      throw new SignerRefusal(`${what} takes no such message of ${method} (status ${status})`);
    }
    if (status !== 200) refuse('unavailable', `${what} answers ${method} with status ${status}`);
    return readers[method]!(parseAnswer(text, what), what) as Static<Methods[M]['answer']>;
  };
}

interface Exchange {
  readonly agent: Agent;
  readonly socketPath: string;
  readonly method: string;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly what: string;
}

function exchange({
  agent,
  socketPath,
  method,
  body,
  signal,
  what,
}: Exchange): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = httpRequest(
      { agent, socketPath, path: `/${method}`, method: 'POST', headers, signal },
      (response) => {
        received(response, what).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function received(response: AsyncIterable<Buffer>, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) refuse('unavailable', `${what} answers without end`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
