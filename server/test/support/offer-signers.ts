import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import type { Clock } from '../../src/base/clock.ts';
import { gateSigner } from '../../src/signer/gate/gate-signer.ts';
import { marketFills } from '../../src/signer/market/market-fills.ts';
import { eligibleReader, type PolicyCollection } from '../../src/signer/policy/eligible-members.ts';
import { policySigner } from '../../src/signer/policy/policy-signer.ts';
import { keyring, type OperatorSecrets } from '../../src/signer/signing/keys.ts';
import type { CollectionOfferParts, TradingContext } from '../../src/trading/context.ts';
import { TEST_SETTINGS } from './api.ts';

/** One tier whose coins can be spent again in the next block. */
export const QUICK_TIER: Tier = { number: 1, fromSats: 0, lockBlocks: 1, coins: 12 };

export const ROLE_SECRETS = { policy: '0c'.repeat(32), gate: '0d'.repeat(32) };

export interface OfferSignersOptions extends Pick<TradingContext, 'chain' | 'ordinals'> {
  readonly clock: Clock;
  readonly tiers: readonly Tier[];
  /** What the policy signer is told of collections; may grow. */
  readonly collections: readonly PolicyCollection[];
  readonly secrets: OperatorSecrets;
}

/** The three signers of fills, in this process. */
export async function offerSigners(options: OfferSignersOptions): Promise<CollectionOfferParts> {
  const { chain, ordinals, clock, tiers, secrets } = options;
  const common = { network: 'regtest', feeAddress: TEST_SETTINGS.feeAddress, maxFeeRate: 500 } as const;
  const gate = gateSigner({ gate: ROLE_SECRETS.gate, network: 'regtest', tiers, now: () => clock.now() });
  const policy = policySigner({
    ...common,
    policy: ROLE_SECRETS.policy,
    chain,
    ordinals,
    eligible: eligibleReader(ordinals, async () => options.collections),
    now: () => clock.now(),
  });
  const { gate: gateKey } = await gate.publicKeys();
  return {
    signers: {
      market: marketFills({ ...common, ...secrets, gateKey, tiers, now: () => clock.now() }),
      policy,
      gate,
    },
    keys: {
      gate: gateKey,
      ...(await policy.publicKeys()),
      market: keyring(secrets, 'regtest').publicKeys.market,
    },
    tiers,
  };
}
