import { setTimeout as sleep } from 'node:timers/promises';
import { httpsSender } from '../webhook/https-sender.ts';
import { isTaken, type Sent, type WebhookSender } from '../webhook/port.ts';
import { newSecret, signedHeaders } from '../webhook/signature.ts';
import { terminalText } from './tables.ts';

const RECONNECT_MS = 1_000;
/** A stream without any byte for so long is dead: the service sends a comment every 15 seconds. */
const SILENCE_MS = 60_000;

export interface ListenOptions {
  readonly forwardTo: string;
  readonly url: string;
  readonly topics?: string;
  readonly collections?: string;
  readonly token?: string;
  readonly after?: string;
}

export interface ListenParts {
  readonly sender?: WebhookSender;
  readonly signal?: AbortSignal;
}

/** One server-sent event. */
interface Frame {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/**
 * Reads GET /events until `signal`, and posts each event to `forwardTo`, one after the other, signed as
 * webhooks are. Connects again from the last event. `write` gets one line for each. Throws when an
 * option is no URL, and when the service refuses the subscription.
 */
export async function listenAndForward(
  options: ListenOptions,
  write: (line: string) => void,
  { sender = httpsSender({ allowPrivate: true }), signal }: ListenParts = {},
): Promise<void> {
  requireUrl('--forward-to', options.forwardTo);
  requireUrl('--url', options.url);
  const secret = newSecret();
  const print = (line: string) => write(terminalText(line));
  print(`secret: ${secret}`);
  let after = options.after;
  while (!signal?.aborted) {
    try {
      for await (const frame of framesOf(options, after, signal)) {
        if (frame.name === 'message') print(await forward(frame.data, { ...options, secret, sender }));
        else if (frame.name !== 'ready') print(`${frame.name}  ${frame.data}`);
        else if (after === undefined)
          print(`listening to ${options.url}/events; posting to ${options.forwardTo}`);
        after = frame.id ?? after;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (!signal?.aborted) print(`the connection was lost (${(error as Error).message}); connecting again`);
    }
    await sleep(RECONNECT_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

function requireUrl(option: string, text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${option} is ${text}; it must be a URL that starts with http:// or https://`);
}

class Refused extends Error {}

async function forward(
  body: string,
  { forwardTo, secret, sender }: { forwardTo: string; secret: string; sender: WebhookSender },
): Promise<string> {
  const { id, type, tradeId } = JSON.parse(body) as { id: string; type: string; tradeId: string | null };
  const at = new Date();
  const sent = await sender.post(forwardTo, signedHeaders(secret, { id, body, at }), body);
  return `${at.toISOString()}  ${outcomeOf(sent).padEnd(4)}  ${type.padEnd(24)}  ${id}${tradeId ? `  ${tradeId}` : ''}`;
}

function outcomeOf(sent: Sent): string {
  if (isTaken(sent)) return 'ok';
  return 'status' in sent ? String(sent.status) : `failed (${sent.fault})`;
}

async function* framesOf(
  options: ListenOptions,
  after: string | undefined,
  stop: AbortSignal | undefined,
): AsyncGenerator<Frame> {
  const { url, topics, collections, token } = options;
  const query = new URLSearchParams({
    ...(topics === undefined ? {} : { topics }),
    ...(collections === undefined ? {} : { collections }),
  });
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('no sign of life')), SILENCE_MS);
  try {
    const response = await fetch(`${url}/events?${query}`, {
      signal: AbortSignal.any([silence.signal, ...(stop ? [stop] : [])]),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new Refused(
        `${url}/events returned ${response.status}: ${terminalText((await response.text()).slice(0, 1_000))}`,
      );
    if (!response.ok) throw new Error(`status ${response.status}`);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      rest += decoder.decode(chunk, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) {
        const frame = readFrame(part);
        if (frame) yield frame;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function readFrame(text: string): Frame | null {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const data = fields.get('data');
  return data === undefined
    ? null
    : { id: fields.get('id') ?? null, name: fields.get('event') ?? 'message', data };
}
