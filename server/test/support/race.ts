import { Refusal } from '@ordbook/protocol/refusals';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import type { Desk } from './desk.ts';
import { list, signedPurchase } from './trade.ts';
import type { Trader } from './trader.ts';

export interface Race {
  readonly listingId: string;
  /** In the order of the buyers: 200, or the status of the refusal. */
  readonly statuses: readonly number[];
}

/** Every buyer submits a signed purchase of the same fresh listing at the same moment. Throws what is no refusal. */
export async function race(
  desk: Desk,
  seller: Trader,
  inscriptionId: string,
  buyers: readonly Trader[],
): Promise<Race> {
  const [ref] = await list(desk, seller, [inscriptionId]);
  const signed = [];
  for (const buyer of buyers) signed.push(await signedPurchase(desk, buyer, [ref!]));
  const statuses = await Promise.all(
    signed.map(({ body }, i) =>
      submitPurchase(desk.ctx, buyers[i]!.caller, body).then(
        () => 200,
        (error: unknown) => {
          if (error instanceof Refusal) return error.status;
          throw error;
        },
      ),
    ),
  );
  return { listingId: ref!.listingId, statuses };
}

/** Sales of a listing by state, and how many anchors are held for purchases that are not there. */
export async function salesOf(desk: Desk, listingId: string): Promise<string[]> {
  const rows = await desk.ctx.db
    .selectFrom('sales')
    .select('state')
    .where('listingId', '=', listingId)
    .execute();
  return rows.map(({ state }) => state);
}
