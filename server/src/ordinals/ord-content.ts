import { refuse } from '@ordbook/protocol/refusals';
import { atMost } from '../base/concurrency.ts';
import { exchangeBytes } from '../base/remote.ts';
import type { InscriptionContent } from './content-port.ts';
import { ordAddress } from './ord-address.ts';

export interface OrdContentOptions {
  /** Base URL of the `ord` server. User and password in it are sent as basic authentication. */
  readonly url: string;
  /** Timeout of a read, ms. */
  readonly timeoutMs: number;
  /** Most bytes of a body, after decompression. Default: four times the largest block. */
  readonly maxBytes?: number;
  /** Most reads in flight. Default 8: they are images of pages, and trades share the index. */
  readonly concurrency?: number;
  /** Most reads that wait for one in flight; more are refused. Default 256. */
  readonly maxWaiting?: number;
}

const WHAT = 'the inscription index';
const MAX_BYTES = 16_000_000;
/** What we can decompress: some bodies are inscribed compressed, and not every browser reads them. */
const ENCODINGS = 'br, gzip, deflate';

/** Content from an `ord` server. */
export function ordContent(options: OrdContentOptions): InscriptionContent {
  const { timeoutMs, maxBytes = MAX_BYTES, concurrency = 8, maxWaiting = 256 } = options;
  const { base, authorization } = ordAddress(options.url);
  const limited = atMost(concurrency);
  let open = 0;

  const read = async (path: string) => {
    const { status, headers, body } = await exchangeBytes({
      url: `${base}${path}`,
      headers: { accept: '*/*', 'accept-encoding': ENCODINGS, ...authorization },
      timeoutMs,
      maxBytes,
      what: WHAT,
    });
    if (status !== 200 && (status < 400 || status >= 500))
      refuse('unavailable', `${WHAT} returned status ${status} to ${path.split('/')[1]}`);
    const { 'content-type': contentType = null, 'cache-control': cacheControl = null } = headers;
    return { status, contentType, cacheControl, body };
  };

  return {
    async read(path) {
      if (open >= concurrency + maxWaiting)
        refuse('unavailable', `${maxWaiting} reads of inscription content wait for the index already`);
      open += 1;
      try {
        return await limited(() => read(path));
      } finally {
        open -= 1;
      }
    },
  };
}
