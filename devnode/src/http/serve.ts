import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, emptyAnswer } from './answer.ts';

/** A server that listens. `close` ends it and its connections. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

interface Request {
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Largest body read, in bytes, as `ord` has it. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Serves `handle`, which must not reject, on 127.0.0.1. */
export async function serve(
  handle: (path: string, request: Request) => Promise<Answer>,
  { port }: { port: number },
): Promise<Listening> {
  const server = createServer((request, response) => {
    const respond = ({ status, headers, body }: Answer): void => {
      for (const [name, value] of Object.entries(headers))
        response.setHeader(name, value as string | string[]);
      if (request.method !== 'HEAD') response.setHeader('content-length', body.length);
      response.writeHead(status).end(body);
    };
    readBody(request)
      .then((body) => {
        if (body === undefined) return respond(emptyAnswer(413));
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
        );
        const method = request.method ?? 'GET';
        return handle(request.url ?? '/', { method, body, headers }).then(respond);
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** The body as text; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
