import type { Generated } from 'kysely';

/** What a move is of. Blocks have no state, and a floor is what the listings of a collection make it. */
export type MoveKind =
  | 'listing'
  | 'purchase'
  | 'offer'
  | 'settlement'
  | 'collection offer'
  | 'fill'
  | 'sale'
  | 'block'
  | 'floor';

/** Only `database/moves.ts` writes it; the migration explains the columns. */
export interface MovesTable {
  id: Generated<number>;
  kind: MoveKind;
  rowId: string | null;
  slug: string | null;
  stateFrom: string | null;
  stateTo: string | null;
  reason: string | null;
  height: number | null;
  kept: Readonly<Record<string, unknown>> | null;
  isNumbered: boolean;
  movedAt: Date;
}
