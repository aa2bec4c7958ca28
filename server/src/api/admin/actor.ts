import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../store/operation/acts.ts';
import type { By } from '../../trading/operation/act.ts';

/** A secret of one person, and the name that the log has for them. */
export interface AdminToken {
  readonly name: string;
  readonly token: string;
  /** False: it opens what is read, and no act but as a dry run. */
  readonly mayAct: boolean;
}

/** The caller of a request. */
export interface AdminCaller extends Actor {
  readonly mayAct: boolean;
}

/** Who may use the admin API. Without tokens it must listen on a socket that only `socketUser` can open. */
export interface AdminAccess {
  readonly tokens: readonly AdminToken[];
  readonly socketUser: string;
}

/** Whom the caller acts for, as it says. */
export const BY_HEADER = 'x-ordbook-by';
const LONGEST_NAME = 80;

/**
 * The caller: the name of the bearer token, or of the socket's user when there are no tokens. A name in
 * `x-ordbook-by` is only kept beside it. Refuses 401 for a missing or unknown token.
 */
export function actorOf(request: FastifyRequest, { tokens, socketUser }: AdminAccess): AdminCaller {
  const said = request.headers[BY_HEADER];
  const onBehalfOf = typeof said === 'string' && said !== '' ? said.slice(0, LONGEST_NAME) : undefined;
  if (tokens.length === 0) return { name: `user ${socketUser}`, onBehalfOf, mayAct: true };
  const [, sent] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (sent === undefined)
    refuse('token_missing', 'an admin token is required: Authorization: Bearer <token>');
  // Every token is compared, and each in the same time, however much of it is right.
  const matching = tokens.filter(({ token }) => timingSafeEqual(digest(token), digest(sent)));
  if (!matching[0]) refuse('token_invalid', 'this admin token is not known here');
  const { name, mayAct } = matching[0];
  return { name, onBehalfOf, mayAct };
}

/** Refuses 403 an act of a token that may only view, and one of nobody, unless it is a dry run. */
export function requireMayAct({ method, actor, headers }: FastifyRequest, { tokens }: AdminAccess): void {
  if (method === 'GET' || !actor || headers[DRY_RUN_HEADER] !== undefined) return;
  if (!actor.mayAct)
    refuse(
      'view_only',
      `the token of ${actor.name} may view, not act; use one without \`view\` before its name`,
    );
  // a token is a person's; the socket is opened by an account, often that of the service
  if (tokens.length === 0 && !actor.onBehalfOf)
    refuse('person_missing', `${actor.name} is nobody's name; send the person's in ${BY_HEADER}`);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** With this header, whatever its value, an act returns what it would return, and changes nothing. */
export const DRY_RUN_HEADER = 'x-ordbook-dry-run';

/** The act of this caller, for this reason. */
export function by({ actor, headers }: FastifyRequest, reason: string): By {
  return { actor: actor!, reason, isDryRun: headers[DRY_RUN_HEADER] !== undefined };
}
