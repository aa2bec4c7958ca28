import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followBlocks, type Located } from '../../src/follower/sat-moves.ts';
import { type Coin, minedTransaction, type Paid, SALE } from './signed-sales.ts';

let soldHops: typeof import('../../src/follower/external-sales.ts').soldHops;
const isSignedForSale = vi.fn();
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('../../src/follower/seller-signature.ts', async (original) => {
    const actual = await original<typeof import('../../src/follower/seller-signature.ts')>();
    isSignedForSale.mockImplementation(actual.isSignedForSale);
    return { ...actual, isSignedForSale };
  });
  ({ soldHops } = await import('../../src/follower/external-sales.ts'));
});
beforeEach(() => void isSignedForSale.mockClear());
afterAll(() => {
  vi.doUnmock('../../src/follower/seller-signature.ts');
  vi.resetModules();
});

const txidOf = (n: number) => n.toString(16).padStart(64, '0');
const buyers = (n: number, valueSats: number): Coin => ({ txid: txidOf(n), valueSats, owner: 'buyer' });
const sold: Coin = { txid: txidOf(1), valueSats: 2_000, owner: 'seller', sighash: SALE };
const on = (key: number): Located => ({
  ...{ key, txid: txidOf(1), vout: 0, offset: key, valueSats: 2_000, ownerAddress: 'seller' },
});

/** How many sales are in a block of this transaction, and how many pauses it took to find them. */
async function found(
  located: readonly Located[],
  outputs: readonly Paid[],
  inputs = [buyers(7, 600), sold, buyers(8, 60_000)],
) {
  const transactions = [
    minedTransaction(txidOf(0xcb), { inputs: [], outputs: [] }),
    minedTransaction(txidOf(0x1000), { inputs, outputs }),
  ];
  const block = { height: 1, hash: 'b', previousHash: 'a', time: 0, transactions };
  const { hops } = await followBlocks([block], located, () => 0);
  return (await soldHops(hops, { marketKey: 'ab'.repeat(32), network: 'regtest' })).length;
}

test('one signature is verified for everything on a coin', async () => {
  const located = Array.from({ length: 300 }, (_, key) => on(key));
  expect(
    await found(located, [
      { owner: 'buyer', valueSats: 2_600 },
      { owner: 'seller pays', valueSats: 12_000 },
    ]),
  ).toBe(300);
  expect(isSignedForSale).toHaveBeenCalledTimes(1);
});

test('none is where no watched inscription is sold: none is on the coin, nothing is paid, or it comes back', async () => {
  const payment = { owner: 'seller pays', valueSats: 12_000 };
  expect(await found([], [{ owner: 'buyer', valueSats: 2_600 }, payment])).toBe(0);
  expect(
    await found(
      [on(0)],
      [
        { owner: 'buyer', valueSats: 2_600 },
        { ...payment, valueSats: 2_000 },
      ],
    ),
  ).toBe(0);
  expect(await found([on(0)], [{ owner: 'seller', valueSats: 2_600 }, payment])).toBe(0);
  const poor = [buyers(7, 600), sold, buyers(8, 9_000)];
  expect(await found([on(0)], [{ owner: 'buyer', valueSats: 2_600 }, payment], poor)).toBe(0);
  expect(isSignedForSale).not.toHaveBeenCalled();
});
