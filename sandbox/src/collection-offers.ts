import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { gateSigner } from '@ordbook/server/signer/gate/gate-signer';
import {
  type Books,
  countedGateSigner,
  countedMarketFills,
  countedPolicySigner,
} from '@ordbook/server/signer/limits/counted';
import { marketFills } from '@ordbook/server/signer/market/market-fills';
import { eligibleReader, type PolicyCollection } from '@ordbook/server/signer/policy/eligible-members';
import { policySigner } from '@ordbook/server/signer/policy/policy-signer';
import { keyring } from '@ordbook/server/signer/signing/keys';
import type { CollectionOfferParts, TradingContext } from '@ordbook/server/trading/context';
import { hex } from '@scure/base';
import { keyOf, secretOf } from './keys.ts';

/** One tier whose coins can be spent again in the next block. */
export const SANDBOX_TIERS: readonly Tier[] = [{ number: 1, fromSats: 0, lockBlocks: 1, coins: 60 }];
const MAX_FEE_RATE = 500;

export interface SandboxOffersOptions {
  /** The policy signer's list of collections; may grow. */
  readonly collections: () => readonly PolicyCollection[];
  /** Books of the market signer, which also signs sales. */
  readonly marketBooks: Books;
  /** Creates books for each of the other signers. */
  readonly booksOf: () => Books;
}

/** The three signers of fills, in the sandbox's process: the same code as in separate processes. */
export async function sandboxCollectionOffers(
  { chain, ordinals }: Pick<TradingContext, 'chain' | 'ordinals'>,
  { collections, marketBooks, booksOf }: SandboxOffersOptions,
): Promise<CollectionOfferParts> {
  const common = {
    network: 'regtest',
    feeAddress: keyOf('fees', 'p2wpkh').address,
    maxFeeRate: MAX_FEE_RATE,
  } as const;
  const gate = gateSigner({ gate: hex.encode(secretOf('gate')), network: 'regtest', tiers: SANDBOX_TIERS });
  const { gate: gateKey } = await gate.publicKeys();
  const policy = policySigner({
    ...common,
    policy: hex.encode(secretOf('policy')),
    chain,
    ordinals,
    eligible: eligibleReader(ordinals, async () => collections()),
    now: () => new Date(),
  });
  const secrets = { market: hex.encode(secretOf('market')), anchor: hex.encode(secretOf('anchor')) };
  const market = marketFills({ ...common, ...secrets, gateKey, tiers: SANDBOX_TIERS });
  const { publicKeys: keys } = keyring(secrets, 'regtest');
  return {
    signers: {
      market: countedMarketFills(market, { keys, gateKey }, marketBooks),
      policy: countedPolicySigner(policy, booksOf()),
      gate: countedGateSigner(gate, booksOf()),
    },
    keys: { gate: gateKey, ...(await policy.publicKeys()), market: keys.market },
    tiers: SANDBOX_TIERS,
  };
}
