/**
 * Receives webhooks of a service: verifies each signature, leaves out what it has already, and prints the rest.
 *
 *   npx tsx --conditions=source examples/webhook-receiver.ts
 *   npm run ordbook -- admin POST /v1/webhooks --field url=http://127.0.0.1:3000/hooks --reason trial --yes --as you
 *
 * The second prints a secret: pass it as SECRET.
 *
 * Signatures follow the Standard Webhooks specification, so its libraries verify them too.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const { SECRET = '', PORT = '3000' } = process.env;
if (!SECRET.startsWith('whsec_'))
  throw new Error('set SECRET to the secret that POST /v1/webhooks of the admin API returned, whsec_…');
const MAX_BODY_BYTES = 1_000_000;
/** An older signature may be a repeat by somebody who recorded it. */
const TOLERANCE_SECONDS = 300;
/** The ids of events that came already. A real receiver keeps them in its database, with what it does. */
const received = new Set<string>();

const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

function isGenuine(request: IncomingMessage, body: Buffer): boolean {
  const timestamp = header(request, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');
  const signed = `${header(request, 'webhook-id')}.${timestamp}.`;
  const expected = createHmac('sha256', key).update(signed).update(body).digest();
  return header(request, 'webhook-signature')
    .split(' ')
    .map((part) => Buffer.from(part.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request).catch(() => null);
  if (body === null || !isGenuine(request, body)) return void response.writeHead(400).end();
  const id = header(request, 'webhook-id');
  if (!received.has(id)) {
    const { type, tradeId, data } = JSON.parse(body.toString());
    process.stdout.write(`${type} ${tradeId ?? ''} ${JSON.stringify(data)}\n`);
    received.add(id);
  }
  // Only now: an event that was not worked on comes again.
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(500).end());
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(
    `receiving at http://127.0.0.1:${typeof address === 'object' && address?.port}/hooks\n`,
  );
});
