import type { Static, TNever, TSchema } from 'typebox';
import type { Operation } from './operation.ts';

/** The operation with these schemas, typed by what they hold. The objects stay what they are. */
export function operationOf<
  Answer extends TSchema,
  Params extends TSchema = TNever,
  Query extends TSchema = TNever,
  Body extends TSchema = TNever,
>(schemas: {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
}): Operation<Static<Params>, Static<Query>, Static<Body>, Static<Answer>> {
  return schemas as never;
}
