import type { Static, TObject, TSchema } from '@fastify/type-provider-typebox';
import type { FastifySchema, FastifyTypeProviderDefault } from 'fastify';
import type { Caller } from '../../trading/context.ts';
import { BODY_LIMITS } from './json-body.ts';
import type { Bucket } from './limits.ts';
import { type ApiApp, callerIn } from './route-config.ts';

/** What the POST routes of a group share. */
export interface PostGroup {
  readonly tag: string;
  readonly statuses: readonly number[];
  /** Default: `writes`. */
  readonly bucket?: Bucket;
}

/** A POST route: its schemas, and how the OpenAPI document describes it. */
export interface PostRoute<Params, Body, Answer> {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: Params;
  readonly body: Body;
  readonly answer: Answer;
  /** Bytes of the largest body, one of `BODY_LIMITS`. Default: `plain`. */
  readonly bodyLimit?: number;
}

/**
 * Adds POST routes for signed-in callers; each responds with what `act` resolves to. `act` gets the request
 * (the body, with path parameters replacing fields of the same name) and the body as sent.
 */
export function postRoutes(app: ApiApp, { tag, statuses, bucket = 'writes' }: PostGroup) {
  return <Params extends TObject, Body extends TObject, Answer extends TSchema>(
    path: string,
    { params, body, answer, bodyLimit = BODY_LIMITS.plain, ...described }: PostRoute<Params, Body, Answer>,
    act: (
      caller: Caller,
      asked: Omit<Static<Body>, keyof Static<Params>> & Static<Params>,
      body: Static<Body>,
    ) => Promise<Static<Answer>>,
  ): void => {
    const schema: FastifySchema = { ...described, tags: [tag], params, body, response: { 200: answer } };
    // the types above hold the schemas to `act`; the framework's own types do not resolve generics
    app
      .withTypeProvider<FastifyTypeProviderDefault>()
      .post(path, { bodyLimit, config: { bucket, statuses }, schema }, async (request) => {
        const sent = request.body as Static<Body>;
        return act(callerIn(request), { ...sent, ...(request.params as Static<Params>) }, sent);
      });
  };
}
