import { brotliCompressSync } from 'node:zlib';
import { inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import type { RpcCall } from '../../src/rpc/call.ts';
import type { Payment } from '../../test/ord/coins.ts';
import { ascii, type EnvelopeFields, envelope, leafWith, TAG } from '../../test/ord/envelope-script.ts';
import { propertyCases } from './property-cases.ts';
import {
  type ChainLog,
  createWorkshop,
  FEE_SATS,
  POSTAGE_SATS,
  parentTag,
  TEXT,
  type Workshop,
} from './workshop.ts';

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

export interface ScenarioLog extends ChainLog {
  scripts: readonly Uint8Array[];
}

/**
 * Builds a regtest chain with every kind of inscription that `ord` numbers or places in its own way, before
 * and after the jubilee (height 110) and past the node's first halving (height 150).
 */
export async function playScenario(call: RpcCall): Promise<ScenarioLog> {
  const shop = createWorkshop(call);
  await shop.mineTo(101);
  shop.fund();
  await shop.mineSent();
  await oddities(shop);
  await shop.mineTo(112);
  await oddities(shop);
  await families(shop);
  await contents(shop);
  await places(shop);
  await shop.mineTo(160);
  await pastTheHalving(shop);
  await addresses(shop);
  await mempool(shop);
  return { ...shop.log, scripts: SCRIPTS_WITH_ADDRESSES };
}

/** Everything that is cursed before the jubilee and vindicated after it. */
async function oddities(shop: Workshop): Promise<void> {
  const { inscribe, reveal, mineSent } = shop;
  const plain = inscribe({ body: 'plain' });
  inscribe({ fields: [TEXT, TEXT], body: 'duplicate field' });
  inscribe({ fields: [TEXT], raw: Uint8Array.of(1, 99), body: null });
  inscribe({ fields: [TEXT, [TAG.pointer, Uint8Array.of(9)]], body: 'pointer' });
  inscribe({ fields: [TEXT, [66, 'even']], body: 'unrecognized even field' });
  inscribe({ fields: [TEXT, [TAG.pointer, ''], [TAG.pointer, '']], body: 'pointer twice' });
  inscribe({ fields: [TEXT], raw: Uint8Array.of(0x51, 0x52), body: 'pushnum' });
  reveal([leafWith(Uint8Array.of(0, 0x63), ascii('\x03ord'), Uint8Array.of(0x75, 0x68))]);
  reveal([leafWith(Uint8Array.of(0), envelope({ body: 'stutter' }), Uint8Array.of(0x75))]);
  reveal([leafWith(envelope({ body: 'first' }), envelope({ body: 'second of the input' }))]);
  reveal([leafWith(envelope({ body: 'input 0' })), leafWith(envelope({ body: 'input 1' }))]);
  await mineSent();
  reveal([leafWith(envelope({ body: 'beside plain' }))], { before: [plain.coin] });
  reinscriptions(shop);
  await mineSent();
}

/** Inscribes one coin over and over, once from a blessed and once from a cursed inscription on. */
function reinscriptions({ send, coin }: Workshop): void {
  const blessed = leafWith(envelope({ body: 'over' }));
  const cursed = leafWith(envelope({ fields: [TEXT, TEXT], body: 'cursed over' }));
  for (const leaves of [
    [blessed, blessed, cursed, blessed],
    [cursed, blessed, blessed],
  ]) {
    let held = coin();
    for (const leaf of leaves) held = send([held], [{ valueSats: held.valueSats - FEE_SATS, leaf }]).coin;
    send([held], [{ valueSats: held.valueSats - FEE_SATS }]);
  }
}

/** Parents and children, more of them than fit on a page. */
async function families({ inscribe, fund, mineSent }: Workshop): Promise<void> {
  const first = inscribe({ body: 'parent' });
  let parent = first.coin;
  await mineSent();
  for (let i = 0; i < 105; i++) {
    const fields: EnvelopeFields = { fields: [TEXT, parentTag(first.txid)], body: `child ${i}` };
    const payments = [{ valueSats: parent.valueSats }, { valueSats: POSTAGE_SATS }];
    parent = inscribe(fields, { before: [parent], payments }).coin;
  }
  inscribe({ fields: [TEXT, parentTag(first.txid)], body: 'claims a parent that is not there' });
  fund();
  await mineSent();
  const mother = inscribe({ body: 'mother' });
  const after = [parent, mother.coin];
  inscribe(
    { fields: [TEXT, ...[first, mother, first].map(({ txid }) => parentTag(txid))], body: 'two parents' },
    {
      after,
      payments: [POSTAGE_SATS, ...after.map((each) => each.valueSats)].map((valueSats) => ({ valueSats })),
    },
  );
  await mineSent();
}

/** Every field, well formed and not. */
async function contents({ inscribe, mineSent }: Workshop): Promise<void> {
  const delegate = inscribe({ fields: [[TAG.contentType, 'image/png']], body: ascii('\x89PNG') });
  await mineSent();
  const delegateId = inscriptionIdValue(`${delegate.txid}i0`);
  inscribe({ fields: [[TAG.delegate, delegateId]], body: null });
  inscribe({ fields: [[TAG.delegate, Uint8Array.of(...delegateId, 0)]], body: 'bad delegate' });
  inscribe({
    fields: [[TAG.delegate, inscriptionIdValue(`${'ab'.repeat(32)}i7`)], TEXT],
    body: 'unknown delegate',
  });
  inscribe({ fields: [TEXT, [TAG.metadata, Uint8Array.of(0xa1, 0x61, 0x61, 1)]], body: 'metadata' });
  inscribe({ fields: [TEXT, [TAG.metadata, new Uint8Array(1200).fill(7)]], body: 'long metadata' });
  inscribe({ fields: [TEXT, [TAG.metaprotocol, 'brc-20']], body: '{}' });
  inscribe({
    fields: [TEXT, [TAG.contentEncoding, 'br']],
    body: Uint8Array.from(brotliCompressSync('hello')),
  });
  inscribe({ fields: [[TAG.contentType, Uint8Array.of(0xff, 0xfe)]], body: 'type is not text' });
  inscribe({ fields: [], body: null });
  inscribe({ fields: [], body: 'no type' });
  inscribe({ fields: [TEXT], body: null });
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
}

/** Pointers, fees, burns, bundles, and sats that end up in unusual places. */
async function places({ inscribe, send, coin, mineSent }: Workshop): Promise<void> {
  const two: Payment[] = [{ valueSats: 5_000 }, { valueSats: 5_000 }];
  inscribe(
    { fields: [TEXT, [TAG.pointer, Uint8Array.of(0x88, 0x13)]], body: 'second output' },
    { payments: two },
  );
  inscribe(
    { fields: [TEXT, [TAG.pointer, Uint8Array.of(0x10, 0x27)]], body: 'into the fee' },
    { payments: two },
  );
  inscribe(
    { fields: [TEXT, [TAG.pointer, new Uint8Array(12).fill(255)]], body: 'far pointer' },
    { payments: two },
  );
  inscribe({ body: 'behind a coin' }, { before: [coin()] });
  inscribe({ body: 'burned' }, { payments: [{ valueSats: 1_000, script: OP_RETURN }, { valueSats: 8_000 }] });
  inscribe({ body: 'zero first output' }, { payments: [{ valueSats: 0 }, { valueSats: 8_000 }] });
  inscribe({ body: 'all fee' }, { payments: [{ valueSats: 0, script: OP_RETURN }] });
  inscribe({ body: 'on nothing' }, { commitSats: 0, after: [coin()] });
  const toBurn = inscribe({ body: 'burned later' }).coin;
  const toLose = inscribe({ body: 'lost later' }).coin;
  const bundled = [inscribe({ body: 'a' }).coin, inscribe({ body: 'b' }).coin];
  await mineSent();
  send([toBurn], [{ valueSats: 1_000, script: OP_RETURN }]);
  send([toLose, coin()], [{ valueSats: 1_000 }]);
  const bundle = send([coin(), ...bundled], [{ valueSats: 1_020_000 }]).coin;
  await mineSent();
  const [left, right] = send([bundle], [{ valueSats: 1_005_000 }, { valueSats: 14_000 }]).coins;
  await mineSent();
  send([right!, left!], [{ valueSats: 1_000_000 }, { valueSats: 18_000 }]);
  await mineSent();
}

/** `ord` does not know the node's first halving: half of each subsidy is lost from here on. */
async function pastTheHalving({ inscribe, send, coinbase, mineSent }: Workshop): Promise<void> {
  inscribe({ body: 'after the halving' });
  inscribe({ body: 'fee after the halving' }, { payments: [{ valueSats: 0, script: OP_RETURN }] });
  const uncommon = coinbase();
  send([uncommon], [{ valueSats: 1_000 }, { valueSats: uncommon.valueSats - 3_000 }]);
  const leaf = leafWith(envelope({ body: 'on an uncommon sat' }));
  const commit = send([coinbase()], [{ valueSats: 20_000, leaf }]);
  send([commit.coin], [{ valueSats: 20_000 }]);
  await mineSent();
}

/** Outputs with addresses of every kind, some inscribed; vouts past 255 order differently in a database. */
async function addresses({ inscribe, send, coin, mineSent }: Workshop): Promise<void> {
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
  const script = SCRIPTS_WITH_ADDRESSES[2]!;
  send(
    [coin()],
    Array.from({ length: 300 }, () => ({ valueSats: 1_000, script })),
  );
  await mineSent();
}

/** An inscription in a fee that a miner claims, and a transaction that stays unconfirmed. */
async function mempool({ inscribe, coin, relay, mineSent, mineTo }: Workshop): Promise<void> {
  const plain = inscribe({ body: 'to the miner' });
  await mineSent();
  const source = coin();
  await relay([source, plain.coin], [{ valueSats: source.valueSats }]);
  await mineTo(166);
  await relay([coin()], [{ valueSats: 990_000, script: SCRIPTS_WITH_ADDRESSES[2]! }]);
}
