import { hex } from '@scure/base';
import type { Tier } from '../protocol/collection-offer/admission.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import { gateSigner } from '../signer/gate.ts';
import { marketFills } from '../signer/market-fills.ts';
import { eligibleReader, type PolicyCollection } from '../signer/members.ts';
import { policySigner } from '../signer/policy-signer.ts';
import type { CollectionOfferParts, TradingContext } from '../trading/context.ts';
import { keyOf, secretOf } from './keys.ts';

/** One tier whose coins can be spent again in the next block. */
const TIERS: readonly Tier[] = [{ number: 1, fromSats: 0, lockBlocks: 1, coins: 60 }];
const MAX_FEE_RATE = 500;

/** The three signers of fills in the sandbox's own process: the same code as in processes of their own. */
export async function sandboxCollectionOffers(
  { chain, ordinals }: Pick<TradingContext, 'chain' | 'ordinals'>,
  collections: () => readonly PolicyCollection[],
): Promise<CollectionOfferParts> {
  const common = {
    network: 'regtest',
    feeAddress: keyOf('fees', 'p2wpkh').address,
    maxFeeRate: MAX_FEE_RATE,
  } as const;
  const gate = gateSigner({ gate: hex.encode(secretOf('gate')), network: 'regtest', tiers: TIERS });
  const keys = { ...(await gate.publicKeys()) };
  const policy = policySigner({
    ...common,
    policy: hex.encode(secretOf('policy')),
    chain,
    ordinals,
    eligible: eligibleReader(ordinals, async () => collections()),
    now: () => new Date(),
  });
  const market = marketFills({
    ...common,
    market: hex.encode(secretOf('market')),
    anchor: hex.encode(secretOf('anchor')),
    gateKey: keys.gate,
    tiers: TIERS,
  });
  const signers: FillSigners = { market, policy, gate };
  return {
    signers,
    keys: { ...keys, ...(await policy.publicKeys()), market: keyOf('market', 'p2tr').publicKey },
    tiers: TIERS,
  };
}
