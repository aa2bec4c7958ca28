import { EVENT_SCHEMAS, EventsQuery } from '@ordbook/api/event/event';
import type { Operation } from '@ordbook/api/operation';
import { PAGE_OPERATIONS } from '@ordbook/api/page-operations';

type Json = { [key: string]: unknown };

/** What each does that is beside the specification's API; the page's words for it. */
const SUMMARIES: Readonly<Record<keyof typeof PAGE_OPERATIONS, string>> = {
  'GET /market': 'The market at a glance',
  'GET /market/now': 'The newest blocks and the last sale',
  'GET /market/collections': 'All collections with their figures',
  'GET /market/collections/{slug}': 'A collection with its figures',
  'GET /market/collections/{slug}/items': 'Members, filtered and sorted',
  'GET /market/collections/{slug}/offers': 'The ladder of collection offers',
  'GET /market/collections/{slug}/book': 'Prices and traits of the cheapest listings',
  'GET /market/collections/{slug}/history': 'Floor and sales of a collection in the last 90 days',
  'GET /market/quote': 'What some listings cost together, all fees included',
  'GET /market/holdings/{address}': 'Inscriptions of an address',
  'GET /market/holdings/{address}/offers': 'Offers for what an address holds',
  'GET /market/inscriptions/{inscriptionId}': 'An inscription',
  'GET /market/inscriptions/{inscriptionId}/custody': 'The chain of proofs of where an inscription is',
  'GET /market/activity': 'Sales and listings, the newest first',
  'GET /market/search': 'Collections and inscriptions by words',
  'GET /my/coins': 'Plain coins of an address that the service lends a page',
  'GET /my/trades': 'Trades of the caller',
  'GET /trades/{tradeId}': 'The story of a trade',
};

const TAGS = {
  market: {
    name: 'market pages',
    description:
      'What pages for people read, without a token. Beside the specification: other services have none of it.',
  },
  own: {
    name: 'trades',
    description:
      'Trades of the caller, state by state. Beside the specification: other services have none of it.',
  },
  events: {
    name: 'events',
    description:
      'What happens, as server-sent events. Beside the specification: other services have none of it.',
  },
};

/** Operations beside the API, as a part of a document of OpenAPI: they are below `publicUrl` itself. */
export function beyondDocument(publicUrl: string): { readonly tags: object[]; readonly paths: Json } {
  const servers = [{ url: publicUrl }];
  const paths: Json = {};
  for (const [name, summary] of Object.entries(SUMMARIES)) {
    const path = name.replace('GET ', '');
    const operation = PAGE_OPERATIONS[name as keyof typeof PAGE_OPERATIONS] as Operation;
    const isOwn = !path.startsWith('/market');
    paths[path] = {
      servers,
      get: {
        operationId: `get${path.replaceAll(/[^a-z]+([a-z])|\W/gi, (_all, letter = '') => letter.toUpperCase())}`,
        summary,
        tags: [isOwn ? TAGS.own.name : TAGS.market.name],
        security: isOwn ? [{ bearerAuth: [] }] : [],
        parameters: [
          ...parametersOf(operation.params as Json | undefined, 'path'),
          ...parametersOf(operation.query as Json | undefined, 'query'),
        ],
        responses: {
          200: { description: `${summary}.`, content: { 'application/json': { schema: operation.answer } } },
        },
      },
    };
  }
  paths['/events'] = {
    servers,
    get: {
      operationId: 'getEvents',
      summary: 'A stream of events',
      description:
        'Resumes after `Last-Event-ID` or `after`. `Send` shows what comes in five seconds. A token is needed for ' +
        'offers, collection offers, counters and trades.',
      tags: [TAGS.events.name],
      security: [],
      parameters: parametersOf(EventsQuery as unknown as Json, 'query', []),
      responses: {
        200: {
          description: 'Events, each as JSON in its `data` line.',
          content: { 'text/event-stream': { schema: { oneOf: Object.values(EVENT_SCHEMAS) } } },
        },
      },
    },
  };
  return { tags: Object.values(TAGS), paths };
}

/** `shown`: the parameters whose examples are filled in; by default those that are required. */
function parametersOf(schema: Json | undefined, place: 'path' | 'query', shown = required(schema)): Json[] {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>;
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: required(schema).includes(name),
    description,
    schema: field,
    ...(shown.includes(name) ? { example: (field['examples'] as unknown[] | undefined)?.[0] ?? '' } : {}),
  }));
}

const required = (schema: Json | undefined) => (schema?.['required'] ?? []) as string[];
