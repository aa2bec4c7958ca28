import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import type { OfferKeys } from '@ordbook/protocol/collection-offer/offer';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { Clock } from '../base/clock.ts';
import type { TradingSettings } from '../base/settings.ts';
import type { Chain } from '../chain/port.ts';
import type { Ordinals } from '../ordinals/port.ts';
import type { Prices } from '../price/port.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import type { Signer } from '../signer/port.ts';
import type { Database } from '../store/port.ts';

/** Everything a flow may touch. Built once, in `composition/build-service.ts`; every flow takes it first. */
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
