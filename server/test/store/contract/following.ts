import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { coinKey, type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  addMembers,
  addSource,
  collectionBySlug,
  listCollections,
  memberIds,
  membersAmong,
  rootsOf,
  setRemoved,
  slugsOf,
} from '../../../src/store/catalogue/collections.ts';
import {
  appliedBlock,
  deleteBlocksAbove,
  insertBlocks,
  storedHash,
  storedTip,
} from '../../../src/store/chain/blocks.ts';
import { watchCoins } from '../../../src/store/chain/coin-spends.ts';
import { deleteMovesUpTo, storeMoves, undoMovesAbove } from '../../../src/store/chain/inscription-moves.ts';
import {
  inscriptionsAt,
  inscriptionsByIds,
  type Location,
  newestKey,
  placedAfter,
} from '../../../src/store/chain/inscriptions.ts';
import { inscriptionsOn, watchedAmong } from '../../../src/store/chain/watched-coins.ts';
import { askedKeys } from '../../../src/store/database/outpoint-rows.ts';
import { storeAt } from '../../../src/store/database/sync-lock.ts';
import type { Database } from '../../../src/store/port.ts';
import { idOf, later, makeCollection, makeInscriptions, NOW, txidOf } from './rows.ts';

const inOrderOfPlace = <Place extends Outpoint>(places: readonly Place[]) =>
  [...places].sort((a, b) => a.vout - b.vout);

export function followingRules(db: () => Database): void {
  describe('collections', () => {
    test('are brought to a new description, members and date of birth stay', async () => {
      await makeCollection(db(), 'embers', { verified: true });
      await makeInscriptions(db(), [{ number: 1 }], 'embers');
      const fees = { sellerBps: 1, buyerBps: 2, minimumSats: 3, sellerRoyaltyBps: 4, buyerRoyaltyBps: 5 };
      await makeCollection(db(), 'embers', { name: 'New', fees, tradingEnabled: false }, later(5));
      await addSource(db(), 'embers', idOf('second'));
      await addSource(db(), 'embers', idOf('second'));
      expect(await collectionBySlug(db(), 'embers')).toMatchObject({
        slug: 'embers',
        name: 'New',
        kind: 'parent_child',
        verified: false,
        tradingEnabled: false,
        sources: [idOf('embers'), idOf('second')],
        fees,
        payoutAddress: null,
        partnerId: null,
        memberCount: 1,
        createdAt: NOW,
      });
      expect((await listCollections(db())).map(({ slug }) => slug)).toEqual(['embers']);
    });
    test('hold members in the order of their numbers, however they were added', async () => {
      await makeCollection(db(), 'embers');
      await makeInscriptions(db(), [{ number: 5 }, { number: -2 }], 'embers');
      await makeInscriptions(db(), [{ number: 3 }], 'embers');
      await addMembers(db(), 'embers', [idOf(5), idOf('unknown')]);
      expect([...(await memberIds(db(), 'embers'))]).toEqual([idOf(-2), idOf(3), idOf(5)]);
      expect(await collectionBySlug(db(), 'embers')).toMatchObject({ memberCount: 3 });
      expect(await membersAmong(db(), 'embers', [idOf(3)])).toEqual(new Set([idOf(3)]));
      expect(await membersAmong(db(), 'embers', [idOf(3), idOf(4)])).toEqual(new Set([idOf(3)]));
    });
    test('of an inscription: verified first, then the one added earliest', async () => {
      await makeCollection(db(), 'old');
      await makeCollection(db(), 'new', {}, later(1));
      await makeCollection(db(), 'verified', { verified: true }, later(2));
      const [id] = await makeInscriptions(db(), [{ number: 1 }]);
      for (const slug of ['new', 'old', 'verified']) await addMembers(db(), slug, [id!]);
      expect(await slugsOf(db(), [id!, idOf(2)])).toEqual(new Map([[id, ['verified', 'old', 'new']]]));
      await addSource(db(), 'old', idOf(7));
      await setRemoved(db(), 'new', later(3));
      const [, { slug, roots }] = (await rootsOf(db(), id!)) as [unknown, { slug: string; roots: string[] }];
      expect([slug, roots.includes(idOf(7)), (await rootsOf(db(), id!)).length]).toEqual(['old', true, 2]);
      expect(await rootsOf(db(), idOf(2))).toEqual([]);
    });
  });

  describe('inscriptions', () => {
    const at = (seed: string, ownerAddress: string | null = 'owner'): Location => ({
      txid: txidOf(seed),
      vout: 4_294_967_295,
      offset: 7,
      valueSats: 600,
      ownerAddress,
    });

    test('are found by id and owner', async () => {
      const location = { txid: txidOf('shared'), vout: 2 };
      await makeInscriptions(db(), [
        { number: 2, location },
        { number: 1, location },
        { number: 3, address: null },
      ]);
      expect((await inscriptionsByIds(db(), [idOf(3), idOf(9)])).map((row) => row?.number)).toEqual([
        3,
        undefined,
      ]);
      expect(await inscriptionsAt(db(), 'owner')).toEqual([idOf(1), idOf(2)]);
    });
    test('stored after another are told by its key', async () => {
      expect(await newestKey(db())).toBe(0);
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }]);
      const newest = await newestKey(db());
      expect(await placedAfter(db(), newest)).toEqual([]);
      await makeInscriptions(db(), [{ number: 2 }, { number: 3 }]);
      expect(await placedAfter(db(), newest)).toEqual([{ txid: txidOf(3), vout: 0 }]);
    });
    test('read again keep the title and traits that the new reading lacks', async () => {
      const traits = [{ type: 'a', value: 'b' }];
      await makeInscriptions(db(), [{ number: 1, title: 'One', traits }]);
      await makeInscriptions(db(), [{ number: 1, address: 'new' }]);
      expect((await inscriptionsByIds(db(), [idOf(1)]))[0]).toMatchObject({
        title: 'One',
        traits,
        ownerAddress: 'new',
        syncedHeight: 100,
      });
    });
    test('return to where they were when blocks are undone', async () => {
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }]);
      const before = await inscriptionsByIds(db(), [idOf(1), idOf(2)]);
      const { key } = before[0]!;
      const start = { txid: txidOf(1), vout: 0, offset: 0, valueSats: 10_000, ownerAddress: 'owner' };
      const moves = [
        { height: 101, key, before: start, after: at('b') },
        { height: 102, key, before: at('b'), after: at('c', null) },
      ];
      await storeMoves(db(), moves);
      expect((await inscriptionsByIds(db(), [idOf(1)]))[0]).toMatchObject({
        txid: txidOf('c'),
        vout: 4_294_967_295,
        satOffset: 7,
        ownerAddress: null,
      });
      const outpoint = ({ txid, vout }: Location) => ({ txid, vout });
      expect(await undoMovesAbove(db(), 101)).toEqual([outpoint(at('c')), outpoint(at('b'))]);
      expect((await inscriptionsByIds(db(), [idOf(1)]))[0]).toMatchObject({
        txid: txidOf('b'),
      });
      expect(await undoMovesAbove(db(), 100)).toEqual([outpoint(at('b')), outpoint(start)]);
      expect(await inscriptionsByIds(db(), [idOf(1), idOf(2)])).toEqual(before);
      expect(await undoMovesAbove(db(), 100)).toEqual([]);
    });
    test('move by the thousand, each to its own place and owner', async () => {
      const numbers = Array.from({ length: 2_100 }, (_, i) => i + 1);
      await makeInscriptions(
        db(),
        numbers.map((number) => ({ number })),
      );
      const known = await inscriptionsByIds(db(), numbers.map(idOf));
      const moves = known.map((inscription, i) => ({
        height: 101,
        key: inscription!.key,
        before: at('a'),
        after: { ...at(`to ${i}`), ownerAddress: i % 3 === 0 ? null : `owner-${i}` },
      }));
      await storeMoves(db(), moves);
      const moved = await inscriptionsByIds(db(), numbers.map(idOf));
      expect(moved.map((row) => [row!.txid, row!.ownerAddress])).toEqual(
        moves.map(({ after }) => [after.txid, after.ownerAddress]),
      );
    });
    test('stay where they are when how to undo a block was forgotten', async () => {
      await makeInscriptions(db(), [{ number: 1 }]);
      const { key } = (await inscriptionsByIds(db(), [idOf(1)]))[0]!;
      const places = [at('a'), at('b'), at('c')] as const;
      for (const [i, height] of [101, 102].entries()) {
        await insertBlocks(db(), [{ height, hash: `h${height}`, blockTime: NOW }]);
        const move = { height, key, before: places[i]!, after: places[i + 1]! };
        await storeMoves(db(), [move]);
      }
      await deleteMovesUpTo(db(), 101);
      await expect(undoMovesAbove(db(), 100)).rejects.toThrow(
        'the reorg goes below height 101, whose moves are deleted',
      );
      expect((await inscriptionsByIds(db(), [idOf(1)]))[0]).toMatchObject({ txid: txidOf('c') });
      expect(await undoMovesAbove(db(), 101)).toHaveLength(2);
      expect((await inscriptionsByIds(db(), [idOf(1)]))[0]).toMatchObject({ txid: txidOf('b') });
    });
  });

  describe('spent coins that are watched', () => {
    test('are those with a stored inscription on them, and no others of the same transaction', async () => {
      const txid = txidOf('many');
      await makeInscriptions(db(), [
        { number: 1, location: { txid, vout: 4_294_967_295 } },
        { number: 2, location: { txid, vout: 7 } },
        { number: 3 },
      ]);
      const spent = [0, 7, 8, 4_294_967_295].map((vout) => ({ txid, vout }));
      await insertBlocks(db(), [{ height: 9, hash: 'h9', blockTime: NOW }]);
      const { located, tipHash, newest } = await inscriptionsOn(
        db(),
        askedKeys([...spent, { txid: txidOf(4), vout: 0 }]),
      );
      const [two, one] = [spent[1]!, spent[3]!];
      const [first, second] = await inscriptionsByIds(db(), [idOf(1), idOf(2)]);
      const rest = { offset: 0, valueSats: 10_000, ownerAddress: 'owner' };
      expect(inOrderOfPlace(located)).toEqual([
        { key: second!.key, ...two, ...rest },
        { key: first!.key, ...one, ...rest },
      ]);
      expect([tipHash, newest]).toEqual(['h9', await newestKey(db())]);
    });
    test('are those that trades depend on', async () => {
      const [bid, funding, parent] = ['bid', 'funding', 'parent'].map(txidOf) as [string, string, string];
      const coins3 = [
        { txid: bid, vout: 3 },
        { txid: funding, vout: 5 },
        { txid: parent, vout: OFFER_VOUT },
      ];
      await watchCoins(db(), coins3);
      const spent = [bid, funding, parent].flatMap((txid) => [0, 3, 5].map((vout) => ({ txid, vout })));
      const coins = await watchedAmong(db(), askedKeys(spent));
      expect(new Set(coins.map(outpointText))).toEqual(
        new Set([`${bid}:3`, `${funding}:5`, `${parent}:${OFFER_VOUT}`]),
      );
      expect(coins).toHaveLength(3);
      expect(await watchedAmong(db(), askedKeys([]))).toEqual([]);
    });
    test('are told by the same key here and in the database', async () => {
      for (const seed of ['a', 'b', 'c']) {
        const coin = { txid: txidOf(seed), vout: 4_294_967_295 };
        const { rows } = await sql<{
          key: number;
        }>`select coin_key(${coin.txid}, ${coin.vout}) as key`.execute(db());
        expect(rows[0]!.key).toBe(coinKey(coin));
      }
    });
  });

  describe('blocks', () => {
    test('are stored in turns: of several on the same tip one is stored, and the others find another tip', async () => {
      await insertBlocks(db(), [{ height: 9, hash: 'h9', blockTime: NOW }]);
      const store = (hash: string) =>
        storeAt(db(), 'h9', async (transaction) => {
          await insertBlocks(transaction, [{ height: 10, hash, blockTime: NOW }]);
          return hash;
        });
      const stored = await Promise.all(['one', 'other', 'third'].map(store));
      expect(stored.filter((hash) => hash !== null)).toEqual([await storedHash(db(), 10)]);
    });
    test('have one tip, and end where a rollback says', async () => {
      expect(await storedTip(db())).toBeNull();
      await insertBlocks(
        db(),
        [9, 10, 11].map((height) => ({ height, hash: `h${height}`, blockTime: NOW })),
      );
      expect(await storedTip(db())).toEqual({ height: 11, hash: 'h11', blockTime: NOW });
      await deleteBlocksAbove(db(), 9);
      expect([await storedHash(db(), 9), await storedHash(db(), 10)]).toEqual(['h9', null]);
      expect(await appliedBlock(db(), 'h9')).toEqual({ height: 9, hash: 'h9', blockTime: NOW });
      expect(await appliedBlock(db(), 'h10')).toBeNull();
      await expect(insertBlocks(db(), [{ height: 9, hash: 'other', blockTime: NOW }])).rejects.toThrow(
        'unique',
      );
    });
  });
}
