import { Refusal } from '@ordbook/protocol/refusals';
import { expect, test } from 'vitest';
import { Overtaken } from '../../../src/store/database/machine.ts';
import { eachTrade } from '../../../src/trading/settlement/each-trade.ts';

/** What is logged, and which trades had their turn, when the first one throws. */
async function following(error: Error) {
  const logged: string[] = [];
  const turns: string[] = [];
  const note = (level: string) => () => void logged.push(level);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const ended = eachTrade({ log }, [{ id: 'one' }, { id: 'two' }], async ({ id }) => {
    turns.push(id);
    if (id === 'one') throw error;
  });
  return { logged, turns, ended };
}

test('a trade that another replica was faster with is no error', async () => {
  const { logged, turns, ended } = await following(new Overtaken('row 1 of purchases is not pending'));
  await ended;
  expect({ logged, turns }).toEqual({ logged: ['warn'], turns: ['one', 'two'] });
});

test('a trade that throws because of a bug is an error, and the next has its turn', async () => {
  const { logged, turns, ended } = await following(new TypeError('x is undefined'));
  await ended;
  expect({ logged, turns }).toEqual({ logged: ['error'], turns: ['one', 'two'] });
});

test('a refusal ends the round', async () => {
  const { logged, turns, ended } = await following(new Refusal('unavailable', 'the node is unreachable'));
  await expect(ended).rejects.toThrow('the node is unreachable');
  expect({ logged, turns }).toEqual({ logged: [], turns: ['one'] });
});
