/** What a flow makes sure of before it asks the wallet, beside what it buys. */
import type { Session } from '../account/sign-in.ts';
import { placed } from '../custody/goods.ts';
import type { Limits } from '../signing/limits.ts';
import type { Location } from '../signing/location.ts';
import type { Coin } from '../signing/psbt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { spendableCoins } from '../source/coins.ts';
import { outpointText } from '../source/source.ts';

/** An inscription of ours that we sell. */
export interface SoldInscription {
  readonly inscriptionId: string;
  /** Where it is. */
  readonly location?: Location;
  /** Ids of further inscriptions on its output, which go with it. Default: none may. */
  readonly soldWith?: readonly string[];
}

/**
 * Returns where an inscription is that we give away: as given, or as the service proves and our source knows
 * it. undefined: nobody has shown it, on a network whose coins have no value. Throws `UnsafePsbt` as
 * `goodsOf` does, and when our source knows of runes or of further inscriptions on its output that are not
 * in `soldWith`; `SourceError`.
 */
export async function locationOfSold(
  session: Pick<Session, 'safety' | 'client' | 'wallet'>,
  { inscriptionId, location: given, soldWith = [] }: SoldInscription,
): Promise<Location | undefined> {
  const location = given ?? (await placed(session, inscriptionId)).place;
  if (!location || !session.safety.source) return location;
  const { inscriptions, hasRunes, valueSats } = await session.safety.source.output(location);
  const place = outpointText(location);
  demand(
    hasRunes !== true,
    () => `${place} holds runes, which would go with ${inscriptionId}; move them first`,
  );
  for (const { id } of inscriptions ?? [])
    demand(id === inscriptionId || soldWith.includes(id), () => {
      return `${id} is on the same output as ${inscriptionId} and would go with it; name it in soldWith, or move one of them`;
    });
  return { ...location, valueSats };
}

/**
 * Throws unless our source knows that the coins that pay hold neither inscriptions nor runes. A payment
 * address of its own is assumed to be plain where the source cannot tell.
 */
export async function requirePlain({ safety, wallet }: Session, coins: readonly Coin[]): Promise<void> {
  if (!safety.source) return;
  const assumePlain = wallet.paymentAddress !== wallet.ordinalsAddress;
  const plain = await spendableCoins(safety.source, coins, { assumePlain });
  const other = coins.find((coin) => !plain.includes(coin));
  demand(other === undefined, () => {
    return `${other && outpointText(other)} cannot pay: it is spent, or holds an inscription or runes; leave it out of spendableUtxos`;
  });
}

/** The limits of a request: its own, those of the session, and a fee rate from our source's estimate. */
export async function limitsOf({ safety }: Session, request: Limits): Promise<Limits> {
  const limits = { ...safety.limits, ...set(request) };
  if (limits.maxFeeRate !== undefined || !safety.source) return limits;
  const estimate = await safety.source.feeRate(2);
  return estimate === null ? limits : { ...limits, maxFeeRate: Math.max(LEAST_RATE_LIMIT, 3 * estimate) };
}

/** sat/vB. Estimates of quiet times must not refuse a service that aims a little higher. */
const LEAST_RATE_LIMIT = 10;

/** The limits of `request` that are set, without its other fields. */
function set(request: Limits): Limits {
  const names = ['feeLimit', 'maxFeeRate', 'maxNetworkFeeSats', 'maxPostageSats'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  );
}
