import { hex } from '@scure/base';
import { beforeAll, expect, test } from 'vitest';
import { createNode } from '../../src/node.ts';
import { txidOf, wtxidOf } from '../../src/transaction/txid.ts';
import {
  coinFrom,
  FUNDED_HEIGHT,
  type FundedNode,
  fundedNode,
  OPEN_ADDRESS,
  OPEN_SCRIPT,
  pass,
  rawOf,
  send,
  spend,
} from '../support/open-coins.ts';

type Json = Record<string, unknown>;
const HASH = /^[0-9a-f]{64}$/;

let node: FundedNode;
beforeAll(async () => {
  node = await fundedNode();
});
const call = async (method: string, ...params: unknown[]) => (await node.call(method, params)) as Json;

test.each([
  ['nonsense', [], -32601, 'Method not found'],
  ['getblockhash', [], -1, 'getblockhash height'],
  ['getblockhash', [1, 2], -1, 'getblockhash height'],
  [
    'getblockhash',
    ['x'],
    -3,
    'Wrong type passed:\n{\n    "Position 1 (height)": "JSON value of type string is not of expected type number"\n}',
  ],
  ['getblockhash', [1000], -8, 'Block height out of range'],
  ['getblock', ['zz'], -8, "blockhash must be of length 64 (not 2, for 'zz')"],
  ['getblock', ['00'.repeat(32)], -5, 'Block not found'],
  [
    'getrawtransaction',
    ['zz'.repeat(32)],
    -8,
    `parameter 1 must be hexadecimal string (not '${'zz'.repeat(32)}')`,
  ],
  [
    'getrawtransaction',
    ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'],
    -5,
    'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
  ],
  [
    'getrawtransaction',
    ['00'.repeat(32)],
    -5,
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  ],
  ['getmempoolentry', ['00'.repeat(32)], -5, 'Transaction not in mempool'],
  ['sendrawtransaction', ['00'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
  ['sendrawtransaction', ['zz'], -22, 'TX decode failed. Make sure the tx has at least one input.'],
  ['sendrawtransaction', ['00', 2], -8, 'Fee rates larger than or equal to 1BTC/kvB are not accepted'],
  ['sendrawtransaction', ['00', 'x'], -3, 'Invalid amount'],
  ['testmempoolaccept', [['00']], -22, 'TX decode failed: 00 Make sure the tx has at least one input.'],
  ['testmempoolaccept', [[]], -8, 'Array must contain between 1 and 25 transactions.'],
  ['gettxspendingprevout', [[]], -8, 'Invalid parameter, outputs are missing'],
  ['gettxspendingprevout', [[{ vout: 0 }]], -3, 'Missing txid'],
  [
    'gettxspendingprevout',
    [[{ txid: '00'.repeat(32), vout: -1 }]],
    -8,
    'Invalid parameter, vout cannot be negative',
  ],
  ['generatetoaddress', [1, 'x'], -5, 'Error: Invalid address'],
  ['generateblock', ['x', []], -5, 'Error: Invalid address or descriptor'],
  ['generateblock', ['raw(51)', ['00'.repeat(32)]], -5, `Transaction ${'00'.repeat(32)} not in mempool.`],
  ['scantxoutset', ['start', ['foo']], -5, "'foo' is not a valid descriptor function"],
  ['scantxoutset', ['start'], -1, 'scanobjects argument is required for the start action'],
  ['estimatesmartfee', [0], -8, 'Invalid conf_target, must be between 1 and 1008'],
  ['submitblock', ['00'], -22, 'Block decode failed'],
])('%s %j is refused as Core refuses it', async (method, params, code, message) => {
  await expect(node.call(method, params)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test('the chain is described as a synced regtest', async () => {
  expect(await call('getblockchaininfo')).toMatchObject({
    chain: 'regtest',
    blocks: FUNDED_HEIGHT,
    headers: FUNDED_HEIGHT,
    bits: '207fffff',
    difficulty: 4.656542373906925e-10,
    initialblockdownload: false,
    pruned: false,
    warnings: [],
  });
  expect(await call('getnetworkinfo')).toMatchObject({ relayfee: 0.000001, incrementalfee: 0.000001 });
  expect(await call('getindexinfo')).toEqual({ txindex: { synced: true, best_block_height: FUNDED_HEIGHT } });
});

test('a block is shown as hex, with txids, with transactions and fees, with spent outputs', async () => {
  const coin = await node.coin();
  const tx = pass(coin, 1500);
  await send(node.call, tx);
  const [hash] = await node.mine(1);
  expect(await call('getblock', hash, 0)).toMatch(/^[0-9a-f]+$/);
  expect(await call('getblock', hash)).toMatchObject({
    nTx: 2,
    tx: [expect.stringMatching(HASH), txidOf(tx)],
  });
  const withFees = (await call('getblock', hash, 2)) as { tx: Json[] };
  expect(withFees.tx[1]).toMatchObject({
    fee: 0.000015,
    hex: rawOf(tx),
    vin: [{ txid: coin.txid, vout: 0 }],
  });
  expect(withFees.tx[1]!['vin']).not.toMatchObject([{ prevout: {} }]);
  const withOutputs = (await call('getblock', hash, 3)) as { tx: Json[] };
  expect(withOutputs.tx[1]!['vin']).toMatchObject([
    { prevout: { generated: true, value: 50, scriptPubKey: { address: OPEN_ADDRESS } } },
  ]);
});

test('a header is shown as an object and as 80 bytes', async () => {
  const hash = await call('getblockhash', 1);
  expect(await call('getblockheader', hash)).toMatchObject({ height: 1, nTx: 1, versionHex: '20000000' });
  expect(await call('getblockheader', hash, false)).toHaveLength(160);
});

test('a transaction is found in the mempool and in the chain, with what it spent', async () => {
  const coin = await node.coin();
  const tx = pass(coin, 1000);
  await send(node.call, tx);
  expect(await call('getrawtransaction', txidOf(tx))).toBe(rawOf(tx));
  expect(await call('getrawtransaction', txidOf(tx), 1)).not.toHaveProperty('blockhash');
  const [hash] = await node.mine(1);
  expect(await call('getrawtransaction', txidOf(tx), true)).toMatchObject({
    blockhash: hash,
    confirmations: 1,
  });
  expect(await call('getrawtransaction', txidOf(tx), 2)).toMatchObject({
    fee: 0.00001,
    vin: [{ prevout: { value: 50 } }],
  });
  expect(await call('getrawtransaction', txidOf(tx), 1, hash)).toMatchObject({ in_active_chain: true });
});

test('an output is unspent until the mempool or the chain spends it', async () => {
  const coin = await node.coin();
  expect(await call('gettxout', coin.txid, 0)).toMatchObject({ value: 50, coinbase: true });
  const tx = pass(coin, 1000);
  await send(node.call, tx);
  expect(await call('gettxout', coin.txid, 0)).toBeNull();
  expect(await call('gettxout', coin.txid, 0, false)).not.toBeNull();
  expect(await call('gettxout', txidOf(tx), 0)).toMatchObject({
    confirmations: 0,
    scriptPubKey: { hex: hex.encode(OPEN_SCRIPT), type: 'witness_v0_scripthash', address: OPEN_ADDRESS },
  });
  expect(
    await call('gettxspendingprevout', [
      { txid: coin.txid, vout: 0 },
      { txid: txidOf(tx), vout: 0 },
    ]),
  ).toEqual([
    { txid: coin.txid, vout: 0, spendingtxid: txidOf(tx) },
    { txid: txidOf(tx), vout: 0 },
  ]);
});

test('the mempool lists its chunks in mining order, as a cluster and as a diagram', async () => {
  await node.mine(1);
  const poor = pass(await node.coin(), 500);
  const child = pass(coinFrom(poor), 400);
  const rich = pass(await node.coin(), 3000);
  for (const tx of [poor, child, rich]) await send(node.call, tx);
  expect(await call('getrawmempool')).toEqual([rich, poor, child].map(txidOf));
  const chunks = [
    { chunkfee: 0.000005, chunkweight: 381, txs: [txidOf(poor)] },
    { chunkfee: 0.000004, chunkweight: 381, txs: [txidOf(child)] },
  ];
  expect(await call('getmempoolcluster', txidOf(child))).toEqual({
    clusterweight: 762,
    txcount: 2,
    chunks,
  });
  expect(await call('getmempoolfeeratediagram')).toEqual([
    { weight: 0, fee: 0 },
    { weight: 381, fee: 0.00003 },
    { weight: 762, fee: 0.000035 },
    { weight: 1143, fee: 0.000039 },
  ]);
  const knots = createNode({ policy: 'knots' });
  await expect(knots.call('getmempoolfeeratediagram')).rejects.toMatchObject({ code: -32601 });
});

test('a waiting transaction tells its family and fees', async () => {
  const parent = pass(await node.coin(), 1000);
  const child = pass(coinFrom(parent), 2000);
  await send(node.call, parent);
  await send(node.call, child);
  expect(await call('getmempoolentry', txidOf(parent))).toMatchObject({
    wtxid: wtxidOf(parent),
    descendantcount: 2,
    ancestorcount: 1,
    chunkweight: 2 * 381,
    fees: { base: 0.00001, modified: 0.00001, ancestor: 0.00001, descendant: 0.00003, chunk: 0.00003 },
    depends: [],
    spentby: [txidOf(child)],
  });
  expect(Object.keys(await call('getrawmempool', true))).toContain(txidOf(child));
  expect(await call('getrawmempool', false, true)).toHaveProperty('mempool_sequence');
  expect(await call('getmempoolancestors', txidOf(child))).toEqual([txidOf(parent)]);
  expect(await call('getmempoolinfo')).toMatchObject({ mempoolminfee: 0.000001, limitclustercount: 64 });
});

test('a prioritised transaction is replaced as if it paid what was added to its fee', async () => {
  const coin = await node.coin();
  const dear = pass(coin, 5000);
  await send(node.call, dear);
  const txid = txidOf(dear);
  expect(await call('prioritisetransaction', txid, 0, -5000)).toBe(true);
  expect(await call('getmempoolentry', txid)).toMatchObject({
    fees: { base: 0.00005, modified: 0, ancestor: 0, descendant: 0 },
  });
  await send(node.call, pass(coin, 1000));
  await expect(call('prioritisetransaction', txid, 0, 1)).rejects.toThrow('Transaction not in mempool');
  await expect(call('prioritisetransaction', txid, 1, 1)).rejects.toThrow('Priority is no longer supported');
});

test('the coins of an address are found in the chain', async () => {
  const script = `5120${'17'.repeat(32)}`;
  const coin = await node.coin();
  const tx = spend([coin], [coin.valueSats - 20_000, { valueSats: 10_000, script: hex.decode(script) }]);
  await send(node.call, tx);
  await node.mine(1);
  const found = await call('scantxoutset', 'start', [`raw(${script})`]);
  expect(found).toMatchObject({
    success: true,
    total_amount: 0.0001,
    unspents: [
      { txid: txidOf(tx), vout: 1, scriptPubKey: script, amount: 0.0001, coinbase: false, confirmations: 1 },
    ],
  });
});

test('descriptors carry the checksum of BIP380', async () => {
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  expect(await call('decodescript', '0014751e76e8199196d454941c45d1b3a323f1433bd6')).toMatchObject({
    address,
    desc: `addr(${address})#8pk5s7ya`,
  });
});

test('a generated block holds exactly the transactions asked for, with no fees claimed', async () => {
  const [one, two] = [pass(await node.coin(), 1000), pass(await node.coin(), 1000)];
  await send(node.call, one);
  const { hash } = (await call('generateblock', OPEN_ADDRESS, [txidOf(one), rawOf(two)])) as { hash: string };
  const block = (await call('getblock', hash, 2)) as unknown as { tx: { txid: string; vout: Json[] }[] };
  expect(block.tx.slice(1).map((tx) => tx.txid)).toEqual([txidOf(one), txidOf(two)]);
  expect([25, 50]).toContain(block.tx[0]!.vout[0]!['value']);
  await expect(call('generateblock', OPEN_ADDRESS, [rawOf(two)])).rejects.toMatchObject({
    code: -25,
    message: expect.stringMatching(/^TestBlockValidity failed: bad-txns-BIP30/),
  });
});

test('a block that was made elsewhere can be submitted', async () => {
  const [other, empty] = [createNode(), createNode()];
  const [hash] = (await other.call('generatetoaddress', [1, OPEN_ADDRESS])) as string[];
  const raw = await other.call('getblock', [hash, 0]);
  expect(await empty.call('submitblock', [raw])).toBeNull();
  expect(await empty.call('submitblock', [raw])).toBe('duplicate');
  expect(await empty.call('getbestblockhash')).toBe(hash);
});

test('fee estimates are missing unless a setting fixes the rate', async () => {
  expect(await call('estimatesmartfee', 2)).toEqual({
    errors: ['Insufficient data or no feerate found'],
    blocks: 0,
  });
  const rich = createNode({ estimatedRate: 2500 });
  expect(await rich.call('estimatesmartfee', [6])).toEqual({ feerate: 0.000025, blocks: 6 });
});

test('arguments may be named', async () => {
  const hash = await call('getblockhash', 0);
  expect(await node.call('getblockhash', { height: 0 } as never)).toBe(hash);
  await expect(node.call('getblockhash', { depth: 0 } as never)).rejects.toMatchObject({ code: -8 });
});

test('the tips of all branches are told', async () => {
  const world = createNode();
  const [, second] = (await world.call('generatetoaddress', [2, OPEN_ADDRESS])) as string[];
  await world.call('invalidateblock', [second]);
  expect(await world.call('getchaintips')).toMatchObject([
    { height: 2, hash: second, branchlen: 1, status: 'invalid' },
    { height: 1, branchlen: 0, status: 'active' },
  ]);
});
