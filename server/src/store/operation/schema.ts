import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

export interface OperatorActsTable {
  id: Generated<number>;
  actedAt: Date;
  actor: string;
  onBehalfOf: string | null;
  act: string;
  subject: string;
  reason: string | null;
  before: ColumnType<unknown, string | null>;
  after: ColumnType<unknown, string | null>;
}

export interface PausesTable {
  scope: string;
  reason: string;
  actor: string;
  since: Date;
}

export interface BansTable {
  subject: string;
  reason: string;
  actor: string;
  since: Date;
}

export interface OperatingFeesTable {
  onlyRow: Generated<true>;
  fees: Json<FeeSettings>;
}
