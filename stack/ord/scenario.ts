import { brotliCompressSync } from 'node:zlib';
import type { RpcCall } from '@ordbook/devnode';
import { inscriptionIdValue } from '../../devnode/src/ord/inscription-id.ts';
import { type Coin, type Payment, pay, sumSats, transactionHex } from '../../devnode/test/ord/coins.ts';
import {
  ascii,
  type EnvelopeFields,
  envelope,
  leafWith,
  TAG,
} from '../../devnode/test/ord/envelope-script.ts';

const MINER = 'raw(51)';
const POSTAGE_SATS = 10_000;
const FEE_SATS = 2_000;
const OP_RETURN = Uint8Array.of(0x6a, 1, 1);

const hash = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte);
const SCRIPTS_WITH_ADDRESSES = [
  Uint8Array.of(0, 20, ...hash(20, 1)),
  Uint8Array.of(0, 32, ...hash(32, 2)),
  Uint8Array.of(0x51, 32, ...hash(32, 3)),
  Uint8Array.of(0x51, 2, 0x4e, 0x73),
  Uint8Array.of(0x60, 40, ...hash(40, 4)),
  Uint8Array.of(0x76, 0xa9, 20, ...hash(20, 5), 0x88, 0xac),
  Uint8Array.of(0xa9, 20, ...hash(20, 6), 0x87),
];

/** What the scenario left on the chain, for endpoints that take an outpoint, a txid or an address. */
export interface ScenarioLog {
  txids: string[];
  outpoints: string[];
  scripts: Uint8Array[];
}

/**
 * Builds a regtest chain of some 260 blocks with every kind of inscription that `ord` numbers in its own way,
 * before and after the jubilee (height 110), in blocks made with `generateblock`. No signature is needed: coins
 * are OP_TRUE outputs and tapscript leaves that anyone may spend.
 */
export async function playScenario(call: RpcCall): Promise<ScenarioLog> {
  const log: ScenarioLog = { txids: [], outpoints: [], scripts: SCRIPTS_WITH_ADDRESSES };
  const coinbases: Coin[] = [];

  async function mined(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      const block = (await call('getblock', [hash, 2])) as {
        tx: { txid: string; vout: { value: number }[] }[];
      };
      const { txid, vout } = block.tx[0]!;
      const valueSats = Math.round(vout[0]!.value * 1e8);
      coinbases.push({ txid, vout: 0, valueSats, witness: [] });
      log.outpoints.push(`${txid}:0`);
    }
  }
  const mineEmpty = async (count: number): Promise<void> =>
    mined((await call('generatetodescriptor', [count, MINER])) as string[]);

  let batch: ReturnType<typeof pay>[] = [];
  const send = (inputs: readonly Coin[], payments: readonly Payment[]) => {
    const made = pay(inputs, payments);
    batch.push(made);
    log.txids.push(made.txid);
    log.outpoints.push(...made.coins.map(({ txid, vout }) => `${txid}:${vout}`));
    return made;
  };
  /** One block of what was sent since the last one. Its coinbase leaves the fees, so that they are lost. */
  const mineSent = async (): Promise<void> => {
    const hexes = batch.map(({ transaction }) => transactionHex(transaction));
    batch = [];
    await mined([((await call('generateblock', [MINER, hexes])) as { hash: string }).hash]);
  };

  const funding: Coin[] = [];
  /** Splits a matured coinbase into coins of one million sats. */
  const fund = (): void => {
    const coin = coinbases.shift()!;
    funding.push(
      ...send(
        [coin],
        Array.from({ length: 200 }, () => ({ valueSats: 1_000_000 })),
      ).coins,
    );
  };
  const coin = (): Coin => funding.shift()!;

  /** Commits to leaves, one output each, and spends them together with `extra` in one reveal. */
  const reveal = (
    leaves: readonly Uint8Array[],
    {
      before = [],
      after = [],
      payments,
      commitSats = POSTAGE_SATS + FEE_SATS,
    }: { before?: Coin[]; after?: Coin[]; payments?: Payment[]; commitSats?: number } = {},
  ) => {
    const source = coin();
    const change = source.valueSats - leaves.length * commitSats - FEE_SATS;
    const commit = send(
      [source],
      [...leaves.map((leaf) => ({ valueSats: commitSats, leaf })), { valueSats: change }],
    );
    const inputs = [...before, ...commit.coins.slice(0, leaves.length), ...after];
    return send(inputs, payments ?? [{ valueSats: sumSats(inputs) - FEE_SATS }]);
  };
  const inscribe = (fields: EnvelopeFields = {}, options: Parameters<typeof reveal>[1] = {}) =>
    reveal([leafWith(envelope(fields))], options);
  const text: [number, string] = [TAG.contentType, 'text/plain;charset=utf-8'];
  const parentTag = (txid: string): [number, Uint8Array] => [TAG.parent, inscriptionIdValue(`${txid}i0`)];

  /** Everything that is cursed before the jubilee and vindicated after it. */
  const oddities = async (): Promise<void> => {
    const plain = inscribe({ body: 'plain' });
    inscribe({ fields: [text, text], body: 'duplicate field' });
    inscribe({ fields: [text], raw: Uint8Array.of(1, 99), body: null });
    inscribe({ fields: [text, [TAG.pointer, Uint8Array.of(9)]], body: 'pointer' });
    inscribe({ fields: [text, [66, 'even']], body: 'unrecognized even field' });
    inscribe({ fields: [text, [TAG.pointer, ''], [TAG.pointer, '']], body: 'pointer twice' });
    inscribe({ fields: [text], raw: Uint8Array.of(0x51, 0x52), body: 'pushnum' });
    reveal([leafWith(Uint8Array.of(0, 0x63), ascii('\x03ord'), Uint8Array.of(0x75, 0x68))]);
    reveal([leafWith(Uint8Array.of(0), envelope({ body: 'stutter' }), Uint8Array.of(0x75))]);
    reveal([leafWith(envelope({ body: 'first' }), envelope({ body: 'second of the input' }))]);
    reveal([leafWith(envelope({ body: 'input 0' })), leafWith(envelope({ body: 'input 1' }))]);
    await mineSent();
    const again = inscribe({ body: 'reinscription' }, { before: [], after: [] });
    reveal([leafWith(envelope({ body: 'over plain' }))], { before: [plain.coins[0]!] });
    await mineSent();
    await reinscriptions(again.coins[0]!);
  };

  /** Inscribes a coin that already holds an inscription, from the very input that holds it, three times over. */
  const reinscriptions = async (spare: Coin): Promise<void> => {
    send([spare], [{ valueSats: spare.valueSats - FEE_SATS }]);
    const source = coin();
    const first = leafWith(envelope({ body: 'on a leaf' }));
    const second = leafWith(envelope({ body: 'on it again' }));
    const third = leafWith(envelope({ fields: [text, text], body: 'cursed on top' }));
    const fourth = leafWith(envelope({ body: 'and over that' }));
    let held = send([source], [{ valueSats: 100_000, leaf: first }, { valueSats: 890_000 }]).coins[0]!;
    for (const leaf of [second, third, fourth]) {
      held = send([held], [{ valueSats: held.valueSats - FEE_SATS, leaf }]).coins[0]!;
    }
    send([held], [{ valueSats: held.valueSats - FEE_SATS }]);
    const cursed = leafWith(envelope({ fields: [text, text], body: 'cursed first' }));
    const over = send([coin()], [{ valueSats: 500_000, leaf: cursed }]).coins[0]!;
    const overs = send([over], [{ valueSats: 490_000, leaf: second }]).coins[0]!;
    const last = send([overs], [{ valueSats: 480_000, leaf: fourth }]).coins[0]!;
    send([last], [{ valueSats: 470_000 }]);
    await mineSent();
  };

  await mineEmpty(101);
  fund();
  await mineSent();
  await oddities();
  await mineEmpty(112 - 105);
  await oddities();

  // Parents, children, pages of children.
  let parent = inscribe({ body: 'parent' }).coins[0]!;
  const parentId = parent.txid;
  await mineSent();
  for (let i = 0; i < 105; i++) {
    const fields: EnvelopeFields = { fields: [text, parentTag(parentId)], body: `child ${i}` };
    const child = inscribe(fields, {
      before: [parent],
      payments: [{ valueSats: parent.valueSats }, { valueSats: POSTAGE_SATS }],
    });
    parent = child.coins[0]!;
  }
  inscribe({ fields: [text, parentTag(parentId)], body: 'claims a parent that is not there' });
  fund();
  await mineSent();
  const mother = inscribe({ body: 'mother' }).coins[0]!;
  inscribe(
    { fields: [text, parentTag(parentId), parentTag(mother.txid), parentTag(parentId)], body: 'two parents' },
    {
      after: [parent, mother],
      payments: [
        { valueSats: POSTAGE_SATS },
        { valueSats: parent.valueSats },
        { valueSats: mother.valueSats },
      ],
    },
  );
  await mineSent();

  // Fields.
  const delegate = inscribe({ fields: [[TAG.contentType, 'image/png']], body: ascii('\x89PNG') });
  await mineSent();
  const delegateId = inscriptionIdValue(`${delegate.txid}i0`);
  inscribe({ fields: [[TAG.delegate, delegateId]], body: null });
  inscribe({ fields: [[TAG.delegate, Uint8Array.of(...delegateId, 0)]], body: 'bad delegate' });
  inscribe({
    fields: [[TAG.delegate, inscriptionIdValue(`${'ab'.repeat(32)}i7`)], text],
    body: 'unknown delegate',
  });
  inscribe({ fields: [text, [TAG.metadata, Uint8Array.of(0xa1, 0x61, 0x61, 1)]], body: 'metadata' });
  inscribe({ fields: [text, [TAG.metadata, new Uint8Array(1200).fill(7)]], body: 'long metadata' });
  inscribe({ fields: [text, [TAG.metaprotocol, 'brc-20']], body: '{}' });
  inscribe({
    fields: [text, [TAG.contentEncoding, 'br']],
    body: Uint8Array.from(brotliCompressSync('hello')),
  });
  inscribe({ fields: [[TAG.contentType, Uint8Array.of(0xff, 0xfe)]], body: 'type is not text' });
  inscribe({ fields: [], body: null });
  inscribe({ fields: [], body: 'no type' });
  inscribe({ fields: [text], body: null });
  inscribe({ fields: [[TAG.contentType, 'image/svg+xml']], body: `<svg>${'x'.repeat(2000)}</svg>` });
  await mineSent();
  for (const properties of propertyCases(delegate.txid)) {
    inscribe({
      fields: [
        [TAG.contentType, 'image/png'],
        [TAG.properties, properties],
      ],
      body: 'gallery',
    });
  }
  const packed = Uint8Array.from(brotliCompressSync(propertyCases(delegate.txid)[0]!));
  inscribe({
    fields: [
      [TAG.contentType, 'image/png'],
      [TAG.properties, packed],
      [TAG.propertyEncoding, 'br'],
    ],
    body: 'packed gallery',
  });
  inscribe({
    fields: [
      [TAG.contentType, 'image/png'],
      [TAG.properties, packed],
      [TAG.propertyEncoding, 'gzip'],
    ],
    body: 'badly packed gallery',
  });
  await mineSent();

  // Places.
  const two: Payment[] = [{ valueSats: 5_000 }, { valueSats: 5_000 }];
  inscribe(
    { fields: [text, [TAG.pointer, Uint8Array.of(0x88, 0x13)]], body: 'second output' },
    { payments: two },
  );
  inscribe(
    { fields: [text, [TAG.pointer, Uint8Array.of(0x10, 0x27)]], body: 'into the fee' },
    { payments: two },
  );
  inscribe(
    { fields: [text, [TAG.pointer, new Uint8Array(12).fill(255)]], body: 'far pointer' },
    { payments: two },
  );
  inscribe({ body: 'behind a coin' }, { before: [coin()] });
  inscribe({ body: 'burned' }, { payments: [{ valueSats: 1_000, script: OP_RETURN }, { valueSats: 8_000 }] });
  inscribe({ body: 'zero first output' }, { payments: [{ valueSats: 0 }, { valueSats: 8_000 }] });
  inscribe({ body: 'all fee' }, { payments: [{ valueSats: 0, script: OP_RETURN }] });
  inscribe({ body: 'on nothing' }, { commitSats: 0, after: [coin()] });
  const toBurn = inscribe({ body: 'burned later' }).coins[0]!;
  const toLose = inscribe({ body: 'lost later' }).coins[0]!;
  const bundled = [inscribe({ body: 'a' }).coins[0]!, inscribe({ body: 'b' }).coins[0]!];
  await mineSent();
  send([toBurn], [{ valueSats: 1_000, script: OP_RETURN }]);
  send([toLose, coin()], [{ valueSats: 1_000 }]);
  const bundle = send([coin(), ...bundled], [{ valueSats: 1_020_000 }]).coins[0]!;
  await mineSent();
  const [left, right] = send([bundle], [{ valueSats: 1_005_000 }, { valueSats: 14_000 }]).coins;
  await mineSent();
  send([right!, left!], [{ valueSats: 1_000_000 }, { valueSats: 18_000 }]);
  await mineSent();

  // Past the node's first halving, which ord does not know: half of each subsidy is lost from here on.
  await mineEmpty(160 - 123);
  inscribe({ body: 'after the halving' });
  inscribe({ body: 'fee after the halving' }, { payments: [{ valueSats: 0, script: OP_RETURN }] });
  const uncommon = coinbases.shift()!;
  send([uncommon], [{ valueSats: 1_000 }, { valueSats: uncommon.valueSats - 3_000 }]);
  const rare = coinbases.shift()!;
  const commit = send(
    [rare],
    [{ valueSats: 20_000, leaf: leafWith(envelope({ body: 'on an uncommon sat' })) }],
  );
  send([commit.coins[0]!], [{ valueSats: 20_000 }]);
  await mineSent();
  // To addresses of every kind, some outputs with inscriptions; vouts past 255 order differently in a database.
  for (const script of SCRIPTS_WITH_ADDRESSES) {
    inscribe(
      { body: 'addressed' },
      {
        payments: [
          { valueSats: 4_000, script },
          { valueSats: 5_000, script },
        ],
      },
    );
  }
  const many = SCRIPTS_WITH_ADDRESSES[2]!;
  send(
    [coin()],
    Array.from({ length: 300 }, () => ({ valueSats: 1_000, script: many })),
  );
  await mineSent();
  await claimedFees();
  await unconfirmed();
  return log;

  async function unconfirmed(): Promise<void> {
    const { transaction, txid } = pay([coin()], [{ valueSats: 990_000, script: many }]);
    await call('sendrawtransaction', [transactionHex(transaction), 0]);
    log.txids.push(txid);
    log.outpoints.push(`${txid}:0`, ...transaction.inputs.map((input) => `${input.txid}:${input.vout}`));
  }

  /** Through the mempool, so that the miner claims the fee: an inscription falls into it and onto the coinbase. */
  async function claimedFees(): Promise<void> {
    const plain = inscribe({ body: 'to the miner' }).coins[0]!;
    await mineSent();
    const source = coin();
    const { transaction, txid, coins } = pay([source, plain], [{ valueSats: source.valueSats }]);
    await call('sendrawtransaction', [transactionHex(transaction), 0]);
    log.txids.push(txid);
    log.outpoints.push(`${coins[0]!.txid}:0`);
    await mineEmpty(1);
  }
}

/** Properties in CBOR: full, packed, empty, odd. */
function propertyCases(txid: string): Uint8Array[] {
  const id = inscriptionIdValue(`${txid}i0`);
  const cborBytes = (bytes: Uint8Array) => [0x58, bytes.length, ...bytes];
  const cborText = (value: string) => [0x60 + value.length, ...ascii(value)];
  const traits = [
    [...cborText('hat'), ...cborText('red')],
    [...cborText('2'), 0x1b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [...cborText('1'), 0x20],
    [...cborText('yes'), 0xf5],
    [...cborText('nil'), 0xf6],
  ];
  const attributes = [0xa2, 0, ...cborText('A title'), 1, 0xa0 + traits.length, ...traits.flat()];
  const item = [0xa2, 0, ...cborBytes(id), 1, ...attributes];
  return [
    [0xa2, 0, 0x82, ...item, 0xa1, 0, ...cborBytes(id), 1, ...attributes],
    [0xa1, 1, ...attributes],
    [0xa2, 0, 0x82, 0xa0, 0xa1, 2, 5, 2, 0x58, 64, ...id.subarray(0, 32), ...id.subarray(0, 32)],
    [0xa2, 0, 0x82, ...item, 0xa0, 1, ...attributes],
    [0xbf, 0, 0x9f, ...item, 0xff, 9, 0x82, 1, 2, 1, ...attributes, 0xff],
    [0xa1, 1, 0xa1, 1, 0xa2, ...cborText('a'), 1, ...cborText('a'), 2],
    [0xa1, 1, 0xa1, 1, 0xbf, ...cborText('a'), 1, 0xff],
    [0xa1, 1, 0xa1, 1, 0xa1, ...cborText('a'), 0xf9, 0, 0],
    [0xa1, 1, 0xa1, 0, 0x7f, ...cborText('a'), 0xff],
    [0xa0],
    [0xff],
    [0xa1, 0, 0x80, 1, 2],
  ].map((bytes) => Uint8Array.from(bytes));
}
