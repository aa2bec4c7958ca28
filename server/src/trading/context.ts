import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import type { OfferKeys } from '@ordbook/protocol/collection-offer/offer';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Clock } from '../base/clock.ts';
import type { TradingSettings } from '../base/settings.ts';
import type { BlockRef, Chain } from '../chain/port.ts';
import type { Ordinals } from '../ordinals/port.ts';
import type { Prices } from '../price/port.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import type { Signer } from '../signer/port.ts';
import type { CoinRows } from '../store/database/outpoint-rows.ts';
import type { Database } from '../store/port.ts';
import type { MachineTable } from '../store/schema.ts';

/** Everything a flow may use. Built once, in `composition/build-service.ts`; every flow takes it first. */
export interface TradingContext {
  readonly chain: Chain;
  readonly ordinals: Ordinals;
  /** null: the operator named no price endpoint. */
  readonly prices: Prices | null;
  readonly signer: Signer;
  /** The signer's public keys, read once at start. */
  readonly keys: OperatorKeys;
  readonly db: Database;
  readonly settings: TradingSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** Every flow of the service, in the order of `trading/flows.ts`. */
  readonly flows: readonly Flow[];
  /** Absent: this service takes no collection offers. */
  readonly collectionOffers?: CollectionOfferParts;
}

/** What collection offers need beside the rest. */
export interface CollectionOfferParts {
  readonly signers: FillSigners;
  /** The signers' public keys, read once at start. */
  readonly keys: OfferKeys;
  readonly tiers: readonly Tier[];
}

/** The part of a pino logger that flows use. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Who calls: the profile of a verified bearer token. */
export interface Caller {
  readonly profileId: string;
}

/**
 * One product's part in following the chain. `trading/flows.ts` lists the flows; the follower and every settlement run through that list,
 * so a new flow is one more entry there.
 */
export interface Flow {
  /** Tables of its trades: `/metrics` counts their rows by state. */
  readonly trades: readonly MachineTable[];
  /** SQL: the coins that its open trades depend on. Coins that hold a known inscription are watched for every flow already. */
  readonly coins?: readonly CoinRows[];
  /**
   * What it does at each poll, in this order, once the store is at the node's tip: settle, repair and expire. Called once for a follower,
   * so a step may remember things between polls. Every step is retry-safe; one that throws is logged and does not block the others.
   */
  steps?(ctx: TradingContext): readonly Step[];
  /** Looks again at its open trades that depend on these coins. Retry-safe. */
  recheck?(ctx: TradingContext, spent: SpentCoins): Promise<void>;
  /** Undoes what blocks above `height` confirmed. Runs in the transaction of the rollback; the next steps settle those trades again. */
  unconfirm?(db: Database, height: number): Promise<void>;
}

/** What a step does, for the log (`confirming purchases`), and the step. `tip`: the stored tip, which is the node's. */
export type Step = readonly [what: string, run: (tip: BlockRef) => Promise<unknown>];

/** Coins that blocks, the mempool or a settlement spent, or that a rollback touched. */
export interface SpentCoins {
  readonly outpoints: readonly Outpoint[];
  /** Height of the last of the blocks that spent them; null: no block did. */
  readonly height: number | null;
  /** Those of the outpoints that may hold a known inscription; absent: any of them may. */
  readonly inscribed?: readonly Outpoint[];
}
