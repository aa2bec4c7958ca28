import { expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { type SafetyOptions, safetyOf } from '../../src/safety/options.ts';
import { pinnedKeys, requirePinned } from '../../src/safety/pins.ts';
import { memoryStorage } from '../../src/safety/storage.ts';

const A = 'aa'.repeat(32);
const B = 'bb'.repeat(32);

function sessionWith(options: SafetyOptions, baseUrl = 'http://market.test/api/v1'): Session {
  const wallet = { network: 'regtest' };
  return { safety: safetyOf(options, baseUrl), wallet } as unknown as Session;
}

test('the first key that a service shows is pinned, and a change is refused with both keys', async () => {
  const session = sessionWith({ storage: memoryStorage() });
  await requirePinned(session, { market: A });
  await requirePinned(session, { market: A, gate: B });
  expect(await pinnedKeys(session)).toEqual({ market: A, gate: B });
  await expect(requirePinned(session, { market: B })).rejects.toThrow(
    `the market key of http://market.test was ${A} and is now ${B}`,
  );
  expect(await pinnedKeys(session)).toEqual({ market: A, gate: B });
});

test('services are pinned apart, and one service by its origin', async () => {
  const storage = memoryStorage();
  await requirePinned(sessionWith({ storage }), { market: A });
  await expect(
    requirePinned(sessionWith({ storage }, 'http://other.test'), { market: B }),
  ).resolves.toBeUndefined();
  await expect(requirePinned(sessionWith({ storage }, 'http://market.test'), { market: B })).rejects.toThrow(
    /was/,
  );
});

test('a key of the options stands before the stored one, in either form', async () => {
  const storage = memoryStorage();
  await requirePinned(sessionWith({ storage }), { market: A });
  const moved = sessionWith({ storage, pins: { market: `02${B}` } });
  await expect(requirePinned(moved, { market: B })).resolves.toBeUndefined();
  await expect(requirePinned(moved, { market: A })).rejects.toThrow(`was ${B} and is now ${A}`);
});

test('a key that is not pinned is refused where pins are required', async () => {
  const session = sessionWith({ storage: memoryStorage(), requirePins: true, pins: { market: A } });
  await expect(requirePinned(session, { market: A })).resolves.toBeUndefined();
  await expect(requirePinned(session, { market: A, policy: B })).rejects.toThrow(
    `the policy key of http://market.test is ${B}, which is not pinned`,
  );
});
