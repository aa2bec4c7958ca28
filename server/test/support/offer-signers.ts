import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import type { Clock } from '../../src/base/clock.ts';
import type { PolicyCollection } from '../../src/signer/fill-port.ts';
import { type Books, countedGateSigner, openBooks } from '../../src/signer/limits/counted.ts';
import { type Journal, memoryJournal } from '../../src/signer/limits/journal.ts';
import { fillLimits } from '../../src/signer/limits/limits.ts';
import { marketFills } from '../../src/signer/market/market-fills.ts';
import { policySigner } from '../../src/signer/policy/policy-signer.ts';
import { keyring, type OperatorSecrets } from '../../src/signer/signing/keys.ts';
import { roleKey } from '../../src/signer/signing/role-keys.ts';
import type { CollectionOfferParts, TradingContext } from '../../src/trading/context.ts';
import { TEST_SETTINGS } from './api.ts';

/** One tier whose coins can be spent again in the next block. */
export const QUICK_TIER: Tier = { number: 1, fromSats: 0, lockBlocks: 1, coins: 12, depth: 1 };

export const ROLE_SECRETS = { policy: '0c'.repeat(32), gate: '0d'.repeat(32) };

export interface OfferSignersOptions extends Pick<TradingContext, 'chain'> {
  readonly clock: Clock;
  readonly tiers: readonly Tier[];
  /** What the policy signer is told of collections; may grow. */
  readonly collections: readonly PolicyCollection[];
  readonly secrets: OperatorSecrets;
  /** What market and policy signer insist on. Default 0. */
  readonly leastFeeBps?: number;
  /** What the gate remembers. Default: nothing yet, and it forgets with this process. */
  readonly journal?: Journal;
}

/** The three signers of fills, in this process. Their journals end with it. */
export async function offerSigners(options: OfferSignersOptions): Promise<CollectionOfferParts> {
  const { chain, clock, tiers, secrets } = options;
  const now = () => clock.now();
  const [policyKey, gateKey] = (['policy', 'gate'] as const).map(
    (role) => roleKey(ROLE_SECRETS[role], role, 'regtest').publicKey,
  ) as [string, string];
  const keys = { ...keyring(secrets, 'regtest').publicKeys, policy: policyKey, gate: gateKey };
  const common = {
    network: 'regtest',
    feeAddress: TEST_SETTINGS.feeAddress,
    leastFeeBps: options.leastFeeBps ?? 0,
    maxFeeRate: 500,
    keys,
    tiers,
    now,
  } as const;
  const policy = policySigner({
    ...common,
    policy: ROLE_SECRETS.policy,
    chain,
    ordinals: null,
    collections: async () => options.collections,
  });
  const gate = countedGateSigner({ ...common, gate: ROLE_SECRETS.gate }, roomyBooks(clock, options.journal));
  return {
    signers: { market: marketFills({ ...common, ...secrets }), policy, gate },
    keys: { market: keys.market, gate: gateKey, policy: policyKey },
    tiers,
  };
}

/** Books of a signer whose limits no test reaches. */
export function roomyBooks(clock: Clock, journal: Journal = memoryJournal()): Books {
  const limits = fillLimits(NO_BOUNDS);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return openBooks({ journal, limits, clock, log, network: 'regtest' });
}

const NO_BOUNDS = {
  packagesPerHour: 1_000_000,
  feeSatsPerHour: 1e12,
  feeSatsPerDay: 1e12,
  anchorsPerDay: 1_000_000,
};
