import { HOUR_MS } from '../base/clock.ts';
import { lastSnapshotAt, takeSnapshots } from '../store/catalogue/floors.ts';
import type { TradingContext } from '../trading/context.ts';

/** Stores every collection's floor once an hour: what the 1 and 7 day changes are measured against. */
export async function snapshotFloors(ctx: TradingContext): Promise<void> {
  const now = ctx.clock.now();
  const last = await lastSnapshotAt(ctx.db);
  if (last && now.getTime() - last.getTime() < HOUR_MS) return;
  await takeSnapshots(ctx.db, now);
}
