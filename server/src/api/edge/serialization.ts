import type { Static, TSchema } from '@fastify/type-provider-typebox';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';

/**
 * Compiles the schema of a response when the first such response is sent. There is one for each error of each
 * route: a start that compiled them all would wait for hundreds that nobody gets.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => serializerOf(schema);

/** Compiled at the first call. */
export function serializerOf<S extends TSchema>(schema: S): (value: Static<S>) => string {
  let serialize: ((value: unknown) => string) | null = null;
  return (value) => {
    serialize ??= fastJsonStringify(schema as TSchema as Parameters<typeof fastJsonStringify>[0]);
    return serialize(value);
  };
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON that is text already, as bytes: Node takes longer to send a large string. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  return reply.type(JSON_TYPE).send(bytes);
}
