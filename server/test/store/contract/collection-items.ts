import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems } from '../../../src/store/catalogue/collection-items.ts';
import { addMembers } from '../../../src/store/catalogue/collections.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import type { Database } from '../../../src/store/port.ts';
import { idOf, later, makeCollection, makeInscriptions, NOW } from './rows.ts';

export function collectionItemRules(db: () => Database): void {
  describe('items of a collection', () => {
    beforeEach(async () => {
      await makeCollection(db(), 'embers', { verified: true });
    });

    const pageOf = (on: Database = db(), slug = 'embers') =>
      collectionItems(on, { slug, sort: 'oldest', now: NOW, after: null, limit: 101 });
    /** What the items show, and what it must be: counted from scratch. */
    const counts = async (on: Database = db()) => {
      const items = await pageOf(on);
      const carriers = (type: string, value: string) =>
        items.filter(({ traits }) => traits.some((trait) => trait.type === type && trait.value === value));
      const traits = items.flatMap((item) => item.traits);
      return {
        shown: traits.map(({ type, value, count }) => ({ type, value, count })),
        expected: traits.map(({ type, value }) => ({ type, value, count: carriers(type, value).length })),
      };
    };
    const red = { type: 'Hue', value: 'red' };
    const blue = { type: 'Hue', value: 'blue' };

    test('show the counts of their traits as of the page, after members come, change and go', async () => {
      const of = (number: number, ...traits: (typeof red)[]) => ({ number, traits });
      const changes: ((on: Database) => Promise<unknown>)[] = [
        (on) => makeInscriptions(on, [of(1, red), of(2, red, blue)], 'embers'),
        (on) => makeInscriptions(on, [of(3, red)], 'embers'),
        (on) => makeInscriptions(on, [of(1, blue), of(4, blue)]),
        (on) => addMembers(on, 'embers', [idOf(4)]),
        (on) =>
          sql`
          delete from collection_members
          where inscription_key = (select key from inscriptions where id = ${idOf(2)})`.execute(on),
      ];
      class Undone extends Error {}
      for (const change of changes) {
        const before = (await counts()).shown;
        const work = inTransaction(db(), async (on) => {
          await change(on);
          const { shown, expected } = await counts(on);
          expect(shown).toEqual(expected);
          expect(shown).not.toEqual(before);
          throw new Undone();
        });
        await expect(work).rejects.toThrow(Undone);
        expect((await counts()).shown).toEqual(before);
        await change(db());
        const { shown, expected } = await counts();
        expect(shown).toEqual(expected);
      }
    });

    test('show the counts of each of two collections that have the same traits', async () => {
      await makeCollection(db(), 'ashes');
      await makeInscriptions(db(), [{ number: 1, traits: [red] }], 'embers');
      await makeInscriptions(
        db(),
        [2, 3].map((number) => ({ number, traits: [red] })),
        'ashes',
      );
      expect((await pageOf())[0]!.traits).toEqual([{ ...red, count: 1, percentage: 100 }]);
      expect((await pageOf(db(), 'ashes'))[0]!.traits).toEqual([{ ...red, count: 2, percentage: 100 }]);
    });

    test('name all their collections alike on the page of each, the primary one first', async () => {
      await makeCollection(db(), 'ashes', {}, later(-2));
      await makeCollection(db(), 'cinders', {}, later(-3));
      await makeInscriptions(db(), [{ number: 1 }, { number: 2 }, { number: 3 }], 'embers');
      await addMembers(db(), 'ashes', [idOf(2), idOf(3)]);
      await addMembers(db(), 'cinders', [idOf(3)]);
      const named = async (slug: string) => (await pageOf(db(), slug)).map(({ collections }) => collections);
      const [one, two, three] = [['embers'], ['embers', 'ashes'], ['embers', 'cinders', 'ashes']];
      expect(await named('embers')).toEqual([one, two, three]);
      expect(await named('ashes')).toEqual([two, three]);
      expect(await named('cinders')).toEqual([three]);
    });

    test('keep any text that an inscription can have', async () => {
      const title = '"quoted" \\ \u0001 \u001f \u007f \u2028 \u{1f98e} </script>\n{}';
      const traits = [{ type: title, value: title }];
      await makeInscriptions(db(), [{ number: 1, title, traits }], 'embers');
      expect(await pageOf()).toMatchObject([{ title, traits: [{ ...traits[0], count: 1 }] }]);
    });

    test('never lose digits: an amount beyond 2^53 throws', async () => {
      await makeInscriptions(db(), [{ number: 1 }], 'embers');
      await db()
        .updateTable('inscriptions')
        .set({ lastSaleSats: 2 ** 53 })
        .execute();
      await expect(pageOf()).rejects.toThrow('beyond 2^53');
    });
  });
}
