/** What the charts of a collection draw, in the units of their pictures. */
import type { MarketBook, MarketHistory } from '@ordbook/client/market';
import { HEIGHT } from '../../design/chart.tsx';

/** Units from left to right. */
export const WIDTH = 1_000;
/** The shortest time that a chart shows, ms. */
const SHORTEST_MS = 3_600_000;
/** Room for a dot at the ends, units. */
const EDGE = 6;

interface Floor {
  readonly at: number;
  readonly floorSats: number | null;
}

/** null: there is nothing to draw. `now` in ms; `floorSats`: the floor of now. */
export function historyIn(
  { floors: noted, sales: sold }: MarketHistory,
  { floorSats, now }: { readonly floorSats: number | null; readonly now: number },
) {
  const floors: Floor[] = [
    ...noted.map((floor) => ({ at: Date.parse(floor.at), floorSats: floor.floorSats })),
    { at: now, floorSats },
  ];
  const sales = sold.map(({ at, priceSats }) => ({ at: Math.min(now, Date.parse(at)), priceSats }));
  const known = floors.flatMap((floor) => floor.floorSats ?? []);
  const top = Math.max(0, ...known, ...sales.map(({ priceSats }) => priceSats));
  if (top === 0 || sales.length + noted.length === 0) return null;
  const since = Math.min(now - SHORTEST_MS, floors[0]!.at, ...sales.map(({ at }) => at));
  const xOf = (at: number) => Math.round(EDGE + ((at - since) / (now - since)) * (WIDTH - 2 * EDGE));
  const yOf = (sum: number) => Math.round((HEIGHT - EDGE - (sum / top) * (HEIGHT - 2 * EDGE)) * 10) / 10;
  return { top, since, floors, sales, xOf, yOf };
}

/** The runs of floors that are known: where there was none, the line has a gap. */
export function stretches(floors: readonly Floor[]): Floor[][] {
  const runs: Floor[][] = [[]];
  for (const floor of floors)
    if (floor.floorSats === null) runs.push([]);
    else runs.at(-1)!.push(floor);
  return runs.filter((run) => run.length > 0);
}

export interface Step {
  readonly priceSats: number;
  /** Listings at this price or below it. */
  readonly listings: number;
  /** Offers at this price or above it. */
  readonly offers: number;
}

/** Times the floor: what costs more or bids less than so much of it is beyond the chart. */
const REACH = 3;

/**
 * The depth of both sides near the floor at each price that one of them has, rising; empty without prices.
 */
export function depthIn(
  { listings }: Pick<MarketBook, 'listings'>,
  bids: readonly { readonly priceSats: number }[],
): Step[] {
  const middle = listings[0]?.priceSats ?? bids[0]?.priceSats;
  if (middle === undefined) return [];
  const isNear = ({ priceSats }: { readonly priceSats: number }) =>
    priceSats <= REACH * middle && priceSats >= middle / REACH;
  const [asked, offered] = [listings.filter(isNear), bids.filter(isNear)];
  const prices = [...new Set([...asked, ...offered].map(({ priceSats }) => priceSats))].sort((a, b) => a - b);
  let [listed, below] = [0, 0];
  return prices.map((priceSats) => {
    while (listed < asked.length && asked[listed]!.priceSats <= priceSats) listed += 1;
    const offers = offered.length - below;
    below += offered.filter((bid) => bid.priceSats === priceSats).length;
    return { priceSats, listings: listed, offers };
  });
}
