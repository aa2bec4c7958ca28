import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

/** Who sees an event: anyone, every signed-in profile, or only `profileIds`. */
export type Audience = 'public' | 'members' | 'own';

/** `migrations/0001-baseline/10-event.sql` explains the columns. */
export interface EventsTable {
  seq: number;
  history: Generated<string>;
  type: string;
  subject: string;
  audience: Audience;
  profileIds: string[];
  tradeId: string | null;
  slugs: string[];
  inscriptionIds: string[];
  state: Json<Readonly<Record<string, unknown>>>;
  happenedAt: Date;
  numberedAt: Generated<Date>;
}

export interface WebhooksTable {
  id: string;
  url: string;
  topics: string[] | null;
  slugs: string[] | null;
  withPrivate: boolean;
  secret: string;
  seenSeq: number;
  createdAt: Date;
}

export interface WebhookDeliveriesTable {
  webhookId: string;
  seq: number;
  subject: string;
  event: ColumnType<object, string, never>;
  status: Generated<'waiting' | 'dead'>;
  attempts: Generated<number>;
  dueAt: Date;
  giveUpAt: Date;
  lastError: string | null;
}
