import type { Client } from '../src/api.ts';
import type { Answer } from '../src/operation.ts';
import { parseResponse } from '../src/responses/parse.ts';
import type { Unparsed } from '../src/responses/sats.ts';

/**
 * A response of a POST route that a test built by hand, as the client's own parser returns it. Throws
 * `UnexpectedResponse` when the API does not allow it.
 */
export function parsed<Path extends Parameters<Client['post']>[0]>(
  path: Path,
  body: Unparsed<Answer<Path>>,
): Answer<Path> {
  return parseResponse(`POST ${path}`, body, 'regtest') as Answer<Path>;
}
