import { beforeAll, expect, test } from 'vitest';
import type { TransactionOutput } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import {
  ballast,
  coinFrom,
  type FundedNode,
  fundedNode,
  OPEN_SCRIPT,
  OPEN_WITNESS,
  pass,
  send,
  spend,
  verdict,
} from '../support/open-coins.ts';
import { p2shOver, p2shSpend, scriptOutput } from '../support/scripts.ts';

let node: FundedNode;
beforeAll(async () => {
  node = await fundedNode();
});

const withOutputs = async (...outputs: TransactionOutput[]) => {
  const coin = await node.coin();
  const spentSats = outputs.reduce((sum, output) => sum + output.valueSats, 0);
  return verdict(node.call, spend([coin], [coin.valueSats - spentSats - 100_000, ...outputs]));
};
const data = (bytes: number, valueSats = 0) =>
  scriptOutput(valueSats, [0x6a, 0x4c, bytes - 3, ...new Uint8Array(bytes - 3)]);

test('versions 1 to 3 are relayed, others are not', async () => {
  const coin = await node.coin();
  for (const version of [1, 2, 3])
    expect(await verdict(node.call, pass(coin, 1000, { version }))).toBe('allowed');
  for (const version of [0, 4, 0xffffffff])
    expect(await verdict(node.call, pass(coin, 1000, { version }))).toBe('version');
});

test('a transaction heavier than 400,000 WU is not relayed', async () => {
  const coin = await node.coin();
  const outputs = ballast(2400);
  const large = spend([coin], [...outputs, coin.valueSats - 2_400_000 - 1_000_000]);
  expect(await verdict(node.call, large)).toBe('tx-size');
});

test('a transaction of less than 65 bytes without witness is not relayed', async () => {
  const coin = await node.coin();
  expect(await verdict(node.call, spend([coin], [scriptOutput(0, [0x6a, 3, 1, 2, 3])]))).toBe('allowed');
  expect(await verdict(node.call, spend([coin], [scriptOutput(0, [0x6a, 2, 1, 2])]))).toBe('tx-size-small');
});

test('a scriptSig only pushes', async () => {
  const tx = pass(await node.coin(), 1000);
  const changed = { ...tx, inputs: [{ ...tx.inputs[0]!, scriptSig: Uint8Array.of(0x61) }] };
  expect(await verdict(node.call, changed)).toBe('scriptsig-not-pushonly');
});

test('a scriptSig has at most 1650 bytes', async () => {
  const tx = pass(await node.coin(), 1000);
  const changed = { ...tx, inputs: [{ ...tx.inputs[0]!, scriptSig: new Uint8Array(1651) }] };
  expect(await verdict(node.call, changed)).toBe('scriptsig-size');
});

test('outputs of known forms are relayed, unknown witness versions and P2A included', async () => {
  const key = new Uint8Array(32).fill(2);
  for (const script of [
    [0, 20, ...key.subarray(0, 20)],
    [0, 32, ...key],
    [0x51, 32, ...key],
    [0x52, 32, ...key],
    [0x51, 2, 0x4e, 0x73],
    [0xa9, 20, ...key.subarray(0, 20), 0x87],
    [0x76, 0xa9, 20, ...key.subarray(0, 20), 0x88, 0xac],
    [33, 2, ...key, 0xac],
  ])
    expect(await withOutputs(scriptOutput(10_000, script))).toBe('allowed');
});

test('an output of unknown form is not relayed', async () => {
  expect(await withOutputs(scriptOutput(10_000, [0x51]))).toBe('scriptpubkey');
});

test('a bare multisig has at most three keys', async () => {
  const key = [33, 2, ...new Uint8Array(32).fill(2)];
  expect(await withOutputs(scriptOutput(10_000, [0x51, ...key, ...key, ...key, 0x53, 0xae]))).toBe('allowed');
  const four = [0x51, ...key, ...key, ...key, ...key, 0x54, 0xae];
  expect(await withOutputs(scriptOutput(10_000, four))).toBe('scriptpubkey');
});

test('under the knots policy a transaction has one data carrier of at most 83 bytes', async () => {
  const knots = await fundedNode({ policy: 'knots' });
  const verdictOf = async (...outputs: TransactionOutput[]) => {
    const coin = await knots.coin();
    return verdict(knots.call, spend([coin], [coin.valueSats - 100_000, ...outputs]));
  };
  expect(await verdictOf(data(83))).toBe('allowed');
  expect(await verdictOf(data(84))).toBe('scriptpubkey');
  expect(await verdictOf(data(20), data(20))).toBe('multi-op-return');
});

test('data carriers have at most so many bytes together as the policy says', async () => {
  expect(await withOutputs(data(200), data(200))).toBe('allowed');
  const narrow = await fundedNode({ policy: { dataCarrierBytes: 100 } });
  const coin = await narrow.coin();
  const carrying = (...outputs: TransactionOutput[]) => spend([coin], [coin.valueSats - 100_000, ...outputs]);
  expect(await verdict(narrow.call, carrying(data(50), data(50)))).toBe('allowed');
  expect(await verdict(narrow.call, carrying(data(50), data(51)))).toBe('datacarrier');
});

test('a transaction runs at most 2,500 signature operations outside witnesses', async () => {
  const coin = await node.coin();
  const { output, redeemScript } = p2shOver([0x51, 0x63, ...Array<number>(15).fill(0xac), 0x68]);
  const parent = spend(
    [coin],
    Array.from({ length: 167 }, () => output(10_000)),
  );
  await send(node.call, parent);
  await node.mine(1);
  const txid = txidOf(parent);
  const inputs = (count: number) =>
    Array.from({ length: count }, (_, vout) => p2shSpend({ txid, vout }, redeemScript, 1000).inputs[0]!);
  const tx = (count: number) => ({
    ...p2shSpend({ txid, vout: 0 }, redeemScript, 1000),
    inputs: inputs(count),
  });
  expect(await verdict(node.call, tx(166))).not.toBe('bad-txns-nonstandard-inputs');
  expect(await verdict(node.call, tx(167))).toBe('bad-txns-nonstandard-inputs');
});

test('a larger data carrier is relayed when the policy says so', async () => {
  const roomy = await fundedNode({ policy: { dataCarrierBytes: 5000 } });
  const coin = await roomy.coin();
  const outputs = [
    coin.valueSats - 10_000,
    scriptOutput(0, [0x6a, 0x4d, 0x00, 0x10, ...new Uint8Array(4096)]),
  ];
  expect(await verdict(roomy.call, spend([coin], outputs))).toBe('allowed');
});

test('spending an output of unknown witness version is not relayed', async () => {
  const coin = await node.coin();
  const parent = spend([coin], [scriptOutput(coin.valueSats - 1000, [0x52, 3, 1, 1, 1])]);
  await send(node.call, parent);
  const child = spend([{ ...coin, txid: txidOf(parent), vout: 0 }], [coin.valueSats - 2000]);
  expect(await verdict(node.call, child)).toBe('bad-txns-nonstandard-inputs');
});

test('a P2SH redeem script has at most 15 signature operations', async () => {
  const coin = await node.coin();
  const { output, redeemScript } = p2shOver([0x51, 0x63, ...Array<number>(16).fill(0xac), 0x68]);
  const parent = spend([coin], [output(coin.valueSats - 1000)]);
  await send(node.call, parent);
  const child = p2shSpend({ txid: txidOf(parent), vout: 0 }, redeemScript, coin.valueSats - 3000);
  expect(await verdict(node.call, child)).toBe('bad-txns-nonstandard-inputs');
});

test('a P2WSH witness has at most 100 elements of 80 bytes', async () => {
  const tx = pass(await node.coin(), 10_000);
  const padded = (witness: readonly Uint8Array[]) => ({
    ...tx,
    inputs: [{ ...tx.inputs[0]!, witness: [...witness, ...OPEN_WITNESS] }],
  });
  expect(await verdict(node.call, padded([new Uint8Array(81)]))).toBe('bad-witness-nonstandard');
  expect(await verdict(node.call, padded(Array(101).fill(new Uint8Array(1))))).toBe(
    'bad-witness-nonstandard',
  );
});

test('a pay-to-anchor output is spent with an empty witness', async () => {
  const coin = await node.coin();
  const parent = spend([coin], [scriptOutput(coin.valueSats - 2000, [0x51, 2, 0x4e, 0x73]), 1000]);
  await send(node.call, parent);
  const spent = coinFrom(parent);
  const stuffed = pass(spent, 1000);
  expect(await verdict(node.call, stuffed)).toBe('bad-witness-nonstandard');
  const plain = { ...stuffed, inputs: [{ ...stuffed.inputs[0]!, witness: [] }] };
  expect(await verdict(node.call, plain)).toBe('allowed');
});

test('a taproot witness has no annex', async () => {
  const coin = await node.coin();
  const parent = spend(
    [coin],
    [scriptOutput(coin.valueSats - 1000, [0x51, 32, ...new Uint8Array(32).fill(2)])],
  );
  await send(node.call, parent);
  const child = pass({ txid: txidOf(parent), vout: 0, valueSats: coin.valueSats - 1000 }, 1000);
  const annexed = { ...child.inputs[0]!, witness: [new Uint8Array(64), Uint8Array.of(0x50)] };
  expect(await verdict(node.call, { ...child, inputs: [annexed] })).toBe('bad-witness-nonstandard');
});

test('a transaction has at most 4,000 legacy signature operations', async () => {
  const coin = await node.coin();
  const key = [33, 2, ...new Uint8Array(32).fill(2)];
  const multisig = scriptOutput(2000, [0x51, ...key, 0x51, 0xae]);
  const outputs = Array.from({ length: 201 }, () => multisig);
  const heavy = spend([coin], [...outputs, { valueSats: coin.valueSats - 5_000_000, script: OPEN_SCRIPT }]);
  expect(await verdict(node.call, heavy)).toBe('bad-txns-too-many-sigops');
});
