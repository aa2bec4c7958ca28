import type { Explanation, RoleKind } from '@ordbook/client/inspect';
import { expect, test } from 'vitest';
import { canOnlyOneHappen, spendsAgain } from '../../src/trader/sign/shared-coins.ts';

/** A PSBT that looks like `kind` and spends these own coins, and one of somebody else. */
function explanation(kind: RoleKind, coins: readonly string[]): Explanation {
  const inputs = coins.map((txid) => ({ txid, vout: 0, owner: 'you' }));
  return {
    role: { kind, words: '' },
    inputs: [...inputs, { txid: 'other', vout: 0, owner: 'other' }],
  } as unknown as Explanation;
}

test('only one of several offers can happen when all spend one own coin', () => {
  const all = (kind: RoleKind, ...coins: string[][]) => coins.map((one) => explanation(kind, one));
  expect(canOnlyOneHappen(all('offer settlement', ['a', 'b'], ['a'], ['c', 'a']))).toBe(true);
  expect(canOnlyOneHappen(all('collection offer', ['a'], ['b'], ['a']))).toBe(false);
  expect(canOnlyOneHappen(all('offer settlement', ['a']))).toBe(false);
  // the recovery of a listing spends what its sale spends, and is no offer
  expect(canOnlyOneHappen(all('listing sale', ['a'], ['a']))).toBe(false);
});

test('a payment with the coin of an earlier signature is one of two that exclude each other', () => {
  const signed = ['a:0', 'other:0'];
  expect(spendsAgain([explanation('purchase', ['b', 'a'])], signed)).toBe(true);
  expect(spendsAgain([explanation('purchase', ['b'])], signed)).toBe(false);
  // an inscription is signed again for each listing of it
  expect(spendsAgain([explanation('transfer', ['a'])], signed)).toBe(false);
});
