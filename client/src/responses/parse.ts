import { ANSWERS } from '@ordbook/api/answers';
import type { NetworkName } from '../wallet/network.ts';
import { compile } from './parser.ts';
import { WHOLE } from './unexpected-response.ts';

const compiled = new Map<string, ReturnType<typeof compile>>();

/**
 * Parses the body of a response with status 200: a copy that has the fields of the API only, each checked.
 * `operation` is the method and the path, as in `GET /listings`. With a network, every address must be one of
 * it. Throws `UnexpectedResponse` for the first field that is not as the API promises, and an Error for an
 * operation that the API does not have.
 */
export function parseResponse(operation: string, value: unknown, network?: NetworkName): unknown {
  const key = `${operation} ${network ?? ''}`;
  let parser = compiled.get(key);
  if (!parser) {
    const schema = ANSWERS[operation];
    if (!schema) throw new Error(`the API has no operation ${operation}`);
    parser = compile(schema, operation, network);
    compiled.set(key, parser);
  }
  return parser(value, WHOLE);
}
