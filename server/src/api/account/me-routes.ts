import { Me } from '@ordbook/api/account/profile';
import { refuse } from '@ordbook/protocol/refusals';
import { bindingsOfProfile, profileById } from '../../store/account/profiles.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';
import { meShape } from './profile-shape.ts';

/** GET /me: who the token belongs to. */
export function meRoutes(app: ApiApp, { ctx }: ApiParts): void {
  app.get(
    '/me',
    {
      config: { bucket: 'reads', statuses: STATUSES.me },
      schema: {
        operationId: 'getMe',
        tags: ['profile'],
        summary: 'Profile and wallet bindings of the caller',
        description: 'What POST /auth/verify returned, as it is now. It does not start a sign-in.',
        response: { 200: Me },
      },
    },
    async (request) => {
      const { profileId } = callerIn(request);
      const profile = await profileById(ctx.db, profileId);
      // a token outlives its profile only when the database was replaced
      if (!profile) refuse('token_invalid', 'Invalid or expired bearer session token');
      return meShape(profile, await bindingsOfProfile(ctx.db, profileId));
    },
  );
}
