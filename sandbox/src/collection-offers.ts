import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { type SignedKeySet, signKeySet } from '@ordbook/protocol/key-set';
import type { PolicyCollection } from '@ordbook/server/signer/fill-port';
import {
  type Books,
  countedGateSigner,
  countedMarketFills,
  countedPolicySigner,
} from '@ordbook/server/signer/limits/counted';
import { marketFills } from '@ordbook/server/signer/market/market-fills';
import { policySigner } from '@ordbook/server/signer/policy/policy-signer';
import { keyring } from '@ordbook/server/signer/signing/keys';
import { roleKey, type SignerKeys } from '@ordbook/server/signer/signing/role-keys';
import type { CollectionOfferParts, TradingContext } from '@ordbook/server/trading/context';
import { hex } from '@scure/base';
import { keyOf, secretOf } from './keys.ts';

/** One tier whose coins can be spent again in the next block. */
export const SANDBOX_TIERS: readonly Tier[] = [
  { number: 1, fromSats: 0, lockBlocks: 1, coins: 60, depth: 1 },
];
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
  chain: TradingContext['chain'],
  { collections, marketBooks, booksOf }: SandboxOffersOptions,
): Promise<CollectionOfferParts> {
  const keys = sandboxKeys();
  const common = {
    network: 'regtest',
    keys,
    tiers: SANDBOX_TIERS,
    feeAddress: keyOf('fees', 'p2wpkh').address,
    leastFeeBps: 100,
    maxFeeRate: MAX_FEE_RATE,
  } as const;
  const policy = policySigner({
    ...common,
    policy: hex.encode(secretOf('policy')),
    chain,
    ordinals: null,
    collections: async () => collections(),
    now: () => new Date(),
  });
  const market = marketFills({ ...common, ...MARKET_SECRETS });
  const gate = {
    gate: hex.encode(secretOf('gate')),
    network: 'regtest',
    tiers: SANDBOX_TIERS,
    keys,
  } as const;
  return {
    signers: {
      market: countedMarketFills(market, keys, marketBooks),
      policy: countedPolicySigner(policy, booksOf()),
      gate: countedGateSigner(gate, booksOf()),
    },
    keys: { market: keys.market, gate: keys.gate, policy: keys.policy },
    tiers: SANDBOX_TIERS,
  };
}

const MARKET_SECRETS = { market: hex.encode(secretOf('market')), anchor: hex.encode(secretOf('anchor')) };

/** The public keys of the sandbox's signers. */
function sandboxKeys(): SignerKeys {
  const [policy, gate] = (['policy', 'gate'] as const).map(
    (role) => roleKey(hex.encode(secretOf(role)), role, 'regtest').publicKey,
  ) as [string, string];
  return { ...keyring(MARKET_SECRETS, 'regtest').publicKeys, policy, gate };
}

/** The key set that the sandbox publishes, as an operator does. */
export function sandboxKeySet(): SignedKeySet {
  const set = { ...sandboxKeys(), network: 'regtest', number: 1, issuedAt: '2026-01-01T00:00:00Z' } as const;
  return signKeySet(set, secretOf('publisher'));
}
