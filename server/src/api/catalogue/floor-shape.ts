import type { Static } from '@fastify/type-provider-typebox';
import type { Floor } from '@ordbook/api/catalogue/floor';
import type { FloorRow } from '../../store/catalogue/floors.ts';

/** Floor statistics as of `now`. */
export function floorShape(row: FloorRow, now: Date): Static<typeof Floor> {
  return {
    slug: row.slug,
    floor: row.floorSats,
    listedCount: row.listedCount,
    ownerCount: row.ownerCount,
    oneDayChange: row.oneDayChange,
    sevenDayChange: row.sevenDayChange,
    timestamp: now.toISOString(),
  };
}
