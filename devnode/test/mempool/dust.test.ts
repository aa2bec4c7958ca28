import { beforeEach, expect, test } from 'vitest';
import { dustThresholdSats } from '../../src/mempool/dust.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import {
  coinFrom,
  type FundedNode,
  fundedNode,
  pass,
  spend,
  submit,
  verdict,
} from '../support/open-coins.ts';

let node: FundedNode;
beforeEach(async () => {
  node = await fundedNode();
});

test.each([
  ['P2WPKH', [0, 20, ...new Uint8Array(20)], 294],
  ['P2WSH', [0, 32, ...new Uint8Array(32)], 330],
  ['P2TR', [0x51, 32, ...new Uint8Array(32)], 330],
  ['P2A', [0x51, 2, 0x4e, 0x73], 240],
  ['P2SH', [0xa9, 20, ...new Uint8Array(20), 0x87], 540],
  ['P2PKH', [0x76, 0xa9, 20, ...new Uint8Array(20), 0x88, 0xac], 546],
  ['OP_RETURN', [0x6a], 0],
])('a %s output is dust below its limit', (_, script, limit) => {
  expect(dustThresholdSats(Uint8Array.from(script), 3000)).toBe(limit);
});

test('dust is not relayed in a transaction that pays a fee', async () => {
  const coin = await node.coin();
  expect(await verdict(node.call, spend([coin], [coin.valueSats - 1329, 329]))).toBe('dust');
  expect(await verdict(node.call, spend([coin], [coin.valueSats - 1330, 330]))).toBe('allowed');
});

test('two dust outputs are never relayed', async () => {
  const coin = await node.coin();
  expect(await verdict(node.call, spend([coin], [coin.valueSats - 200, 100, 100]))).toBe('dust');
});

test('one dust output is relayed without fee when a child of the package spends it', async () => {
  const coin = await node.coin();
  const parent = spend([coin], [coin.valueSats - 100, 100], { version: 3 });
  const child = spend([coinFrom(parent, 0), coinFrom(parent, 1)], [coin.valueSats - 3000], { version: 3 });
  expect((await submit(node.call, [parent, child])).package_msg).toBe('success');
});

test('a child leaves no dust of its parent behind', async () => {
  const coin = await node.coin();
  const parent = spend([coin], [coin.valueSats - 100, 100], { version: 3 });
  const child = pass(coinFrom(parent, 0), 3000, { version: 3 });
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toBe('unspent-dust');
  const failed = Object.values(answer['tx-results']).find((result) => result.txid === txidOf(child));
  expect(failed!.error).toMatch(/^missing-ephemeral-spends, tx /);
});
