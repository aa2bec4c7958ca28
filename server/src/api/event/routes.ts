import type { Static } from '@fastify/type-provider-typebox';
import { EventsQuery, PUBLIC_TOPICS, type Topic } from '@ordbook/api/event/event';
import { PATTERNS } from '@ordbook/api/fields/patterns';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteShownChange } from '../../store/database/shown-changes.ts';
import type { StoredEvent } from '../../store/event/events.ts';
import type { TradingContext } from '../../trading/context.ts';
import { createFeed } from '../../trading/event/feed.ts';
import { hasBearer, sessionOf } from '../edge/bearer.ts';
import { ipKey } from '../edge/limits.ts';
import type { ApiSettings } from '../settings.ts';
import { isFor, readFilters } from './filters.ts';
import { eventMetrics } from './metrics.ts';
import { eventShape, placeOf, topicOf } from './shape.ts';
import { type EventStream, frame, streamEvents } from './stream.ts';

/** Bytes that wait in this process for one subscriber before it counts as slow. */
const BUFFER_BYTES = 64 * 1024;

/**
 * GET /events: server-sent events, beside the API. Without a token it has the public topics; with a token
 * also offers, and what only the parties of a trade see. Streams end at shutdown, with the cursor to resume.
 */
export function installEvents(app: FastifyInstance, ctx: TradingContext, settings: ApiSettings): void {
  const { pollMs, listen, drainMs, maxStreams, maxStreamsPerCaller } = settings.events;
  const feed = createFeed({
    ...ctx,
    pollMs,
    ...(listen ? { listen } : {}),
    onRead(events) {
      metrics.read(events.length);
      // another process may have committed them
      if (events.some((event) => (PUBLIC_TOPICS as readonly Topic[]).includes(topicOf(event))))
        noteShownChange();
    },
  });
  const streams = new Set<EventStream>();
  const perCaller = new Map<string, number>();
  const texts = new WeakMap<StoredEvent, string>();
  const textOf = (event: StoredEvent) => {
    let text = texts.get(event);
    if (text === undefined) {
      const shape = eventShape(event, settings);
      text = frame(null, shape.id, shape);
      texts.set(event, text);
    }
    return text;
  };

  const metrics = eventMetrics(settings.metrics, {
    subscribers: () => streams.size,
    lagMs: () => feed.lagMs(),
  });

  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end('shutdown');
  });
  app.addHook('onClose', () => feed.stop());

  app.get<{ Querystring: Static<typeof EventsQuery> }>(
    '/events',
    { config: { bucket: 'reads' }, schema: { hide: true, querystring: EventsQuery } },
    async (request, reply) => {
      const session = hasBearer(request) ? await sessionOf(request, ctx.clock) : null;
      if (session) request.caller = { profileId: session.profileId };
      const wanted = readFilters(request.query, session !== null);
      const from = readPlace(request);
      const callers = [`ip ${ipKey(request.ip)}`, ...(session ? [`profile ${session.profileId}`] : [])];
      if (streams.size >= maxStreams)
        refuse('unavailable', `this server has ${maxStreams} subscribers, the most that it takes`);
      for (const caller of callers)
        if ((perCaller.get(caller) ?? 0) >= maxStreamsPerCaller)
          refuse('rate_limited', `at most ${maxStreamsPerCaller} streams at a time for ${caller}; close one`);

      // Straight to the response: a stream of our own between the two would take memory for each subscriber.
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
      const stream = streamEvents(reply.raw, {
        connection: request.raw.socket,
        feed,
        clock: ctx.clock,
        from,
        isWanted: (event) => isFor(event, session?.profileId ?? null, wanted),
        textOf,
        sessionEndsAt: session?.expiresAt ?? null,
        drainMs,
        maxBytes: BUFFER_BYTES,
      });
      streams.add(stream);
      for (const caller of callers) perCaller.set(caller, (perCaller.get(caller) ?? 0) + 1);
      void stream.done.then((reason) => {
        metrics.ended(reason ?? 'closed');
        streams.delete(stream);
        for (const caller of callers) {
          const left = perCaller.get(caller)! - 1;
          if (left === 0) perCaller.delete(caller);
          else perCaller.set(caller, left);
        }
      });
    },
  );
}

/** Where the client left: the header wins, since browsers set it when they connect again. null: nowhere. */
function readPlace(request: FastifyRequest<{ Querystring: Static<typeof EventsQuery> }>) {
  const header = request.headers['last-event-id'];
  const [name, id] =
    typeof header === 'string' && header !== '' ? ['Last-Event-ID', header] : ['after', request.query.after];
  if (id === undefined) return null;
  if (!new RegExp(PATTERNS.eventId).test(id))
    refuse(
      'malformed',
      `${name} must be the id of an event, such as 1042-9f3c1a2b04de, but is "${id.slice(0, 80)}"; leave it out to begin now`,
    );
  return placeOf(id);
}
