import fastifyJwt from '@fastify/jwt';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { TradingSettings } from '../../base/settings.ts';
import type { Caller } from '../../trading/context.ts';
import type { TokenKey } from '../settings.ts';

interface SessionToken {
  readonly sub: string;
  /** Unix seconds. */
  readonly exp: number;
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; iat: number; exp: number };
    user: SessionToken;
  }
}

/** Issuer and audience of a token: tokens of another domain or network are refused. */
function audience(settings: Pick<TradingSettings, 'domain' | 'network'>): string {
  return `${settings.domain}/${settings.network}`;
}

/**
 * Installs signing and verification of session tokens: JWT, HS256, `kid` of the signing key in the header.
 * Stateless: a token is valid until it expires or its key is removed.
 */
export function installBearer(
  app: FastifyInstance,
  settings: Pick<TradingSettings, 'domain' | 'network'>,
  tokenKeys: readonly [TokenKey, ...TokenKey[]],
): void {
  const secrets = new Map(tokenKeys.map((key) => [key.id, key.secret]));
  const name = audience(settings);
  app.register(fastifyJwt, {
    secret: {
      private: tokenKeys[0].secret,
      public: (_request, token, found) => {
        const secret = secrets.get((token as { header?: { kid?: string } }).header?.kid ?? '');
        found(secret === undefined ? new Error('unknown key') : null, secret);
      },
    },
    decode: { complete: true },
    sign: { algorithm: 'HS256', kid: tokenKeys[0].id, iss: name, aud: name },
    // expiry is checked against the service's own clock in `callerOf`
    verify: { algorithms: ['HS256'], allowedIss: name, allowedAud: name, ignoreExpiration: true },
  });
}

/** A session token for a profile and its expiry: `lifeMs` from now, in whole seconds. */
export function issueToken(
  app: FastifyInstance,
  clock: Clock,
  lifeMs: number,
  profileId: string,
): { sessionToken: string; expiresAt: Date } {
  const iat = Math.floor(clock.now().getTime() / 1000);
  const exp = iat + Math.floor(lifeMs / 1000);
  return { sessionToken: app.jwt.sign({ sub: profileId, iat, exp }), expiresAt: new Date(exp * 1000) };
}

/**
 * The caller named in the request's bearer token. Throws `Refusal('token_missing')` or
 * `Refusal('token_invalid')`.
 */
export async function callerOf(request: FastifyRequest, clock: Clock): Promise<Caller> {
  const { profileId } = await sessionOf(request, clock);
  const { socket } = request.raw;
  return { profileId, isGone: () => socket.destroyed };
}

/** As `callerOf`, with the time at which the session expires. */
export async function sessionOf(
  request: FastifyRequest,
  clock: Clock,
): Promise<Caller & { readonly expiresAt: Date }> {
  if (!hasBearer(request)) {
    refuse('token_missing', 'Bearer session token required');
  }
  const token = await request.jwtVerify<SessionToken>().catch(() => null);
  const alive = token !== null && typeof token.exp === 'number' && token.exp * 1000 > clock.now().getTime();
  if (!alive || typeof token.sub !== 'string') {
    refuse('token_invalid', 'Invalid or expired bearer session token');
  }
  return { profileId: token.sub, expiresAt: new Date(token.exp * 1000) };
}

/** Whether the request brings a bearer token, valid or not. */
export function hasBearer(request: FastifyRequest): boolean {
  return /^bearer +\S/i.test(request.headers.authorization ?? '');
}

/** The profile of the request's token, expired or not; null: there is no token of ours. */
export async function profileOfToken(request: FastifyRequest): Promise<string | null> {
  const token = hasBearer(request) ? await request.jwtVerify<SessionToken>().catch(() => null) : null;
  return typeof token?.sub === 'string' ? token.sub : null;
}

/**
 * The caller that links a wallet, as `callerOf`. Refuses (403) a browser page of an origin that is not among
 * `origins`. A request without an Origin header does not come from a page.
 */
export async function linkerOf(
  request: FastifyRequest,
  clock: Clock,
  origins: ReadonlySet<string>,
): Promise<Caller> {
  const caller = await callerOf(request, clock);
  const { origin } = request.headers;
  if (origin !== undefined && !origins.has(origin.toLowerCase()))
    refuse('origin_refused', `pages of ${origin} may not link wallets here`);
  return caller;
}
