import { FloorsAnswer, FloorsQuery } from '@ordbook/api/catalogue/floor';
import { floorsOf } from '../../store/catalogue/floors.ts';
import { earliest } from '../edge/kept-pages.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { floorShape } from './floor-shape.ts';

/** GET /collection-stats/floors: floor statistics of several collections. */
export function floorRoutes(app: ApiApp, { ctx, keptPages }: ApiParts): void {
  app.get(
    '/collection-stats/floors',
    {
      config: { bucket: 'reads', statuses: STATUSES.floors },
      schema: {
        operationId: 'listCollectionFloorStats',
        tags: ['market'],
        summary: 'Floor statistics of several collections',
        description: 'In the order of `slugs`. Unknown collections are left out.',
        querystring: FloorsQuery,
        response: { 200: FloorsAnswer },
      },
    },
    async (request, reply) =>
      keptPages.send(request, reply, async (now) => {
        const floors = await floorsOf(ctx.db, readSlugs(request.query.slugs), now);
        const answer = { success: true as const, data: floors.map((floor) => floorShape(floor, now)) };
        return { answer, expiresAt: earliest(floors.map(({ expiresAt }) => expiresAt)) };
      }),
  );
}

/** The slugs in lower case, in the order of the request, without duplicates. */
function readSlugs(list: string): string[] {
  return [...new Set(list.toLowerCase().split(','))];
}
