import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { lentCoins } from '../../src/source/lent-coins.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { testWallet } from '../honest.ts';

const wallet = testWallet();

/** A transaction that pays these values to an address. */
function paying(address: string, values: readonly number[]): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
  transaction.addInput({ txid: 'ab'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0) });
  for (const value of values)
    transaction.addOutput({ script: scriptOf(address, wallet.network), amount: BigInt(value) }, true);
  return bytesToHex(transaction.toBytes(true, false));
}

/** The coins of a session whose service says that each output of `rawTransaction` is one of them. */
function lent(
  rawTransaction: string,
  by: Partial<Wallet> = {},
  change: object = {},
  source: object | null = null,
) {
  const { txid, outputs } = readTransaction(rawTransaction);
  const coins = outputs.map(({ valueSats }, vout) => ({ txid, vout, valueSats, rawTransaction, ...change }));
  const fetch = async () => Response.json({ coins });
  return lentCoins({
    client: { options: { baseUrl: 'http://service.test', fetch, token: 'token' } },
    ...{ wallet: { ...wallet, ...by }, walletBindingId: 'id', safety: { source } },
  } as unknown as Session);
}

const own = paying(wallet.paymentAddress, [70_000, 50_000]);
const shared = { ordinalsAddress: wallet.paymentAddress };

test('coins are proven by the transactions that made them', async () => {
  const { txid } = readTransaction(own);
  expect(await lent(own)).toEqual([
    { txid, vout: 0, valueSats: 70_000 },
    { txid, vout: 1, valueSats: 50_000 },
  ]);
});

test('the service has the time of a scan by its node', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => limits.mockRestore());
  await lent(own);
  expect(limits).toHaveBeenCalledExactlyOnceWith(150_000);
});

describe('a service cannot lend', () => {
  test.each([
    ['another value', {}, { valueSats: 70_001 }],
    ['an output that is not there', {}, { vout: 2 }],
    ['a coin of another transaction', {}, { txid: 'cd'.repeat(32) }],
    ['a coin without its transaction', {}, { rawTransaction: '00' }],
    ['a coin of somebody else', { paymentAddress: wallet.ordinalsAddress, ordinalsAddress: 'another' }, {}],
  ])('%s', async (_, by, change) => {
    await expect(lent(own, by, change)).rejects.toThrow(/its transaction does not show it$/);
  });
});

describe('where one address pays and holds inscriptions,', () => {
  test('a coin pays only if the wallet itself lists it', async () => {
    const { txid } = readTransaction(own);
    const plainCoins = async () => [`${txid}:1`, `${txid}:9`];
    expect(await lent(own, { ...shared, plainCoins })).toEqual([{ txid, vout: 1, valueSats: 50_000 }]);
  });

  test('a wallet that cannot say which are plain needs a source of the user', async () => {
    await expect(lent(own, shared)).rejects.toThrow(/name an ord server of your own/);
    expect(await lent(own, shared, {}, {})).toHaveLength(2);
  });
});
