import { ChallengeAnswer, ChallengeBody, VerifyAnswer, VerifyBody } from '@ordbook/api/account/sign-in';
import type { FastifyRequest } from 'fastify';
import { isLinked, issueChallenges, verifyChallenges, type Wallet } from '../../trading/account/sign-in.ts';
import { hasBearer, issueToken, linkerOf, profileOfToken } from '../edge/bearer.ts';
import { ipKey } from '../edge/limits.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { meShape } from './profile-shape.ts';

/**
 * POST /auth/challenge and /auth/verify: wallet signatures in, session token out. With the bearer token of a
 * signed-in profile they link a wallet to it. A client that is no page may send its token at every call: for
 * a wallet of the profile that is a sign-in, also once the token has expired.
 */
export function authRoutes(app: ApiApp, { ctx, limits, settings }: ApiParts): void {
  const origins = new Set(
    [new URL(settings.publicUrl).origin, ...settings.linkingOrigins].map((origin) => origin.toLowerCase()),
  );
  async function signsInAgain(request: FastifyRequest, wallet: Wallet): Promise<boolean> {
    if (request.headers.origin !== undefined) return false;
    const profileId = await profileOfToken(request);
    return profileId !== null && (await isLinked(ctx, profileId, wallet));
  }

  app.post(
    '/auth/challenge',
    {
      config: { bucket: 'challenge', statuses: STATUSES.challenge },
      schema: {
        operationId: 'createAuthChallenge',
        tags: ['auth'],
        summary: 'Create the messages that a wallet signs',
        description:
          'A challenge can be used once and expires after five minutes. No bearer token is needed; with that of a signed-in ' +
          'profile, the challenge links another wallet to that profile. A browser page may link from the origins that the ' +
          "operator allows. For one of the profile's own wallets, a bearer token without an Origin header is ignored.",
        body: ChallengeBody,
        response: { 200: ChallengeAnswer },
      },
    },
    async (request, reply) => {
      const { ordinalsAddress, paymentAddress } = request.body;
      for (const caller of callersOf(request, [ordinalsAddress, paymentAddress]))
        await limits.countCaller('challenge', caller, reply);
      const isLink = hasBearer(request) && !(await signsInAgain(request, request.body));
      const linker = isLink ? await linkerOf(request, ctx.clock, origins) : null;
      return issueChallenges(ctx, request.body, linker);
    },
  );

  app.post(
    '/auth/verify',
    {
      config: { bucket: 'verify', statuses: STATUSES.verify },
      schema: {
        operationId: 'verifyAuthChallenge',
        tags: ['auth'],
        summary: 'Verify the signatures and issue a session token',
        description:
          'The payment address must hold the funding requirement in confirmed coins. Only a successful verify consumes the ' +
          'challenges. No bearer token is needed, except to link a wallet: then send that of the challenge.',
        body: VerifyBody,
        response: { 200: VerifyAnswer },
      },
    },
    async (request, reply) => {
      const addresses = request.body.verifications.map(({ address }) => address);
      for (const caller of callersOf(request, addresses)) await limits.countCaller('verify', caller, reply);
      const { profile, bindings } = await verifyChallenges(ctx, request.body, ipKey(request.ip), () =>
        linkerOf(request, ctx.clock, origins),
      );
      const { sessionToken, expiresAt } = issueToken(app, ctx.clock, ctx.settings.tokenMs, profile.id);
      return { ...meShape(profile, bindings), sessionToken, expiresAt: expiresAt.toISOString() };
    },
  );
}

/**
 * What a request counts for: each address, from its source. Anybody may name an address, so somebody else's
 * requests must not use up the limit of its owner.
 */
function callersOf({ ip }: FastifyRequest, addresses: readonly string[]): Set<string> {
  return new Set(addresses.map((address) => `${ipKey(ip ?? 'socket')} ${oneSpelling(address)}`));
}

/**
 * Bech32 addresses may be written in capitals and count as one. Base58 addresses may differ in case only, so
 * they stay.
 */
function oneSpelling(address: string): string {
  return address === address.toUpperCase() ? address.toLowerCase() : address;
}
