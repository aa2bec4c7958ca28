import { type Listening, serve } from '../http/serve.ts';
import type { Ord } from './ord.ts';

/**
 * Serves an index over HTTP on 127.0.0.1; port 0 takes a free one. `close` ends the server, not the index.
 */
export const startOrdServer = (ord: Pick<Ord, 'handle'>, options: { port: number }): Promise<Listening> =>
  serve((path, request) => ord.handle(path, request), options);
