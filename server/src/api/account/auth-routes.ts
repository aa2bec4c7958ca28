import { issueChallenges, verifyChallenges } from '../../trading/account/sign-in.ts';
import { issueToken } from '../edge/bearer.ts';
import { ipKey } from '../edge/limits.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { ChallengeAnswer, ChallengeBody, VerifyAnswer, VerifyBody } from './auth-schemas.ts';
import { meShape } from './profile-shape.ts';

/** POST /auth/challenge and /auth/verify: wallet signatures in, session token out. */
export function authRoutes(app: ApiApp, { ctx, limits }: ApiParts): void {
  app.post(
    '/auth/challenge',
    {
      config: { bucket: 'challenge', statuses: STATUSES.challenge },
      schema: {
        operationId: 'createChallenge',
        tags: ['auth'],
        summary: 'Create the messages that a wallet signs',
        description: 'A challenge can be used once and expires after five minutes. No bearer token.',
        body: ChallengeBody,
        response: { 200: ChallengeAnswer },
      },
    },
    async (request, reply) => {
      const { ordinalsAddress, paymentAddress } = request.body;
      for (const address of new Set([ordinalsAddress, paymentAddress].map(oneSpelling))) {
        await limits.countCaller('challenge', address, reply);
      }
      return issueChallenges(ctx, request.body);
    },
  );

  app.post(
    '/auth/verify',
    {
      config: { bucket: 'verify', statuses: STATUSES.verify },
      schema: {
        operationId: 'verifyChallenge',
        tags: ['auth'],
        summary: 'Verify the signatures and issue a session token',
        description:
          'The payment address must hold the funding requirement in confirmed coins. Only a successful verify consumes the ' +
          'challenges. No bearer token.',
        body: VerifyBody,
        response: { 200: VerifyAnswer },
      },
    },
    async (request, reply) => {
      for (const address of new Set(request.body.verifications.map((each) => oneSpelling(each.address)))) {
        await limits.countCaller('verify', address, reply);
      }
      const { profile, bindings } = await verifyChallenges(ctx, request.body, ipKey(request.ip));
      const { sessionToken, expiresAt } = issueToken(app, ctx.clock, ctx.settings.tokenMs, profile.id);
      return { ...meShape(profile, bindings), sessionToken, expiresAt: expiresAt.toISOString() };
    },
  );
}

/**
 * Bech32 addresses may be written in capitals and count as one. Base58 addresses may differ in case only, so
 * they stay.
 */
function oneSpelling(address: string): string {
  return address === address.toUpperCase() ? address.toLowerCase() : address;
}
