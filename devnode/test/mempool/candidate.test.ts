import { sha256 } from '@noble/hashes/sha2.js';
import { beforeAll, expect, test } from 'vitest';
import { txidOf } from '../../src/transaction/txid.ts';
import {
  coinFrom,
  FUNDED_HEIGHT,
  type FundedNode,
  fundedNode,
  pass,
  rawOf,
  send,
  spend,
  verdict,
} from '../support/open-coins.ts';
import { scriptOutput } from '../support/scripts.ts';

const MISSING = { txid: 'ab'.repeat(32), vout: 0, valueSats: 10_000 };

let node: FundedNode;
beforeAll(async () => {
  node = await fundedNode();
});

test('inputs must exist', async () => {
  expect(await verdict(node.call, pass(MISSING, 1000))).toBe('missing-inputs');
  await expect(send(node.call, pass(MISSING, 1000))).rejects.toMatchObject({
    code: -25,
    message: 'bad-txns-inputs-missingorspent',
  });
});

test('outputs pay no more than inputs hold', async () => {
  expect(await verdict(node.call, pass(await node.coin(), -1))).toBe('bad-txns-in-belowout');
});

test('a coinbase output is spent after 100 blocks', async () => {
  const block = (await node.call('getblock', [await node.call('getblockhash', [FUNDED_HEIGHT - 5])])) as {
    tx: [string];
  };
  const young = { txid: block.tx[0], vout: 0, valueSats: 5_000_000_000 };
  expect(await verdict(node.call, pass(young, 1000))).toBe('bad-txns-premature-spend-of-coinbase');
});

test('no coinbase comes from outside a block', async () => {
  const block = (await node.call('getblock', [await node.call('getblockhash', [1]), 2])) as {
    tx: [{ hex: string }];
  };
  const [result] = (await node.call('testmempoolaccept', [[block.tx[0].hex]])) as [Record<string, unknown>];
  expect(result).toMatchObject({ allowed: false, 'reject-reason': 'coinbase' });
});

test('a lock time of a later block waits', async () => {
  const coin = await node.coin();
  expect(await verdict(node.call, pass(coin, 1000, { lockTime: FUNDED_HEIGHT }))).toBe('allowed');
  expect(await verdict(node.call, pass(coin, 1000, { lockTime: FUNDED_HEIGHT + 1 }))).toBe('non-final');
});

test('a lock time is measured against the median time of the last blocks', async () => {
  const { mediantime } = (await node.call('getblockchaininfo')) as { mediantime: number };
  const coin = await node.coin();
  expect(await verdict(node.call, pass(coin, 1000, { lockTime: mediantime - 1 }))).toBe('allowed');
  expect(await verdict(node.call, pass(coin, 1000, { lockTime: mediantime }))).toBe('non-final');
});

test('final sequences switch a lock time off', async () => {
  const tx = pass(await node.coin(), 1000, { lockTime: FUNDED_HEIGHT + 50, sequence: 0xffffffff });
  expect(await verdict(node.call, tx)).toBe('allowed');
});

test('a relative lock in blocks counts from the confirmation of the coin', async () => {
  const coin = await node.coin();
  const { confirmations } = (await node.call('gettxout', [coin.txid, 0])) as { confirmations: number };
  expect(await verdict(node.call, pass(coin, 1000, { sequence: confirmations }))).toBe('allowed');
  expect(await verdict(node.call, pass(coin, 1000, { sequence: confirmations + 1 }))).toBe('non-BIP68-final');
});

test('version 1 knows no relative locks', async () => {
  const tx = pass(await node.coin(), 1000, { version: 1, sequence: 5000 });
  expect(await verdict(node.call, tx)).toBe('allowed');
});

test('an unconfirmed coin passes no relative lock', async () => {
  const parent = pass(await node.coin(), 1000);
  await send(node.call, parent);
  expect(await verdict(node.call, pass(coinFrom(parent), 1000, { sequence: 1 }))).toBe('non-BIP68-final');
});

test('a transaction enters once, and sending it again is no error', async () => {
  const tx = pass(await node.coin(), 1000);
  const txid = await send(node.call, tx);
  expect(await verdict(node.call, tx)).toBe('txn-already-in-mempool');
  expect(await send(node.call, tx)).toBe(txid);
});

test('a transaction that waits with another witness is refused', async () => {
  const tx = pass(await node.coin(), 1000);
  await send(node.call, tx);
  const other = { ...tx, inputs: [{ ...tx.inputs[0]!, witness: [Uint8Array.of(1), Uint8Array.of(0x51)] }] };
  expect(await verdict(node.call, other)).toBe('txn-same-nonwitness-data-in-mempool');
});

test('a mined transaction is known', async () => {
  const tx = pass(await node.coin(), 1000);
  await send(node.call, tx);
  await node.call('generateblock', [`raw(51)`, [txidOf(tx)]]);
  expect(await verdict(node.call, tx)).toBe('txn-already-known');
  await expect(send(node.call, tx)).rejects.toMatchObject({ code: -27 });
});

test('a fee meets the relay minimum, rounded up', async () => {
  const coin = await node.coin();
  const { vsize } = (await node.call('decoderawtransaction', [rawOf(pass(coin, 0))])) as { vsize: number };
  const minimum = Math.ceil(vsize / 10);
  expect(await verdict(node.call, pass(coin, minimum))).toBe('allowed');
  await expect(send(node.call, pass(coin, minimum - 1))).rejects.toMatchObject({
    code: -26,
    message: `min relay fee not met, ${minimum - 1} < ${minimum}`,
  });
});

test('a failing script is named, in the mempool and in a block', async () => {
  const tx = pass(await node.coin(), 1000);
  const broken = { ...tx, inputs: [{ ...tx.inputs[0]!, witness: [Uint8Array.of(0x52)] }] };
  const text = 'script-verify-flag-failed (Witness program hash mismatch), input 0 of ';
  await expect(send(node.call, broken)).rejects.toMatchObject({
    code: -26,
    message: expect.stringContaining(`mempool-${text}`),
  });
  await expect(node.call('generateblock', ['raw(51)', [rawOf(broken)]])).rejects.toMatchObject({
    code: -25,
    message: expect.stringContaining(`block-${text}`),
  });
});

test('a script that only the mempool refuses may be mined', async () => {
  const nopThenTrue = Uint8Array.of(0xb9, 0x51);
  const coin = await node.coin();
  const parent = spend([coin], [scriptOutput(coin.valueSats - 1000, [0, 32, ...sha256(nopThenTrue)])]);
  await send(node.call, parent);
  const open = pass(coinFrom(parent), 1000);
  const child = { ...open, inputs: [{ ...open.inputs[0]!, witness: [nopThenTrue] }] };
  expect(await verdict(node.call, child)).toBe(
    'mempool-script-verify-flag-failed (NOPx reserved for soft-fork upgrades)',
  );
  const { hash } = (await node.call('generateblock', ['raw(51)', [txidOf(parent), rawOf(child)]])) as {
    hash: string;
  };
  expect(await node.call('getbestblockhash')).toBe(hash);
});

test('the first broken rule of a transaction alone is named', async () => {
  const coin = await node.coin();
  expect(await verdict(node.call, spend([coin, coin], [1000]))).toBe('bad-txns-inputs-duplicate');
  expect(await verdict(node.call, spend([coin], []))).toBe('bad-txns-vout-empty');
  expect(await verdict(node.call, spend([coin], [-1]))).toBe('bad-txns-vout-negative');
  expect(await verdict(node.call, spend([coin], [22e14]))).toBe('bad-txns-vout-toolarge');
});

test('the knots policy names a script that fails in a block as Bitcoin Core 29 did', async () => {
  const knots = await fundedNode({ policy: 'knots' });
  const tx = pass(await knots.coin(), 1000);
  const broken = { ...tx, inputs: [{ ...tx.inputs[0]!, witness: [Uint8Array.of(0x52)] }] };
  await expect(knots.call('generateblock', ['raw(51)', [rawOf(broken)]])).rejects.toMatchObject({
    message: expect.stringContaining('mandatory-script-verify-flag-failed (Witness program hash mismatch)'),
  });
});
