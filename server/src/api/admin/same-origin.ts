import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyRequest } from 'fastify';

/** Names of this machine: a page of another site can reach them only under its own name. */
const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses 403 for a request that a page of another origin makes, whatever it sends: browsers say so in
 * `Sec-Fetch-Site` and `Origin`. `isLocal`: nobody needs a token, so the host must be a name of this machine.
 * Otherwise a site whose name leads to this machine (DNS rebinding) could act through an operator's browser.
 */
export function requireOwnPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { isLocal }: { readonly isLocal: boolean },
): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOther =
    (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit(headers)) ||
    (origin !== undefined && hostOf(origin) !== host);
  if (isOther) refuse('origin_refused', 'the admin API takes no requests from pages of other sites');
  if (isLocal && !LOCAL.test(host))
    refuse('origin_refused', `the admin API is not at ${host}; without a token, use localhost as its host`);
}

/** A person opens a page: by its address, or by a link on another page. It shows nothing to that page. */
function isVisit(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
