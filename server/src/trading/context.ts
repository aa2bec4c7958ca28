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
import type { Database } from '../store/port.ts';
import type { MachineTable } from '../store/schema.ts';

/**
 * Everything a flow may use. Built once, in `composition/build-service.ts`. Every flow takes it as its first
 * parameter.
 */
export interface TradingContext {
  readonly chain: Chain;
  readonly ordinals: Ordinals;
  /** null: the operator has configured no price endpoint. */
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
  /** Absent: this service does not offer collection offers. */
  readonly collectionOffers?: CollectionOfferParts;
}

/** What collection offers need in addition. */
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

/** The authenticated caller: the profile of a verified bearer token. */
export interface Caller {
  readonly profileId: string;
  /** Whether nobody waits for the answer any more. Absent: not known. */
  isGone?(): boolean;
}

/**
 * One product's part in following the chain. `trading/flows.ts` lists the flows. The follower and every
 * settlement iterate over that list, so a new flow is one more entry there.
 */
export interface Flow {
  /** Tables of its trades. `/metrics` counts their rows by state. */
  readonly trades: readonly MachineTable[];
  /**
   * Closes its trades that have expired, from the database alone. Runs first on each poll, so that they end
   * also while the node is unreachable. Retry-safe.
   */
  expire?(ctx: TradingContext): Promise<void>;
  /**
   * Confirms what applied blocks have of its trades, from the database alone: no node, index or signer is
   * asked, so reads show it at once. Runs directly after blocks, and again in `steps`. Retry-safe.
   */
  settle?(ctx: TradingContext): Step;
  /**
   * What it does on each poll once the store is at the node's tip, in this order: settle, then repair.
   * Called once per follower, so a step may keep state between polls. Every step is retry-safe. A step that
   * throws is logged and does not block the others.
   */
  steps?(ctx: TradingContext): readonly Step[];
  /** Checks again its open trades that depend on these coins. Retry-safe. */
  recheck?(ctx: TradingContext, spent: SpentCoins): Promise<void>;
  /**
   * Ends everything open that its parties may have taken back since the database was copied, and returns how
   * many. What others may have a signed package of is left to the chain. Retry-safe.
   */
  endOpen?(ctx: Pick<TradingContext, 'db' | 'clock'>, reason: string): Promise<number>;
  /**
   * Undoes what blocks above `height` confirmed. Runs in the transaction of the rollback. The next steps
   * settle those trades again.
   */
  unconfirm?(db: Database, height: number): Promise<void>;
}

/**
 * What a step does, for the log (`confirming purchases`), and the step. `tip` is the stored tip, equal to the
 * node's.
 */
export type Step = readonly [what: string, run: (tip: BlockRef) => Promise<unknown>];

/** Coins that blocks, the mempool or a settlement spent, or that a rollback touched. */
export interface SpentCoins {
  readonly outpoints: readonly Outpoint[];
  /** Height of the last block that spent one of them. null: no block did. */
  readonly height: number | null;
  /** Most offers of each kind to change now. Absent: as many as the follower changes at once. */
  readonly atMost?: number;
}
