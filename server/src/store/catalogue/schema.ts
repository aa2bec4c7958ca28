import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated } from 'kysely';

export type CollectionKind = 'parent_child' | 'gallery';

export interface CollectionsTable {
  slug: string;
  name: string;
  kind: CollectionKind;
  verified: Generated<boolean>;
  tradingEnabled: Generated<boolean>;
  sources: string[];
  fees: ColumnType<FeeSettings | null, string | null, string | null>;
  payoutAddress: string | null;
  partnerId: string | null;
  liveFloorBps: number | null;
  pixelArt: Generated<boolean>;
  cardBackgroundColor: Generated<string | null>;
  memberCount: Generated<number>;
  ownerCount: Generated<number>;
  featuredRank: Generated<number | null>;
  removedAt: Generated<Date | null>;
  createdAt: Date;
}

export interface CollectionMembersTable {
  slug: string;
  inscriptionKey: number;
  position: number;
}

export interface CollectionTraitsTable {
  slug: string;
  traitType: string;
  traitValue: string;
  memberCount: number;
}

export interface CollectionOwnersTable {
  /** 64 bits: more than a number holds, and read by triggers only. */
  ownerKey: never;
  held: number;
}

export interface FloorSnapshotsTable {
  slug: string;
  takenAt: Date;
  floorSats: Sats | null;
  listedCount: number;
}
