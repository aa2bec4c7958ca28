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
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A desk's flows behind HTTP, called by its traders, who are signed in. Paths are below /api/v1. */
export interface DeskApi {
  get(path: string, trader: Trader): Promise<DeskAnswer>;
  post(path: string, trader: Trader, body: object): Promise<DeskAnswer>;
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
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${sessionToken}` },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return {
    get: (path, trader) => send('GET', path, trader),
    post: (path, trader, body) => send('POST', path, trader, body),
    close: () => app.close(),
  };
}
