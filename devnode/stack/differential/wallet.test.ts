/** Wallets of devnode beside those of Bitcoin Knots: equal keys, equal calls, equal answers. */
import { createNode, type RpcCall, RpcError } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, rpcOver, startBitcoind } from '../../../stack/real/bitcoind.ts';
import { findNode } from '../../../stack/real/parts.ts';

type Json = Record<string, unknown>;
type Answers = [real: Json, ours: Json];

const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const TPRV =
  'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const WIF = 'cMpMxK92W1DjqDvWV3pMn4xLwAuQJhNF3MFqkEHUQRPQofUJku8R';
const RANGED = [
  `wpkh(${TPRV}/84h/1h/0h/0/*)`,
  `tr([d34db33f/86'/1'/0']${TPRV}/0/*)`,
  `pkh(${TPRV}/1/*)`,
  `sh(wpkh(${TPRV}/49'/0/*))`,
];
const CHANGE = `wpkh(${TPRV}/84h/1h/0h/1/*)`;

/** What Knots alone shows, and what a coin's ancestors are, which getmempoolentry tells. */
const KNOTS_ONLY = new Set([
  ...['isactive', 'hdseedid', 'use_txids', 'in_mempool'],
  ...['ancestorcount', 'ancestorsize', 'ancestorfees'],
]);

/** Names and types of an answer, lists by their first item; errors as they are, without paths. */
function shapeOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1).map(shapeOf);
  if (typeof answer !== 'object' || answer === null) return typeof answer;
  const fields = Object.entries(answer).filter(([name]) => !KNOTS_ONLY.has(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, name === 'error' ? value : shapeOf(value)]));
}

describe.runIf(findNode('knots'))('wallets answer as those of Bitcoin Knots', () => {
  let bitcoind: Bitcoind;
  let real: RpcCall;
  let ours: RpcCall;
  beforeAll(async () => {
    bitcoind = await startBitcoind({
      follows: 'knots',
      extraArgs: ['-disablewallet=0', '-keypool=20', '-addresstype=bech32'],
    });
    real = (method, params = [], wallet) =>
      rpcOver(wallet === undefined ? bitcoind.url : `${bitcoind.url}/wallet/${wallet}`)(method, params);
    const node = createNode({ policy: 'knots' });
    ours = (method, params = [], wallet) => node.call(method, params, wallet);
    for (const call of [real, ours]) {
      await call('createwallet', ['w', false, true]);
      const requests = await Promise.all([...RANGED, CHANGE].map((text) => importOf(call, text)));
      expect(await call('importdescriptors', [requests], 'w')).toMatchObject([
        { success: true },
        {},
        {},
        {},
        {},
      ]);
    }
  });
  afterAll(() => bitcoind?.stop());

  const importOf = async (call: RpcCall, text: string, active = true) => {
    const { checksum } = (await call('getdescriptorinfo', [text])) as { checksum: string };
    return { desc: `${text}#${checksum}`, timestamp: 'now', active, internal: text === CHANGE };
  };
  const answerOf = async (call: RpcCall, method: string, params: readonly unknown[], wallet?: string) => {
    try {
      return (await call(method, params, wallet)) as Json;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      return { error: { code, message: message.replace(/path '.*'/, 'path') } };
    }
  };

  /** Asks both, each with its own arguments, and compares the shapes of the answers. */
  async function shapes(
    method: string,
    given: readonly [unknown[], unknown[]],
    wallet = 'w',
  ): Promise<Answers> {
    const answers: Answers = [
      await answerOf(real, method, given[0], wallet),
      await answerOf(ours, method, given[1], wallet),
    ];
    expect(shapeOf(answers[1]), `${method} ${JSON.stringify(given[1])}`).toEqual(shapeOf(answers[0]));
    return answers;
  }
  const shape = (method: string, params: unknown[] = [], wallet = 'w') =>
    shapes(method, [params, params], wallet);

  /** Compares the values. */
  async function same<T>(method: string, params: unknown[] = [], wallet?: string): Promise<T> {
    const truth = await answerOf(real, method, params, wallet);
    const answer = await answerOf(ours, method, params, wallet);
    expect(withoutKnots(answer), `${method} ${JSON.stringify(params)}`).toEqual(withoutKnots(truth));
    return truth as T;
  }
  const withoutKnots = (answer: Json): unknown =>
    typeof answer === 'object' && answer !== null && !Array.isArray(answer)
      ? Object.fromEntries(Object.entries(answer).filter(([name]) => !KNOTS_ONLY.has(name)))
      : answer;

  test.each([
    ...RANGED,
    `rawtr(${WIF})`,
    `wpkh(${WIF})`,
    `tr(${'11'.repeat(32)})`,
    `addr(${OTHER})`,
    'foo(1)',
    'wpkh(zz)',
    `wpkh(${TPRV}/*)#aaaaaaaa`,
  ])('getdescriptorinfo and deriveaddresses %s', async (text) => {
    const { checksum, isrange } = await same<{ checksum?: string; isrange?: boolean }>('getdescriptorinfo', [
      text,
    ]);
    if (checksum === undefined) return;
    await same('deriveaddresses', [`${text}#${checksum}`, ...(isrange ? [[2, 4]] : [])]);
    await same('deriveaddresses', [`${text}#${checksum}`, ...(isrange ? [] : [3])]);
  });

  test('descriptors and addresses are equal', async () => {
    for (const secrets of [true, false]) {
      const [truth, answer] = await shape('listdescriptors', [secrets]);
      const texts = ({ descriptors }: Json) => (descriptors as { desc: string }[]).map(({ desc }) => desc);
      expect(texts(answer)).toEqual(texts(truth));
    }
    for (const type of ['bech32', 'bech32m', 'legacy', 'p2sh-segwit', 'zz']) {
      const address = await same<string | Json>('getnewaddress', ['label', type], 'w');
      if (typeof address === 'string') await same('getaddressinfo', [address], 'w');
    }
    await same('getrawchangeaddress', [], 'w');
    await same('getaddressinfo', [OTHER], 'w');
  });

  test('coins are found, locked and spent, and listed in the history', async () => {
    const addresses = await Promise.all(
      ['bech32m', 'bech32'].map((type) => same<string>('getnewaddress', ['', type], 'w')),
    );
    for (const address of addresses) await shape('generatetoaddress', [1, address]);
    await shape('generatetoaddress', [100, OTHER]);
    await shape('getbalances');
    await same('getbalance', [], 'w');
    await shape('listtransactions');
    await shape('generatetoaddress', [2, OTHER]);
    const [trueCoins, ourCoins] = await shape('listunspent');
    const coin = (coins: Json, kind: string) => {
      const found = (coins as unknown as { txid: string; vout: number; desc: string }[]).find(({ desc }) =>
        desc.startsWith(kind),
      )!;
      return { txid: found.txid, vout: found.vout };
    };
    for (const kind of ['tr(', 'wpkh(']) {
      const pair = [coin(trueCoins, kind), coin(ourCoins, kind)] as const;
      const of = (make: (outpoint: Json) => unknown[]): [unknown[], unknown[]] => [
        make(pair[0]),
        make(pair[1]),
      ];
      const empty = await shapes(
        'createpsbt',
        of((outpoint) => [[outpoint], [{ [OTHER]: 0.1 }]]),
      );
      const updated = await shapes('utxoupdatepsbt', [[empty[0]], [empty[1]]]);
      await shapes('decodepsbt', [[updated[0]], [updated[1]]]);
      for (const args of [[false], [true, 'DEFAULT', true, false], []]) {
        const processed = await shapes('walletprocesspsbt', [
          [empty[0], ...args],
          [empty[1], ...args],
        ]);
        await shapes('decodepsbt', [[processed[0]['psbt']], [processed[1]['psbt']]]);
      }
      await shapes(
        'lockunspent',
        of((outpoint) => [false, [outpoint]]),
      );
      await shapes(
        'lockunspent',
        of((outpoint) => [false, [outpoint]]),
      );
      await shape('listlockunspent');
      await shapes(
        'lockunspent',
        of((outpoint) => [true, [outpoint]]),
      );
    }
    for (const [call, coins] of [
      [real, trueCoins],
      [ours, ourCoins],
    ] as const)
      await call('lockunspent', [false, [coin(coins, 'wpkh(')]], 'w');
    const sent = await shape('sendtoaddress', [OTHER, 0.5]);
    for (const verbose of [false, true])
      await shapes('gettransaction', [
        [sent[0], true, verbose],
        [sent[1], true, verbose],
      ]);
    await shape('listtransactions', ['*', 1]);
    await shape('getbalances');
    await shape('listunspent', [0, 0]);
    // Knots chooses coins at random.
    const chosen = [trueCoins, ourCoins].map((coins) => {
      const options = { changePosition: 1 };
      return [[coin(coins, 'wpkh(')], [{ [OTHER]: 0.3 }], 0, options];
    });
    const funded = await shapes('walletcreatefundedpsbt', [chosen[0]!, chosen[1]!]);
    await shapes('decodepsbt', [[funded[0]['psbt']], [funded[1]['psbt']]]);
    const done = await shapes('walletprocesspsbt', [[funded[0]['psbt']], [funded[1]['psbt']]]);
    await shapes('simulaterawtransaction', [[[done[0]['hex']]], [[done[1]['hex']]]]);
    const raw = await same('createrawtransaction', [[], [{ [OTHER]: 0.3 }]]);
    await shape('fundrawtransaction', [raw, { feeRate: 0.001, changePosition: 1 }]);
  });

  test.each<[method: string, params: unknown[], wallet?: string]>([
    ['createwallet', ['w']],
    ['loadwallet', ['w']],
    ['loadwallet', ['none']],
    ['unloadwallet', ['none']],
    ['getbalances', [], 'none'],
    ['getnewaddress', ['', 'zz'], 'w'],
    ['sendtoaddress', [OTHER, 0.0000001], 'w'],
    ['sendtoaddress', [OTHER, 100_000], 'w'],
    ['sendtoaddress', ['zz', 1], 'w'],
    ['walletcreatefundedpsbt', [[], [{ [OTHER]: 100_000 }]], 'w'],
    ['walletcreatefundedpsbt', [[], [{ [OTHER]: 1 }], 0, { zz: 1 }], 'w'],
    ['walletcreatefundedpsbt', [[], [{ [OTHER]: 1 }], 0, { fee_rate: 1, feeRate: 1 }], 'w'],
    ['gettransaction', ['00'.repeat(32)], 'w'],
    ['lockunspent', [false, [{ txid: '00'.repeat(32), vout: 0 }]], 'w'],
    ['importdescriptors', [[{ desc: `wpkh(${TPRV}/*)`, timestamp: 'now' }, { timestamp: 'now' }]], 'w'],
  ])('%s %j is refused alike', async (method, params, wallet) => {
    await same(method, params, wallet);
  });
});
