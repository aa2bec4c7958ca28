/** The operations of the API as a client sees them, by path: what each takes and returns. */
import type { PartOf } from '@ordbook/api/operation';
import type { OPERATIONS } from '@ordbook/api/operations';
import type { Parsed } from './responses/sats.ts';

type Operations = typeof OPERATIONS;
type OperationName = keyof Operations;
type Method = 'get' | 'post';
type Name<Path extends string, M extends Method> = `${Uppercase<M>} ${Path}` & OperationName;

/** Paths as in the API reference, below the version prefix. */
export type PathOf<M extends Method> = OperationName extends infer One
  ? One extends `${Uppercase<M>} ${infer Path}`
    ? Path
    : never
  : never;

/** The response body of an operation with status 200. */
export type Answer<Path extends PathOf<M>, M extends Method = 'post'> = Parsed<
  PartOf<Operations, Name<Path, M>, 'answer'>
>;

/** The JSON body that an operation takes. */
export type Body<Path extends PathOf<'post'>> = PartOf<Operations, Name<Path, 'post'>, 'body'>;

/** The query that an operation takes; never: it has none. */
export type Query<Path extends PathOf<'get'>> = PartOf<Operations, Name<Path, 'get'>, 'query'>;

/** The values of the path's parameters; never: it has none. */
export type Parameters<Path extends string, M extends Method> = PartOf<Operations, Name<Path, M>, 'params'>;
