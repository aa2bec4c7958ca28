declare const value: unique symbol;

/** A schema of `Value`. It says no more, so that types of the API do not need those of TypeBox. */
export interface Schema<Value> {
  readonly [value]?: Value;
}

/** The schemas of an operation: of the path's parameters, the query, the body, the answer with status 200. */
export interface Operation<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  /** never: none. */
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  readonly answer: Schema<Answer>;
}

/** By method and path, as in `POST /collection/{slug}/purchases/preflight`. */
type Operations = Readonly<Record<string, Operation>>;

/** What the path, query, body or answer of an operation holds; never: it has none. */
export type PartOf<
  Table extends Operations,
  Name extends keyof Table,
  Part extends 'params' | 'query' | 'body' | 'answer',
> = NonNullable<Table[Name][Part]> extends Schema<infer Value> ? Value : never;
