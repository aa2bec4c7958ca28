import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { cached } from '../../base/cached.ts';
import type { Clock } from '../../base/clock.ts';
import { type Bucket, ipKey } from '../edge/limits.ts';
import { refusalLog } from '../edge/refusal-log.ts';
import { READING_LASTS_MS } from './health.ts';

/** Of their requests, lines have the level `debug`. */
const QUIET: ReadonlySet<Bucket> = new Set(['content', 'files', 'probes']);

/**
 * Counts every request in `registry`, logs one line for it, and serves the registry at GET /metrics; other
 * parts add their own metrics to it, and `signerMetrics` reads those of the signers. The line has the
 * request id, method, route (never the URL with its query), status, ms, the client's IP (behind
 * TRUSTED_PROXIES, the one that they name), profile id, and the refusal's code and detail. Its level is
 * `info` for the API and the market, `debug` for what is beside them. Repeated refusals of a caller are one
 * line a minute with their `count`, and lines of level `debug`.
 */
export function installMetrics(
  app: FastifyInstance,
  registry: Registry,
  clock: Clock,
  signerMetrics: () => Promise<string> = async () => '',
): void {
  const durations = new Histogram({
    name: 'ordbook_request_seconds',
    help: 'Time to respond to a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'ordbook_refusals_total',
    help: 'Refusals, by code and route.',
    labelNames: ['code', 'route'],
    registers: [registry],
  });

  // looking for secrets takes ten times what the rest of a line does, and these fields can hold none
  const lines = app.log.child({}, { redact: [] });

  const refused = refusalLog(app, {
    first: (line) => lines.info(line, 'request'),
    repeats: (line) => lines.info(line, 'refused requests'),
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method, refusalCode: code, refusalDetail: reason, caller } = request;
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (code) refusals.inc({ code, route });
    const { ip, id: reqId } = request;
    const line = { reqId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip };
    const isQuiet = QUIET.has(request.routeOptions.config.bucket ?? 'files');
    // which may change while the service runs
    if (lines.level !== app.log.level) lines.level = app.log.level;
    const all = {
      ...line,
      ...(code && { code }),
      ...(reason && { reason }),
      ...(caller && { profileId: caller.profileId }),
    };
    if (isQuiet) lines.debug(all, 'request');
    else if (!code) lines.info(all, 'request');
    else if (!refused.add(caller?.profileId ?? ipKey(ip), code, all)) lines.debug(all, 'request');
  });

  const read = cached(clock, READING_LASTS_MS, async () =>
    (await Promise.all([registry.metrics(), signerMetrics()])).join(''),
  );
  app.get('/metrics', { schema: { hide: true }, config: { bucket: 'probes' } }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await read());
  });
}
