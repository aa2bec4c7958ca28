/** A service that lies about goods: a proxy in front of an honest one, which changes its custody proofs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GoodsLie, ProofAnswer } from './lies.ts';

const PROOF = /^\/market\/inscriptions\/(\w+)\/custody$/;

export async function honestProof(serviceUrl: string, inscriptionId: string): Promise<ProofAnswer> {
  const response = await fetch(`${serviceUrl}/market/inscriptions/${inscriptionId}/custody`);
  if (response.status !== 200) throw new Error(`${inscriptionId}: ${await response.text()}`);
  return (await response.json()) as ProofAnswer;
}

/**
 * What the lying service answers to this path, or null when it has nothing to do with the lie. `about`: the
 * inscription, and another one of the service.
 */
export async function toldAbout(
  serviceUrl: string,
  path: string,
  lie: GoodsLie,
  [inscriptionId, otherId]: readonly [string, string],
): Promise<ProofAnswer | null> {
  const [, asked] = PROOF.exec(path) ?? [];
  if (asked === undefined) return null;
  const [honest, other] = [
    await honestProof(serviceUrl, inscriptionId),
    await honestProof(serviceUrl, otherId),
  ];
  const told = lie.tell({ network: 'regtest', asked: honest, other });
  return told.find((answer) => answer.inscriptionId === asked) ?? null;
}

export interface LyingService {
  readonly url: string;
  /** null: it is honest. */
  lie: GoodsLie | null;
  about: readonly [string, string];
  /** Requests that handed signatures over since this was set to 0. */
  submits: number;
  close(): Promise<void>;
}

/** On loopback, in front of the service at `target`. */
export async function startLyingService(target: string): Promise<LyingService> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const path = request.url ?? '/';
    if (/\/submit$/.test(path)) service.submits += 1;
    const told = service.lie && (await toldAbout(target, path, service.lie, service.about));
    if (told) return response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
    const { method = 'GET', headers } = request;
    const passed = ['authorization', 'content-type', 'accept'].flatMap((name) =>
      headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
    );
    const body = method === 'GET' ? undefined : await bodyOf(request);
    const answer = await fetch(target + path, { method, headers: passed, ...(body ? { body } : {}) });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    return response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const service: LyingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: null,
    about: ['', ''],
    submits: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}
