import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/cli/openapi-document.ts';

type Json = { readonly [key: string]: unknown };

const document = (await openapiDocument()) as Json;

/** Every schema of the document that has examples, with where it stands. */
function withExamples(node: unknown, path = ''): { path: string; schema: Json; examples: unknown[] }[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).flatMap(([key, value]) => withExamples(value, `${path}/${key}`));
  const { examples, example } = node as { examples?: unknown; example?: unknown };
  // a property called `examples` is a schema, not a list of examples
  const own = Array.isArray(examples) ? examples : example === undefined ? [] : [example];
  if (own.length === 0 || !('type' in node)) return below;
  return [{ path, schema: node as Json, examples: own }, ...below];
}

/** The schema with every `$ref` written out. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  const named = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Json)[step], document);
  return resolved(named);
}

describe('the OpenAPI document', () => {
  const found = withExamples(document);

  test('has examples, and each is valid for its schema', () => {
    expect(found.length).toBeGreaterThan(50);
    const invalid = found.filter(({ schema, examples }) => {
      const validator = Compile(resolved(schema) as Json);
      return examples.some((example) => !validator.Check(example));
    });
    expect(invalid.map(({ path, examples }) => ({ path, examples }))).toEqual([]);
  });

  /** Every body of the document with its example, by operation. */
  const bodies = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, operation]) => {
      const { requestBody, responses } = operation as { requestBody?: Json; responses: Json };
      return [requestBody, responses['200']].flatMap((body) => {
        if (!body) return [];
        const media = (body as { content: { [type: string]: Json } }).content['application/json']!;
        return [{ name: `${method} ${path}`, media }];
      });
    }),
  );

  test('has an example of every body, valid for its schema', () => {
    expect(bodies.length).toBeGreaterThan(60);
    const invalid = bodies.filter(({ media }) => {
      return !Compile(resolved(media['schema']) as Json).Check(media['example']);
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  test('names examples of parameters that are valid for their schemas', () => {
    const parameters = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
      Object.values(methods as Json)
        .flatMap((operation) => ((operation as Json)['parameters'] ?? []) as Json[])
        .map((parameter) => ({ path, parameter })),
    );
    const shown = parameters.filter(({ parameter }) => 'example' in parameter);
    expect(shown.length).toBeGreaterThan(30);
    const invalid = shown.filter(
      ({ parameter }) => !Compile(resolved(parameter['schema']) as Json).Check(parameter['example']),
    );
    expect(invalid).toEqual([]);
  });

  test('says int64 of every whole number that does not fit into 32 bits', () => {
    const text = JSON.stringify(document);
    const wide = [...text.matchAll(/\{[^{}]*"maximum":(\d{10,})[^{}]*\}/g)].filter(
      ([, maximum]) => Number(maximum) > 0x7fffffff,
    );
    expect(wide.length).toBeGreaterThan(100);
    expect(wide.filter(([schema]) => !schema!.includes('"format":"int64"'))).toEqual([]);
  });

  test('names only schemas that it has', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name!,
    );
    const { schemas } = document['components'] as { schemas: Json };
    expect([...new Set(names)].filter((name) => !(name in schemas))).toEqual([]);
  });

  test('declares a body {error} for every error, and names every operation in camel case', () => {
    for (const [path, methods] of Object.entries(document['paths'] as Json)) {
      for (const operation of Object.values(methods as Json) as { operationId: string; responses: Json }[]) {
        expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z]+$/);
        for (const [status, response] of Object.entries(operation.responses)) {
          if (status === '200') continue;
          expect(JSON.stringify(response), `${path} ${status}`).toContain(
            '#/components/schemas/ErrorResponse',
          );
        }
      }
    }
  });
});

// The public API's operation ids: clients that were generated from its document call these functions.
const OPERATION_IDS: Readonly<Record<string, string>> = {
  'POST /auth/challenge': 'createAuthChallenge',
  'POST /auth/verify': 'verifyAuthChallenge',
  'GET /me': 'getMe',
  'GET /listings': 'listListings',
  'GET /sales': 'listSales',
  'GET /collection-stats/floors': 'listCollectionFloorStats',
  'GET /collection/{slug}/inscriptions': 'listCollectionInscriptions',
  'POST /collection/{slug}/listings/preflight': 'preflightListing',
  'POST /collection/{slug}/listings/submit': 'submitListing',
  'POST /collection/{slug}/listings/delist': 'delistListing',
  'POST /collection/{slug}/purchases/preflight': 'preflightPurchase',
  'POST /collection/{slug}/purchases/submit': 'submitPurchase',
  'GET /inscriptions/{id}/offers': 'listInscriptionOffers',
  'GET /inscriptions/{id}/offers/history': 'listInscriptionOfferHistory',
  'POST /collection/{slug}/offers/preflight': 'preflightCollectionOffer',
  'POST /collection/{slug}/offers/submit': 'submitCollectionOffer',
  'GET /collection/{slug}/collection-offers': 'listCollectionOfferBook',
  'GET /collection/{slug}/my/sent-collection-offers': 'listMySentCollectionOffers',
  'POST /collection/{slug}/collection-offers/target-preview': 'previewCollectionOfferTarget',
  'POST /collection/{slug}/collection-offers/replacement-warning': 'previewCollectionOfferReplacementWarning',
  'POST /collection/{slug}/collection-offers/preflight': 'preflightCollectionWideOffer',
  'POST /collection/{slug}/collection-offers/submit': 'submitCollectionWideOffer',
  'POST /collection/{slug}/collection-offers/{offerId}/cancel': 'cancelCollectionWideOffer',
  'POST /collection/{slug}/collection-offers/{offerId}/fill/preflight': 'preflightCollectionOfferFill',
  'POST /collection/{slug}/collection-offers/{offerId}/fill/submit': 'submitCollectionOfferFill',
  'POST /inscriptions/{id}/offers/{offerId}/cancel': 'cancelOffer',
  'POST /inscriptions/{id}/offers/{offerId}/reject': 'rejectOffer',
  'POST /inscriptions/{id}/offers/{offerId}/accept/preflight': 'preflightOfferAcceptance',
  'POST /inscriptions/{id}/offers/{offerId}/accept/submit': 'submitOfferAcceptance',
  'POST /inscriptions/{id}/offers/{offerId}/counter/preflight': 'preflightCounterOffer',
  'POST /inscriptions/{id}/offers/{offerId}/counter/submit': 'submitCounterOffer',
  'POST /inscriptions/{id}/offers/{offerId}/counter/reject': 'rejectCounterOffer',
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/preflight': 'preflightCounterOfferAcceptance',
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit': 'submitCounterOfferAcceptance',
  'GET /me/offers': 'listMyOffers',
};

describe('a client that was generated from the public document', () => {
  const operations = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Json] as const,
    ),
  );

  test('finds every operation under the path and the id that it knows', () => {
    const ids = Object.fromEntries(operations.map(([name, { operationId }]) => [name, operationId]));
    expect(ids).toMatchObject(OPERATION_IDS);
  });

  test('finds the version prefix in the server URL, and the scheme bearerAuth on all but the sign-in', () => {
    const [server] = document['servers'] as { url: string }[];
    expect(server!.url).toMatch(/^https:\/\/[^/]+\/api\/v1$/);
    const { securitySchemes } = document['components'] as { securitySchemes: Json };
    expect(securitySchemes).toMatchObject({ bearerAuth: { type: 'http', scheme: 'bearer' } });
    for (const [name, { security }] of operations)
      expect(security, name).toEqual(name.includes(' /auth/') ? [] : [{ bearerAuth: [] }]);
  });

  test('finds declared tags, and a description of every tag and response', () => {
    const tags = document['tags'] as { name: string; description: string }[];
    expect(tags.every(({ description }) => description.length > 0)).toBe(true);
    const used = new Set(operations.flatMap(([, operation]) => operation['tags'] as string[]));
    expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted());
    for (const [name, { responses }] of operations)
      for (const [status, response] of Object.entries(responses as Json))
        expect((response as Json)['description'], `${name} ${status}`).toMatch(/^(?!Default).{10,}/);
  });
});
