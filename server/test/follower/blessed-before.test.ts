import { describe, expect, test } from 'vitest';
import { blessedBefore } from '../../src/follower/blessed-before.ts';
import type { Inscription } from '../../src/ordinals/port.ts';

/** Numbers in the order in which the index has them. */
const SEQUENCE = [-1, -2, 0, 1, -3, 2, 3, -4, -5, -6];
const idOf = (number: number) => `${number}`;

function index() {
  const asked: string[] = [];
  const read = (id: string): Inscription => {
    const at = SEQUENCE.indexOf(Number(id));
    return {
      id,
      number: Number(id),
      previous: at === 0 ? null : idOf(SEQUENCE[at - 1]!),
    } as unknown as Inscription;
  };
  const inscription = async (id: string) => {
    asked.push(id);
    return read(id);
  };
  return { asked, read, ordinals: { inscription } };
}

// Spec, "GET /collection/{slug}/inscriptions": `oldest` is the ascending inscription sequence
describe('a cursed inscription stands after the blessed ones that the index has before it', () => {
  test('however many cursed ones lie between', async () => {
    const { ordinals, read } = index();
    const cursed = [-6, -5, -4, -3, -2, -1].map((number) => read(idOf(number)));
    expect(Object.fromEntries(await blessedBefore(ordinals, cursed))).toEqual({
      '-1': 0,
      '-2': 0,
      '-3': 2,
      '-4': 4,
      '-5': 4,
      '-6': 4,
    });
  });

  test('and a run of them is read once; blessed ones need no reading', async () => {
    const { asked, ordinals, read } = index();
    const known = new Map<string, number>();
    await blessedBefore(ordinals, [read('-6'), read('3'), read('2')], known);
    expect(asked).toEqual(['-5', '-4', '3']);
    await blessedBefore(ordinals, [read('-4'), read('-5')], known);
    expect(asked).toHaveLength(3);
  });
});
