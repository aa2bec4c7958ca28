import { Refusal } from '@ordbook/protocol/refusals';
import { describe, expect, test } from 'vitest';
import { idempotentSubmit } from '../../../src/trading/settlement/retried-submit.ts';

const refused = new Refusal('stale', 'somebody was faster');

describe('a submit', () => {
  test('of what was made before makes nothing, and is told of that', async () => {
    const never = () => Promise.reject(new Error('made twice'));
    expect(await idempotentSubmit(async () => 'earlier', never)).toBe('earlier');
  });

  test('that is refused because the same one was faster is told what that one made', async () => {
    const answers = [null, 'made meanwhile'];
    const made = await idempotentSubmit(
      async () => answers.shift()!,
      () => Promise.reject(refused),
    );
    expect(made).toBe('made meanwhile');
  });

  test('that is refused for anything else stays refused, and a bug stays a bug', async () => {
    const nothing = async () => null;
    await expect(idempotentSubmit(nothing, () => Promise.reject(refused))).rejects.toBe(refused);
    const bug = new Error('bug');
    const answers = [null, 'made meanwhile'];
    await expect(
      idempotentSubmit(
        async () => answers.shift()!,
        () => Promise.reject(bug),
      ),
    ).rejects.toBe(bug);
  });
});
