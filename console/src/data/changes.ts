import { live, type MarketEvent } from './live.ts';

export interface Interest {
  readonly topics: readonly string[];
  /** Slug; absent: every collection. */
  readonly collection?: string;
  readonly inscriptionId?: string;
  /** Seller or buyer. */
  readonly address?: string;
}

/** Events of one change come together, and statistics follow them: one call for all, ms. */
const SETTLE_MS = 600;

/** Whether an event is of interest. */
export function concerns(
  event: MarketEvent,
  { topics, collection, inscriptionId, address }: Interest,
): boolean {
  if (!topics.includes(event.topic)) return false;
  if (collection !== undefined && !event.collections.includes(collection)) return false;
  if (address !== undefined && !partiesOf(event).includes(address)) return false;
  return inscriptionId === undefined || event.inscriptionIds.includes(inscriptionId);
}

/** Addresses of the listing or sale that an event is about. */
function partiesOf({ data }: MarketEvent): unknown[] {
  const about = Object.values(data).filter((one) => typeof one === 'object' && one !== null);
  return about.flatMap((one) => {
    const { sellerAddress, buyerAddress } = one as { sellerAddress?: unknown; buyerAddress?: unknown };
    return [sellerAddress, buyerAddress];
  });
}

/** Calls back after events of interest, and when what was read before may be wrong. Returns how to end it. */
export function onChange(interest: Interest, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  };
  const end = live.follow({
    onEvent: (event) => {
      if (concerns(event, interest)) soon();
    },
    onReset: soon,
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}
