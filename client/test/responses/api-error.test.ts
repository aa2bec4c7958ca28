import { GONE, REFUSALS } from '@ordbook/protocol/refusals';
import { expect, test } from 'vitest';
import { ApiError, isGone } from '../../src/responses/api-error.ts';

test('what somebody else was faster with is gone, at a preflight and at a submit, and nothing else is', () => {
  for (const code of Object.keys(REFUSALS))
    for (const status of [400, 409])
      expect([code, isGone(new ApiError(status, 'a sentence', { code }))]).toEqual([code, GONE.has(code)]);
  for (const error of [new Error('not_buyable'), null, new ApiError(409, 'a sentence')])
    expect(isGone(error)).toBe(false);
});
