import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/clock.ts';
import { fewerRepeats } from '../../src/follower/throttled-warnings.ts';
import { StandingClock } from '../support/api.ts';

test('a warning that says the same of the same thing is told every ten minutes, another at once', () => {
  const told: string[] = [];
  const note = (fields: object, message: string) => void told.push(`${JSON.stringify(fields)} ${message}`);
  const clock = new StandingClock();
  const log = fewerRepeats({ info: note, warn: note, error: note }, clock);
  for (let look = 0; look < 3; look += 1) log.warn({ id: 1 }, 'not taken');
  log.warn({ id: 2 }, 'not taken');
  expect(told).toEqual(['{"id":1} not taken', '{"id":2} not taken']);
  clock.step(10 * MINUTE_MS);
  log.warn({ id: 1 }, 'not taken');
  expect(told).toHaveLength(3);
});

test('what happened, and what is broken, is told each time', () => {
  const told: string[] = [];
  const note = (_fields: object, message: string) => void told.push(message);
  const log = fewerRepeats({ info: note, warn: note, error: note }, new StandingClock());
  for (let look = 0; look < 2; look += 1) {
    log.info({}, 'confirmed');
    log.error({}, 'broken');
  }
  expect(told).toEqual(['confirmed', 'broken', 'confirmed', 'broken']);
});
