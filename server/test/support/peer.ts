import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tiny HTTP server whose behaviour is changed while it runs. */
export interface Peer {
  readonly url: string;
  behave(listener: RequestListener): void;
  stop(): Promise<void>;
}

export async function startPeer(): Promise<Peer> {
  let current: RequestListener = (_, response) => response.end();
  const server = createServer((request, response) => current(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(listener) {
      current = listener;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Within it a client of an ill peer gives up, whatever else the machine does: it waits a tenth of a second or so for an answer. */
export const GIVES_UP_MS = 10_000;

/** Ways of a peer that is not well. `status` answers with an empty-ish body. */
export const ILL_BEHAVIOURS: Readonly<Record<string, RequestListener>> = {
  'never answers': () => {},
  'starts an answer and never ends it': (_, response) => void response.write('{"result": "'),
  'returns something other than JSON': (_, response) => void response.end('<html>gateway</html>'),
  'answers nothing': (_, response) => void response.end(),
  'answers JSON of another shape': (_, response) => void response.end('{"hello": [1, 2, 3]}'),
  'answers null': (_, response) => void response.end('null'),
  'answers 401': (_, response) => void response.writeHead(401).end(),
  'answers 500 without a body': (_, response) => void response.writeHead(500).end(),
  'answers 502 with a page': (_, response) => void response.writeHead(502).end('<html>bad gateway</html>'),
  'redirects elsewhere': (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'closes the connection': (request) => void request.socket.destroy(),
  'closes the connection amid the answer': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"result"', () => request.socket.destroy());
  },
};
