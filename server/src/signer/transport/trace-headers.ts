/**
 * What a signer learns of the request behind a message: the ids of its trades, and where it stands in a
 * trace.
 * A signer only logs them. No rule of a signer reads them, because a compromised service can send anything.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { spanHeaders } from '../../base/tracing.ts';
import { tradeIds } from '../../base/trade-scope.ts';

const TRADE_HEADER = 'x-trade-id';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A purchase has at most 20 listings. */
const MOST_IDS = 32;

/** Headers that name the trades of the current scope, and the current span. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const ids = tradeIds().filter((id) => ID.test(id));
  return {
    ...spanHeaders(),
    ...(ids.length === 0 ? {} : { [TRADE_HEADER]: ids.slice(0, MOST_IDS).join(', ') }),
  };
}

/** The trade ids in the headers of a message. Anything that is not an id is left out. */
export function tradeIdsIn(headers: IncomingHttpHeaders): string[] {
  const text = headers[TRADE_HEADER];
  if (typeof text !== 'string' || text.length > MOST_IDS * 40) return [];
  return text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => ID.test(id))
    .slice(0, MOST_IDS);
}
