import { issueToken } from '../../src/api/edge/bearer.ts';
import { createApi } from '../../src/api/server.ts';
import type { ApiSettings } from '../../src/api/settings.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { apiSettings } from './api.ts';
import type { Desk } from './desk.ts';
import type { Trader } from './trader.ts';

export interface DeskAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any;
}

/** A desk's flows behind HTTP, called by its traders, who are signed in. Paths are below /api/v1, but those of /market. */
export interface DeskApi {
  get(path: string, trader: Trader): Promise<DeskAnswer>;
  post(path: string, trader: Trader, body: object): Promise<DeskAnswer>;
  /** Sends it, and returns the headers of the answer. */
  headers(
    method: 'GET' | 'POST',
    path: string,
    trader: Trader,
    body?: object,
  ): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** The whole edge on a desk, without limits; `change`: parts to put in place of the desk's, `settings`: those of the edge. */
export async function serveDesk(
  desk: Desk,
  change: Partial<TradingContext> = {},
  settings: Partial<ApiSettings> = {},
): Promise<DeskApi> {
  const app = createApi({ ...desk.ctx, ...change }, apiSettings(settings));
  await app.ready();
  const send = async (method: 'GET' | 'POST', path: string, { caller }: Trader, payload?: object) => {
    const { sessionToken } = issueToken(app, desk.clock, 3_600_000, caller.profileId);
    const answer = await app.inject({
      method,
      url: path.startsWith('/market/') ? path : `/api/v1${path}`,
      headers: { authorization: `Bearer ${sessionToken}` },
      ...(payload ? { payload } : {}),
    });
    return answer;
  };
  const told = (answer: Awaited<ReturnType<typeof send>>) => ({
    status: answer.statusCode,
    body: answer.json(),
  });
  return {
    get: async (path, trader) => told(await send('GET', path, trader)),
    post: async (path, trader, body) => told(await send('POST', path, trader, body)),
    headers: async (method, path, trader, body) => (await send(method, path, trader, body)).headers,
    close: () => app.close(),
  };
}
