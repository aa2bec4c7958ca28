import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteBlocksAbove, insertBlocks } from '../../../src/store/chain/blocks.ts';
import { withMoves } from '../../../src/store/database/machine.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { newestEvents, type StoredEvent } from '../../../src/store/event/events.ts';
import { numberEvents } from '../../../src/store/event/number-events.ts';
import type { Database } from '../../../src/store/port.ts';
import { anyListing, later, makeCollection, makeInscriptions, makeListing, makeSeller, NOW } from './rows.ts';

export function moveRules(db: () => Database): void {
  describe('a move', () => {
    let id: string;
    beforeEach(async () => {
      await insertBlocks(db(), [{ height: 7, hash: 'aa', blockTime: NOW }]);
      await makeCollection(db(), 'embers');
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }], 'embers');
      id = await makeListing(db(), await makeSeller(db()), 'embers', [1]);
    });

    const movesOf = async (rowId: string) => {
      const { rows } = await sql<Record<'kind' | 'from' | 'to' | 'reason', string> & { height: number }>`
        select kind, state_from as "from", state_to as "to", reason, height from moves where row_id = ${rowId}::uuid
        order by id`.execute(db());
      return rows;
    };
    const steps = async (rowId: string) => (await movesOf(rowId)).map(({ from, to }) => `${from}>${to}`);
    const typesOf = (events: readonly StoredEvent[]) => events.map(({ type }) => type);
    const numbered = async () => {
      await numberEvents(db(), NOW);
      return newestEvents(db(), 100);
    };

    test('is written for each state that a row has had, with the reason and the height', async () => {
      await anyListing.transition(db(), id, 'buyable', 'cancelled', { closeReason: 'delisted' });
      expect(await movesOf(id)).toEqual([
        { kind: 'listing', from: null, to: 'pending_public', reason: null, height: 7 },
        { kind: 'listing', from: 'pending_public', to: 'buyable', reason: null, height: 7 },
        { kind: 'listing', from: 'buyable', to: 'cancelled', reason: 'delisted', height: 7 },
      ]);
    });

    test('is not written by a transition that changed nothing, or that set a patch alone', async () => {
      const before = await steps(id);
      await anyListing.transition(db(), id, 'sold', 'cancelled');
      await anyListing.transition(db(), id, 'buyable', 'buyable', { closeReason: 'noted' });
      const noted = anyListing.moving(['buyable', 'sold'], 'buyable', () => ({
        picked: sql`select id, state from listings for update`,
      }));
      await sql`with ${withMoves(noted)} select`.execute(db());
      expect(await steps(id)).toEqual(before);
    });

    test('goes with the transaction of its change', async () => {
      const before = await steps(id);
      const failing = inTransaction(db(), async (inner) => {
        await anyListing.transition(inner, id, 'buyable', 'sold');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await steps(id)).toEqual(before);
    });

    test('is written of each of many rows, whichever way they change', async () => {
      const second = await makeListing(db(), await makeSeller(db()), 'embers', [2]);
      await anyListing.transitionAllIfStill(db(), [id, second], 'buyable', 'hidden_locked');
      await anyListing.noteIfStill(db(), id, 'hidden_locked', 'buyable');
      const sold = anyListing.moving(['buyable', 'hidden_locked'], 'sold', (isFrom) => ({
        picked: sql`select id, state from listings where ${isFrom()} order by id for update`,
      }));
      await sql`with ${withMoves(sold)} select`.execute(db());
      expect((await steps(id)).slice(2)).toEqual([
        'buyable>hidden_locked',
        'hidden_locked>buyable',
        'buyable>sold',
      ]);
      expect((await steps(second)).slice(2)).toEqual(['buyable>hidden_locked', 'hidden_locked>sold']);
    });

    test('becomes an event with the values of that moment, even if the row has changed since', async () => {
      await anyListing.transition(db(), id, 'buyable', 'pending_public', { listedAt: later(1) });
      await anyListing.transition(db(), id, 'pending_public', 'buyable', { listedAt: later(2) });
      await anyListing.transition(db(), id, 'buyable', 'cancelled', { listedAt: later(3) });
      const told = (await numbered()).filter(({ type }) => type.startsWith('listing.'));
      expect(told.map(({ type, state }) => [type, state['status'], state['listedAt']])).toEqual([
        ['listing.made', 'buyable', NOW.toISOString()],
        ['listing.changed', 'hidden', later(1).toISOString()],
        ['listing.changed', 'buyable', later(2).toISOString()],
        ['listing.closed', 'closed', later(3).toISOString()],
      ]);
    });

    test('becomes one event even if two replicas number at once, and stays in the story', async () => {
      const counts = await Promise.all(Array.from({ length: 5 }, () => numberEvents(db(), NOW)));
      const events = await newestEvents(db(), 100);
      expect(counts.reduce((sum, count) => sum + count)).toBe(events.length);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
      expect(await steps(id)).toEqual(['null>pending_public', 'pending_public>buyable']);
      expect(await numberEvents(db(), NOW)).toBe(0);
    });

    test('whose row is gone holds up no other', async () => {
      await sql`insert into moves (kind, row_id, state_to) values ('offer', gen_random_uuid(), 'active'), ('sale', gen_random_uuid(), 'pending')`.execute(
        db(),
      );
      await anyListing.transition(db(), id, 'buyable', 'sold');
      expect(typesOf(await numbered())).toContain('listing.closed');
    });

    test('of a block or a floor is deleted once it is an event', async () => {
      await insertBlocks(
        db(),
        [8, 9].map((height) => ({ height, hash: `${height}`, blockTime: NOW })),
      );
      await deleteBlocksAbove(db(), 7);
      const chain = (await numbered()).filter(({ subject }) => subject === 'chain');
      expect(chain.map(({ type, state }) => `${type} ${String(state['height'])}`)).toEqual([
        'block.applied 7',
        'block.applied 8',
        'block.applied 9',
        'block.undone 9',
        'block.undone 8',
      ]);
      expect((await sql`select from moves where row_id is null`.execute(db())).rows).toEqual([]);
    });

    test('becomes another event when an inscription in a sale gets another name', async () => {
      await numbered();
      await sql`update inscriptions set title = 'Ember' where number = 1`.execute(db());
      const events = await numbered();
      expect(typesOf(events).at(-1)).toBe('listing.changed');
      expect(events.at(-1)!.state).toMatchObject({ title: 'Ember', status: 'buyable' });
      expect(await steps(id)).toHaveLength(2);
    });
  });
}
