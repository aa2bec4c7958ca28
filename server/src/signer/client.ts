import { Agent, request as httpRequest } from 'node:http';
import type { Static } from 'typebox';
import { Refusal, refuse } from '../base/refusals.ts';
import { answers, parseAnswer } from '../base/remote.ts';
import { MAX_MESSAGE_BYTES, MESSAGES, type Method, Refused } from './messages.ts';
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

const WHAT = 'the signer';
const readRefused = answers(Refused);
const readAnswer = {
  publicKeys: answers(MESSAGES.publicKeys.answer),
  signSale: answers(MESSAGES.signSale.answer),
  signRecovery: answers(MESSAGES.signRecovery.answer),
  signAnchorSplit: answers(MESSAGES.signAnchorSplit.answer),
};

/** The signer process behind the port. Every call connects anew: on a unix socket that is cheap, and no connection grows stale. */
export function signerClient({ socketPath, timeoutMs }: SignerClientOptions): Signer {
  const agent = new Agent({ keepAlive: false, maxSockets: CONCURRENT_CALLS });

  const ask = async <M extends Method>(
    method: M,
    message: object,
  ): Promise<Static<(typeof MESSAGES)[M]['answer']>> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify(message);
    const { status, text } = await exchange({ agent, socketPath, method, body, signal }).catch(
      (error: unknown) => {
        if (error instanceof Refusal) throw error;
        return refuse(
          'unavailable',
          signal.aborted ? `${WHAT} did not answer within ${timeoutMs} ms` : `${WHAT} is away`,
        );
      },
    );
    if (status === 422) throw new SignerRefusal(readRefused(parseAnswer(text, WHAT), WHAT).refusal);
    if (status === 400 || status === 413) {
      throw new SignerRefusal(`the signer takes no such message of ${method} (status ${status})`);
    }
    if (status !== 200) refuse('unavailable', `${WHAT} answers ${method} with status ${status}`);
    return readAnswer[method](parseAnswer(text, WHAT), WHAT) as Static<(typeof MESSAGES)[M]['answer']>;
  };

  return {
    publicKeys: () => ask('publicKeys', {}),
    signSale: (message) => ask('signSale', message),
    signRecovery: (message) => ask('signRecovery', message),
    signAnchorSplit: (message) => ask('signAnchorSplit', message),
  };
}

interface Exchange {
  readonly agent: Agent;
  readonly socketPath: string;
  readonly method: Method;
  readonly body: string;
  readonly signal: AbortSignal;
}

function exchange({
  agent,
  socketPath,
  method,
  body,
  signal,
}: Exchange): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = httpRequest(
      { agent, socketPath, path: `/${method}`, method: 'POST', headers, signal },
      (response) => {
        received(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function received(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) refuse('unavailable', `${WHAT} answers without end`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
