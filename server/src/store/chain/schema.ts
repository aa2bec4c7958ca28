import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Trait } from '../../ordinals/port.ts';

export interface BlocksTable {
  height: number;
  hash: string;
  blockTime: Date;
  btcUsd: Generated<number | null>;
  isFinal: Generated<boolean>;
}

export interface InscriptionsTable {
  id: string;
  key: GeneratedAlways<number>;
  number: number;
  title: string | null;
  contentType: string | null;
  contentBytes: number | null;
  traits: ColumnType<Trait[], string | undefined, string>;
  satributes: Generated<string[]>;
  sat: number | null;
  genesisHeight: number;
  lastSaleSats: Sats | null;
  syncedHeight: number;
  stale: Generated<boolean>;
}

export interface LocationsTable {
  inscriptionKey: number;
  vout: number;
  satOffset: Sats;
  valueSats: Sats;
  txid: string;
  ownerAddress: string | null;
}

export interface InscriptionMovesTable extends LocationsTable {
  height: number;
}

export interface WatchedCoinsTable {
  txid: string;
  vout: number;
  searchedHeight: number;
  spentBy: string | null;
  spentHeight: number | null;
  spentPosition: number | null;
}

export interface UndoneInputsTable {
  madeBy: string;
  txid: string;
  vout: number;
  undoneHeight: number;
}

export interface SourceReadingsTable {
  slug: string;
  sourceId: string;
  itemsRead: number;
  finished: boolean;
  readHeight: number;
}
