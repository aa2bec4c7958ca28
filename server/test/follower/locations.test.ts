import { expect, test } from 'vitest';
import { rereadStale } from '../../src/follower/locations.ts';
import { openDesk } from '../support/desk.ts';
import type { Trader } from '../support/trader.ts';

test('a stale row that the index cannot tell is asked for once, and stays stale', async () => {
  const desk = await openDesk();
  try {
    const [owner] = (await desk.traders(['p2wpkh'], 1)) as [Trader];
    const ids = await desk.inscribe(owner, 3);
    await desk.ctx.db.updateTable('inscriptions').set({ stale: true }).where('id', 'in', ids).execute();
    const asked: string[] = [];
    const ordinals = {
      ...desk.ctx.ordinals,
      async inscriptions(some: readonly string[]) {
        asked.push(...some);
        if (asked.length > ids.length) throw new Error('it is asked again and again');
        return (await desk.ctx.ordinals.inscriptions(some)).map((one) => (one?.id === ids[1] ? null : one));
      },
    };
    await rereadStale({ ...desk.ctx, ordinals }, await desk.ctx.chain.tip());
    const stale = await desk.ctx.db
      .selectFrom('inscriptions')
      .select('id')
      .where('stale', '=', true)
      .execute();
    expect(stale).toEqual([{ id: ids[1] }]);
  } finally {
    await desk.close();
  }
});
