/**
 * Bytes and processor times of custody proofs over a made population: npx tsx --conditions=source
 * protocol/test/custody/sizes.ts [proofs]. Blocks have 4,096 transactions. Of 100 inscriptions,
 *
 *   94 are revealed alone, with 1 to 20 kB of content (as many of each size on a scale of logarithms)
 *    5 in a batch of 10 to 100, with 200 to 1,000 bytes each
 *    1 in a batch of 1,000, with 100 to 250 bytes each
 *
 * and they moved 0 to 50 times, half of them up to 3 times. Of 100 moves, 80 are in transactions of 1 to 3
 * inputs, 17 in purchases behind two small coins, 3 in ones of 20 to 100 inputs. A coin before ours comes from
 * a transaction with 1 to 3 outputs, one in ten from a payout with 20 to 200.
 */
import { envelope, leafWith, TAG } from '../../../devnode/test/ord/envelope-script.ts';
import { cbor } from '../../../sandbox/src/cbor.ts';
import { encodeBundle, type Move } from '../../src/custody/bundle.ts';
import { propertiesIn } from '../../src/custody/gallery.ts';
import { readCustody } from '../../src/custody/read.ts';
import { numbersFrom } from './histories.ts';
import { blockOf, type Made, made, moveOf } from './made-proof.ts';

const PROOFS = Number(process.argv[2] ?? 2_000);
const below = numbersFrom(1);
const between = (least: number, most: number) => least + below(most - least + 1);
/** A block of 4,096 transactions has ten levels more than a made one, in both trees; its coinbase is longer. */
const MORE_BYTES = 2 * 10 * 32 + 150;

const P2TR = new Uint8Array(34).fill(3);
const output = (valueSats: number) => ({ valueSats, script: P2TR });
/** Processor time of this process, ms. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let salt = 0;
const nextSalt = () => {
  salt += 1;
  return salt;
};

/** A coin of 10,000 sats, and the transaction that it comes from. */
function coin(outputs = below(10) === 0 ? between(20, 200) : between(1, 3)): Made {
  return made(
    [{ txid: 'ee'.repeat(32), vout: nextSalt() }],
    Array.from({ length: outputs }, () => output(10_000)),
    salt,
  );
}

interface At {
  readonly txid: string;
  readonly vout: number;
}

function moveFrom(from: At): { move: Move; at: At } {
  const kind = below(100);
  const inputs = kind < 80 ? between(1, 3) : kind < 97 ? between(4, 6) : between(20, 100);
  const before = kind >= 80 && kind < 97 ? 2 : below(inputs);
  const coins = Array.from({ length: inputs - 1 }, () => coin());
  const others = coins.map(({ txid }) => ({ txid, vout: 0 }));
  // the coins before ours fill an output of their own
  const outputs = [
    ...(before > 0 ? [output(10_000 * before)] : []),
    output(10_000),
    ...Array.from({ length: between(0, 2) }, () => output(500)),
  ];
  const transaction = made([...others.slice(0, before), from, ...others.slice(before)], outputs, nextSalt());
  return {
    move: moveOf(transaction, coins.slice(0, before)),
    at: { txid: transaction.txid, vout: before > 0 ? 1 : 0 },
  };
}

function revealOf(kind: number): { reveal: Made; parent: Made; id: string } {
  const single = kind < 94;
  const count = single ? 1 : kind < 99 ? between(10, 100) : 1_000;
  const bytes = () =>
    single
      ? Math.round(1_000 * 20 ** (below(1_000_000) / 1e6))
      : kind < 99
        ? between(200, 1_000)
        : between(100, 250);
  const leaf = leafWith(
    ...Array.from({ length: count }, () =>
      envelope({ fields: [[TAG.contentType, 'image/webp']], body: new Uint8Array(bytes()).fill(1) }),
    ),
  );
  const parent = coin(2);
  const reveal = made(
    [{ txid: parent.txid, vout: 0, witness: [leaf, new Uint8Array(33)] }],
    Array.from({ length: Math.min(count, 100) }, () => output(10_000)),
    nextSalt(),
  );
  return { reveal, parent, id: `${reveal.txid}i0` };
}

function proof(kind: number) {
  const { reveal, parent, id } = revealOf(kind);
  const hops = Math.floor(51 * (below(1_000_000) / 1e6) ** 4);
  const moves: Move[] = [];
  let at: At = { txid: reveal.txid, vout: 0 };
  for (let hop = 0; hop < hops; hop += 1) {
    const moved = moveFrom(at);
    moves.push(moved.move);
    at = moved.at;
  }
  const bytes = encodeBundle({
    network: 'regtest',
    reveal: reveal.complete,
    ...blockOf(reveal),
    previous: [parent.stripped],
    moves,
  });
  const begin = cpuMs();
  const answer = readCustody(bytes, { inscriptionId: id, outpoint: null, network: 'regtest' });
  const ms = cpuMs() - begin;
  if (!answer.holds) throw new Error(`${id}: ${answer.reason}`);
  return { bytes: bytes.length + MORE_BYTES, ms, hops };
}

function show(what: string, values: readonly number[], unit: string): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const [median, p99, most] = [at(0.5), at(0.99), at(1)].map((value) => value.toFixed(unit === 'ms' ? 2 : 0));
  console.log(`${what.padEnd(44)} median ${median} ${unit}, p99 ${p99} ${unit}, most ${most} ${unit}`);
}

const all = Array.from({ length: PROOFS }, (_, i) => {
  const kind = i % 100;
  return { kind, ...proof(kind) };
});
const some = (least: number, most: number) => all.filter(({ kind }) => kind >= least && kind < most);
show(
  `${PROOFS} proofs`,
  all.map(({ bytes }) => bytes),
  'bytes',
);
show(
  '  revealed alone',
  some(0, 94).map(({ bytes }) => bytes),
  'bytes',
);
show(
  '  in batches of 10 to 100',
  some(94, 99).map(({ bytes }) => bytes),
  'bytes',
);
show(
  '  in batches of 1,000',
  some(99, 100).map(({ bytes }) => bytes),
  'bytes',
);
show(
  '  hops',
  all.map(({ hops }) => hops),
  'hops',
);
show(
  '  reading',
  all.map(({ ms }) => ms),
  'ms',
);

/** A gallery of 10,000: ids of one reveal each, or of reveals of 1,000, which share their txid; with titles. */
for (const [what, perReveal, isTitled] of [
  ['gallery of 10,000, each of its own reveal', 1, false],
  ['gallery of 10,000, of reveals of 1,000', 1_000, false],
  ['gallery of 10,000 with titles, each of its own', 1, true],
] as const) {
  const items = Array.from({ length: 10_000 }, (_, i) => {
    const txid = Buffer.alloc(32);
    txid.writeUInt32LE(Math.floor(i / perReveal) + 1);
    const index = i % perReveal;
    const id =
      index === 0
        ? txid
        : Buffer.concat([txid, Buffer.from(index < 256 ? [index] : [index % 256, index >> 8])]);
    return new Map<number, unknown>([
      [0, new Uint8Array(id)],
      ...(isTitled ? [[1, new Map([[0, `Ember #${i}`]])] as const] : []),
    ]);
  });
  const properties = cbor(new Map([[0, items]]) as Parameters<typeof cbor>[0]);
  const parent = coin(2);
  const leaf = leafWith(envelope({ fields: [[TAG.properties, properties]] }));
  const reveal = made(
    [{ txid: parent.txid, vout: 0, witness: [leaf, new Uint8Array(33)] }],
    [output(10_000)],
  );
  const bytes = encodeBundle({
    network: 'regtest',
    reveal: reveal.complete,
    ...blockOf(reveal),
    previous: [parent.stripped],
    moves: [],
  });
  const times: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const begin = cpuMs();
    const answer = readCustody(bytes, {
      inscriptionId: `${reveal.txid}i0`,
      outpoint: null,
      network: 'regtest',
    });
    if (!answer.holds) throw new Error(answer.reason);
    if (propertiesIn(answer.custody.envelope.properties!).items.length !== 10_000)
      throw new Error('items are missing');
    times.push(cpuMs() - begin);
  }
  show(`${what}: ${bytes.length + MORE_BYTES} bytes`, times, 'ms');
}
