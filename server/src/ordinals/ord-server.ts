import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { atMost } from '../base/concurrency.ts';
import { exchange, parseResponse } from '../base/remote.ts';
import {
  galleryOf,
  inscriptionOf,
  outputOf,
  readIds,
  readInscription,
  readInscriptions,
  readOutputs,
  readStatus,
} from './answers.ts';
import { ordAddress } from './ord-address.ts';
import type { Ordinals } from './port.ts';

export interface OrdServerOptions {
  /** Base URL. User and password in it are sent as basic authentication. */
  readonly url: string;
  /** Timeout of a request, ms. */
  readonly timeoutMs: number;
  /** Most requests in flight. Default 8. */
  readonly concurrency?: number;
  /** How requests are sent. Default: over HTTP. */
  readonly exchange?: typeof exchange;
}

/** First version whose JSON has the fields that we read. `ord` shows its version only on its status page. */
const MINIMUM_VERSION = [0, 29, 0] as const;

/**
 * Most items of one POST. With a lower `--batch-limit` set by its operator, the index refuses the request.
 */
const BATCH = 100;

/** Bodies as they are: to inflate one takes more processor time than the rest of a request. */
const PLAIN = { 'accept-encoding': 'identity' };

const WHAT = 'the inscription index';

/**
 * An `ord` server (0.29 or later), run with `--index-runes` and with `--index-sats` or `--index-addresses`;
 * without these it does not know every output.
 */
export function ordServer(options: OrdServerOptions): Ordinals {
  const get = requester(options);
  let version: string | undefined;

  /** undefined for 404. JSON's null is invalid in every response. */
  const json = async (path: string, body?: unknown): Promise<unknown> => {
    const text = await get(path, 'application/json', body);
    return text === null ? undefined : parseResponse(text, WHAT);
  };
  const one = async (id: string) => {
    if (!isId(id)) return null;
    const answer = await json(`/inscription/${id}`);
    return answer === undefined ? null : readInscription(answer, WHAT);
  };

  return {
    async status() {
      const status = readStatus(await json('/status'), WHAT);
      const told = version ?? versionIn((await get('/status', 'text/html')) ?? '');
      refuseOld(told);
      version = told;
      if (status.unrecoverably_reorged) {
        refuse('unavailable', `${WHAT} met a reorg deeper than it can undo and must be rebuilt`);
      }
      if (!status.inscription_index || !status.rune_index || !(status.sat_index || status.address_index)) {
        refuse('unavailable', `${WHAT} must run with --index-runes and --index-sats or --index-addresses`);
      }
      if (status.height === null) refuse('unavailable', `${WHAT} has no block yet`);
      return { version: told, height: status.height };
    },

    async blockHash(height) {
      const hash = await get(`/blockhash/${height}`, 'text/plain');
      if (hash !== null && !/^[0-9a-f]{64}$/.test(hash))
        refuse('unavailable', `${WHAT} returned an invalid block hash`);
      return hash;
    },

    async inscription(id) {
      const answer = await one(id);
      return answer && inscriptionOf(answer);
    },

    async inscriptions(ids) {
      const post = async (part: readonly string[]) => {
        const answer = await json('/inscriptions', part);
        return answer === undefined ? null : readInscriptions(answer, WHAT);
      };
      const found = await inBatches(ids.filter(isId), post);
      return ids.map((id) => {
        const answer = isId(id) ? found.shift() : null;
        return answer ? inscriptionOf(answer) : null;
      });
    },

    async outputs(outpoints) {
      const post = async (part: readonly string[]) => {
        const answer = await json('/outputs', part);
        return answer === undefined ? null : readOutputs(answer, WHAT);
      };
      const found = await inBatches(outpoints.filter(isOutput).map(outpointText), post);
      return outpoints.map((outpoint) => {
        const answer = isOutput(outpoint) ? found.shift() : null;
        return answer ? outputOf(outpoint, answer) : null;
      });
    },

    async children(parentId, page) {
      if (!isId(parentId)) return { ids: [], more: false };
      const answer = await json(`/children/${parentId}/${page}`);
      if (answer === undefined) return { ids: [], more: false };
      const { ids, more } = readIds(answer, WHAT);
      return { ids, more };
    },

    async gallery(id) {
      const answer = await one(id);
      return answer && galleryOf(answer);
    },
  };
}

/**
 * Whether an id can be an inscription's: its index has 32 bits and no leading zeros. `ord` returns an error
 * for others (which we would report as 503), or ignores the zeros, which would give one inscription two ids.
 */
function isId(id: string): boolean {
  const index = /^[0-9a-f]{64}i(0|[1-9]\d{0,9})$/.exec(id)?.[1];
  return index !== undefined && Number(index) <= 0xffffffff;
}

/**
 * Whether an outpoint can be an output. `ord` returns an error for the null outpoint, which we would report
 * as 503.
 */
function isOutput({ txid }: Outpoint): boolean {
  return !/^0+$/.test(txid);
}

type Get = (path: string, accept: string, body?: unknown) => Promise<string | null>;

/**
 * GET, or POST with a body. Resolves to the text, or null for 404. Throws `Refusal('unavailable')` for
 * anything else.
 */
function requester({ url, timeoutMs, concurrency = 8, exchange: send = exchange }: OrdServerOptions): Get {
  const { base, authorization } = ordAddress(url);
  const limited = atMost(concurrency);

  return (path, accept, body) =>
    limited(async () => {
      const { status, text } = await send({
        url: `${base}${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { accept, ...PLAIN, 'content-type': 'application/json', ...authorization },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        what: WHAT,
      });
      if (status === 404) return null;
      if (status !== 200) refuse('unavailable', `${WHAT} returned status ${status} to ${path.split('/')[1]}`);
      return text;
    });
}

/**
 * Requests many items in few calls. `ord` returns 404 for a whole batch when one item is unknown; the batch
 * is then halved until the unknown items are isolated.
 */
async function inBatches<T>(
  items: readonly string[],
  post: (part: readonly string[]) => Promise<T[] | null>,
): Promise<(T | null)[]> {
  const ask = async (part: readonly string[]): Promise<(T | null)[]> => {
    const found = await post(part);
    if (found === null) {
      if (part.length === 1) return [null];
      const half = Math.ceil(part.length / 2);
      return (await Promise.all([ask(part.slice(0, half)), ask(part.slice(half))])).flat();
    }
    if (found.length !== part.length) {
      refuse('unavailable', `${WHAT} returned ${found.length} items for ${part.length}`);
    }
    return found;
  };
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < items.length; start += BATCH) parts.push(items.slice(start, start + BATCH));
  return (await Promise.all(parts.map(ask))).flat();
}

const UNTOLD = 'unknown';

function versionIn(page: string): string {
  return /<dt>version<\/dt>\s*<dd>([^<]+)<\/dd>/.exec(page)?.[1]?.trim() ?? UNTOLD;
}

/**
 * Refuses versions that are too old. A server without a status page (devnode's) is checked by its responses
 * alone.
 */
function refuseOld(version: string): void {
  if (version === UNTOLD) return;
  const parts = version.split('.').map(Number);
  for (const [index, least] of MINIMUM_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part > least) return;
    if (!(part >= least)) {
      refuse('unavailable', `${WHAT} is ord ${version}; use ${MINIMUM_VERSION.join('.')} or later`);
    }
  }
}
