/**
 * How designs of sales stand attacks on a real mempool: writes the table of docs/designs.md.
 *
 *   npm run bench:designs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hex } from '@scure/base';
import { type Kind, type Lock, lockOf } from '../scripts/judge-vectors/locks.ts';
import { digestOf, type Skeleton, sign, transactionOf } from '../scripts/judge-vectors/sign.ts';
import { startWorld, type World } from '../scripts/judge-vectors/world.ts';
import { refusalOf, rowsOf } from './attack-rows.ts';
import { ownRows } from './own-designs.ts';

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
  readonly lock: Lock;
}
type Output = Skeleton['outputs'][number];
/** A victim's signature, given before; everybody has it. */
type Given = { readonly at: number; readonly signature: Uint8Array };
interface Sent {
  readonly hex: string;
  readonly txid: string;
  readonly vsize: number;
  readonly feeSats: number;
}

const PAGE = resolve(import.meta.dirname, '../docs/designs.md');
const ITEM = 10_000;
const PRICE = 500_000;
const MONEY = 3_000_000;
const PAD = 600;
const BLOCKS_LATER = 10;
/** The victim is `you` of the locks: the seller of a listing, the buyer of an offer. */
const VICTIM = lockOf('p2wpkh', 2);
const buyer = (n: number) => lockOf('p2tr', n, 'attacker');
const pay = (valueSats: number, { script }: Lock): Output => ({ valueSats, script });
const sum = (amounts: readonly { readonly valueSats: number }[]) =>
  amounts.reduce((total, { valueSats }) => total + valueSats, 0);

async function fund(world: World, coins: readonly (readonly [number, Lock])[]): Promise<Coin[]> {
  const wanted = coins.map(([valueSats, lock]) => ({ valueSats, script: lock.script, lock }));
  const { txid } = await world.fund(wanted);
  return wanted.map(({ valueSats, lock }, vout) => ({ txid, vout, valueSats, lock }));
}

function skeletonOf(coins: readonly Coin[], outputs: readonly Output[]): Skeleton {
  const inputs = coins.map(({ lock, ...coin }) => ({ ...coin, sequence: 0xfffffffd, script: lock.script }));
  return { version: 2, lockTime: 0, inputs, outputs };
}

/**
 * `isMarketIn`: the second key of an item signs. Without it, the sender signs there with a key of its own.
 */
function completed(
  coins: readonly Coin[],
  outputs: readonly Output[],
  given?: Given,
  isMarketIn = true,
): Sent {
  const skeleton = skeletonOf(coins, outputs);
  const transaction = transactionOf(skeleton);
  for (const [at, { lock }] of coins.entries()) {
    const sighash = lock.digest === 'taproot' ? 0 : 1;
    const digest = digestOf(skeleton, at, lock, sighash)!;
    const signatures = lock.signers.map((holder) => {
      if (holder === 'you' && given?.at === at) return given.signature;
      const isShared = lock.signers.length > 1;
      const used = isShared && !isMarketIn ? { ...lock, secrets: buyer(8).secrets } : lock;
      return sign(digest, used, holder, sighash);
    });
    const { scriptSig, witness } = lock.finish(signatures);
    transaction.updateInput(
      at,
      {
        ...(scriptSig.length > 0 ? { finalScriptSig: scriptSig } : {}),
        ...(witness.length > 0 ? { finalScriptWitness: [...witness] } : {}),
      },
      true,
    );
  }
  return {
    hex: hex.encode(transaction.toBytes(true, true)),
    txid: transaction.id,
    vsize: transaction.vsize,
    feeSats: sum(coins) - sum(outputs),
  };
}

/** null: the node takes it; otherwise why it does not. */
const send = ({ call }: World, sent: Sent) => refusalOf(() => call('sendrawtransaction', [sent.hex, 0]));

async function later({ call }: World): Promise<void> {
  const { descriptor } = (await call('getdescriptorinfo', [`raw(${buyer(9).script})`])) as {
    descriptor: string;
  };
  await call('generatetodescriptor', [BLOCKS_LATER, descriptor]);
}

/** A purchase of a listed item: two dummies in front, the item, money; the price in the place of the item. */
async function purchase(
  world: World,
  item: Coin,
  {
    given,
    n,
    feeSats,
    isMarketIn = true,
    parts = 1,
  }: { given: Given; n: number; feeSats: number; isMarketIn?: boolean; parts?: number },
): Promise<Sent> {
  const own = buyer(n);
  const [one, two, money] = await fund(world, [
    [PAD, own],
    [PAD, own],
    [MONEY, own],
  ]);
  const left = MONEY - PRICE - feeSats;
  const change = Array.from({ length: parts }, () => pay(Math.floor(left / parts), own));
  const outputs = [pay(2 * PAD, own), pay(ITEM, own), pay(PRICE, VICTIM), ...change];
  return completed([one!, two!, item, money!], outputs, { ...given, at: 2 }, isMarketIn);
}

const LISTINGS: readonly (readonly [string, Kind])[] = [
  ['Listing of one PSBT, 0x83, P2TR', 'p2tr'],
  ['Listing of one PSBT, 0x83, P2WPKH', 'p2wpkh'],
  ['Listing of one PSBT, 0x83, P2PKH', 'p2pkh'],
  ['Listing from a two-of-two P2WSH', 'p2wsh-2of2'],
  ['Listing from a passthrough', 'passthrough'],
];
const OFFERS: readonly (readonly [string, Kind, number])[] = [
  ['Offer signed ALL, P2WPKH', 'p2wpkh', PRICE],
  ['Offer of `ord wallet offer`, P2TR', 'p2tr', PRICE + ITEM],
];

async function listed(world: World, kind: Kind): Promise<{ item: Coin; given: Given }> {
  const [item] = await fund(world, [[ITEM, lockOf(kind, 1)]]);
  // the first digest counts the outputs in front, so that such a listing names its place
  const front = Array.from({ length: item!.lock.digest === 'legacy' ? 2 : 0 }, () => PAD);
  const coins = [...front.map((valueSats) => ({ ...item!, valueSats })), item!];
  const outputs = [...front.map((valueSats) => pay(valueSats, VICTIM)), pay(PRICE, VICTIM)];
  const digest = digestOf(skeletonOf(coins, outputs), front.length, item!.lock, 0x83)!;
  return { item: item!, given: { at: 0, signature: sign(digest, item!.lock, 'you', 0x83) } };
}

async function listingRows(world: World, design: string, kind: Kind): Promise<string[][]> {
  const { rows, row } = rowsOf(design);
  const isShared = lockOf(kind, 1).signers.length > 1;
  for (const isMarketIn of isShared ? [false, true] : [false]) {
    const by = isMarketIn ? 'the market' : isShared ? 'anybody but the market' : 'anybody';
    const replaced = await listed(world, kind);
    const first = await purchase(world, replaced.item, { given: replaced.given, n: 3, feeSats: 1_000 });
    const refusal = await send(world, first);
    if (refusal !== null) throw new Error(`${design}: the sale itself is refused: ${refusal}`);
    const second = await purchase(world, replaced.item, {
      given: replaced.given,
      n: 4,
      feeSats: 2_000,
      isMarketIn,
    });
    row(
      'replace',
      by,
      await send(world, second),
      'sniped: the item, at its price, from the buyer',
      `${second.feeSats - first.feeSats} more than the buyer`,
    );

    const harvested = await listed(world, kind);
    const past = await purchase(world, harvested.item, {
      given: harvested.given,
      n: 4,
      feeSats: 1_000,
      isMarketIn,
    });
    row(
      'harvest',
      by,
      await send(world, past),
      'sold at its price, without the fee of a market',
      `${past.feeSats}`,
    );

    const delisted = await listed(world, kind);
    await later(world);
    const reused = await purchase(world, delisted.item, {
      given: delisted.given,
      n: 4,
      feeSats: 1_000,
      isMarketIn,
    });
    row(
      `reuse, ${BLOCKS_LATER} blocks after delisting`,
      by,
      await send(world, reused),
      'the item, at its old price',
      `${reused.feeSats}`,
    );

    const pinned = await listed(world, kind);
    const large = await purchase(world, pinned.item, {
      given: pinned.given,
      n: 4,
      feeSats: 12_000,
      parts: 1_000,
      isMarketIn,
    });
    const held = await send(world, large);
    const cheap = await purchase(world, pinned.item, { given: pinned.given, n: 3, feeSats: 2_000 });
    const dear = await purchase(world, pinned.item, { given: pinned.given, n: 3, feeSats: 13_000 });
    const answers = held === null ? [await send(world, cheap), await send(world, dear)] : [];
    const shown = answers.map((one) => (one === null ? 'accepted' : `refused (\`${one}\`)`));
    row(
      'pin',
      by,
      held,
      `locked: a purchase for ${cheap.feeSats} sats of fee is ${shown[0]}, for ${dear.feeSats} ${shown[1]}`,
      `${large.feeSats} if it is mined, ${large.vsize} vB`,
    );
  }
  const moved = await listed(world, kind);
  const away = completed([moved.item], [pay(ITEM - 400, VICTIM)]);
  const isAway = await send(world, away);
  if (isAway !== null) throw new Error(`${design}: the move is refused: ${isAway}`);
  await later(world);
  const gone = await purchase(world, moved.item, { given: moved.given, n: 4, feeSats: 1_000 });
  row(
    'reuse, after the coin moved',
    'anybody',
    await send(world, gone),
    'the item',
    `the seller: ${away.vsize} vB`,
  );
  return rows;
}

async function offerRows(world: World, design: string, kind: Kind, toSeller: number): Promise<string[][]> {
  const { rows, row } = rowsOf(design);
  const seller = buyer(5);
  const offered = async () => {
    const own = lockOf(kind, 3);
    const [item, money] = await fund(world, [
      [ITEM, seller],
      [MONEY, own],
    ]);
    const coins = [item!, money!];
    const outputs = [pay(ITEM, VICTIM), pay(toSeller, seller), pay(MONEY - toSeller - 1_000, own)];
    const sighash = own.digest === 'taproot' ? 0 : 1;
    const given = {
      at: 1,
      signature: sign(digestOf(skeletonOf(coins, outputs), 1, own, sighash)!, own, 'you', sighash),
    };
    return { coins, outputs, given };
  };
  const { coins, outputs, given } = await offered();
  const turned = completed(coins, [pay(ITEM, seller), ...outputs.slice(1)], given);
  row('change an output', 'the seller', await send(world, turned), 'the price without the item', '0');
  const bare = completed([coins[1]!], outputs.slice(1), { ...given, at: 0 });
  row('harvest, without the item', 'anybody', await send(world, bare), 'the price', '0');
  await later(world);
  const accepted = completed(coins, outputs, given);
  row(
    `delay, ${BLOCKS_LATER} blocks`,
    'the seller',
    await send(world, accepted),
    'sold at the old price, when the seller likes',
    '0',
  );
  const price = { txid: accepted.txid, vout: 1, valueSats: toSeller, lock: seller };
  const parts = Array.from({ length: 1_000 }, () => pay(Math.floor((toSeller - 12_000) / 1_000), seller));
  const child = completed([price], parts);
  const held = await send(world, child);
  const back = (feeSats: number) => completed([coins[1]!], [pay(MONEY - feeSats, VICTIM)]);
  const shown = [await send(world, back(3_000)), await send(world, back(15_000))].map((one) =>
    one === null ? 'accepted' : `refused (\`${one}\`)`,
  );
  row(
    'pin, by a child of the price',
    'the seller',
    held,
    `locked: the buyer's own spend for 3000 sats of fee is ${shown[0]}, for 15000 ${shown[1]}`,
    `${child.feeSats} if it is mined, ${child.vsize} vB`,
  );
  const next = await offered();
  const undone = completed([next.coins[1]!], [pay(MONEY - 400, VICTIM)]);
  await send(world, undone);
  await later(world);
  row(
    'reuse, after the money moved',
    'the seller',
    await send(world, completed(next.coins, next.outputs, next.given)),
    'sold',
    `the buyer: ${undone.vsize} vB`,
  );
  return rows;
}

/** The table of docs/designs.md, the same each time on one version of the node. */
export async function designsTable(): Promise<string> {
  const world = await startWorld(1);
  try {
    world.begin(0);
    const rows: string[][] = [];
    for (const [design, kind] of LISTINGS) rows.push(...(await listingRows(world, design, kind)));
    for (const [design, kind, sats] of OFFERS) rows.push(...(await offerRows(world, design, kind, sats)));
    rows.push(...(await ownRows()));
    const head = ['design', 'attack', 'by', 'node', 'what is had', 'cost, sats'];
    return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  } finally {
    await world.stop();
  }
}

const MARKS = /(<!-- designs -->\n)[\s\S]*?(\n<!-- \/designs -->)/;
/** The table in the page. */
export const designsInPage = (): string => MARKS.exec(readFileSync(PAGE, 'utf8'))![0];

if (process.argv[1] === import.meta.filename) {
  const table = await designsTable();
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(
      MARKS,
      (_, before: string, after: string) => `${before}${table}${after}`,
    ),
  );
  console.log(table);
}
