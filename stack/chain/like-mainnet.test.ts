/**
 * A chain with what mainnet has and a test network has not, on Bitcoin Core and `ord`: oddities of every
 * kind, old outputs, full blocks of inscriptions, a large collection. `MEMBERS=300000 npm run test:stack --
 * stack/chain/like-mainnet` plays its size.
 */
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { pointFromScalar } from 'tiny-secp256k1';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { playScenario } from '../../devnode/stack/ord/scenario.ts';
import { createWorkshop, parentTag, TEXT, type Workshop } from '../../devnode/stack/ord/workshop.ts';
import { envelope, leafWith, TAG } from '../../devnode/test/ord/envelope-script.ts';
import { inscribeGallery } from '../../sandbox/src/inscriber.ts';
import { REGTEST, secretOf } from '../../sandbox/src/keys.ts';
import { audit } from '../../server/src/audit/audit.ts';
import { type CollectionInput, upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { submitListing } from '../../server/src/trading/listing/list.ts';
import { type Desk, openDesk } from '../../server/test/support/desk.ts';
import { moveInscription } from '../../server/test/support/move-inscription.ts';
import { buy, listingBody, refusalOf, signedListing } from '../../server/test/support/trade.ts';
import type { Trader } from '../../server/test/support/trader.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Ord, startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';
import { rounds } from '../rounds.ts';

vi.setConfig({ testTimeout: 7_200_000, hookTimeout: 1_200_000 });

const MEMBERS = Number(process.env['MEMBERS'] ?? rounds(3_000, 4));
/** `ORD_ARGS=--index-transactions` spares `ord` a request to the node for each inscription. */
const ORD_ARGS = process.env['ORD_ARGS']?.split(' ') ?? [];
/** Members that one transaction reveals, each on its own output, and such transactions in a block. */
const PER_REVEAL = 25;
const REVEALS_PER_BLOCK = 480;
/** Past three halvings of regtest, whose subsidy halves every 150 blocks. */
const HALVED_HEIGHT = 460;
const POSTAGE_SATS = 10_000;
const ON_ONE_OUTPUT = 10_000;
/** Bytes of content in each of ten reveals: a block of 4,000,000 weight units has no room for an eleventh. */
const LARGE_BYTES = 392_000;

const secret = secretOf('an old wallet');
const publicKey = pointFromScalar(secret, true)!;
/** Outputs that wallets made before taproot, and how their coins are spent. */
const OLD_KINDS: Readonly<
  Record<string, { script: Uint8Array; redeemScript?: Uint8Array; witnessScript?: Uint8Array }>
> = {
  P2PK: btc.p2pk(publicKey),
  P2PKH: btc.p2pkh(publicKey, REGTEST),
  'bare multisig': btc.p2ms(1, [publicKey]),
  P2SH: btc.p2sh(btc.p2ms(1, [publicKey]), REGTEST),
  'P2SH-P2WPKH': btc.p2sh(btc.p2wpkh(publicKey, REGTEST), REGTEST),
  P2WPKH: btc.p2wpkh(publicKey, REGTEST),
  P2WSH: btc.p2wsh(btc.p2ms(1, [publicKey]), REGTEST),
};

describe.runIf(findBitcoind() && findOrd())('a chain like mainnet', () => {
  let node: Bitcoind;
  let ord: Ord;
  let shop: Workshop;
  let desk: Desk;
  let odd: string[];
  let owner: Trader;
  let buyer: Trader;

  beforeAll(async () => {
    node = await startBitcoind({ extraArgs: ['-acceptnonstdtxn=1'] });
    const { txids } = await playScenario(node.call);
    shop = createWorkshop(node.call);
    await shop.mineTo(HALVED_HEIGHT);
    ord = await startOrd({ bitcoind: node, extraArgs: ORD_ARGS });
    await ord.caughtUp(600_000);
    odd = await revealedIn(txids);
    desk = await openDesk({
      call: node.call,
      index: { url: ord.url, caughtUp: () => ord.caughtUp(1_800_000) },
    });
    [owner, buyer] = (await desk.traders(['p2wpkh', 'p2sh-p2wpkh'], 20, 1_000_000)) as [Trader, Trader];
    shop.fund();
    await shop.mineSent();
  });
  afterAll(async () => {
    await desk?.close();
    await ord?.stop();
    await node?.stop();
  });

  const json = async (path: string) => {
    const response = await fetch(`${ord.url}${path}`, { headers: { accept: 'application/json' } });
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
  };
  const revealedIn = async (txids: readonly string[]) => {
    const ids: string[] = [];
    for (const txid of new Set(txids))
      for (let index = 0; (await json(`/inscription/${txid}i${index}`)) !== null; index += 1)
        ids.push(`${txid}i${index}`);
    return ids;
  };
  const collect = async (collection: CollectionInput) => {
    await upsertCollection(desk.ctx.db, { ...collection, createdAt: desk.clock.now() });
    await desk.settle();
  };
  const galleryOf = async (slug: string, ids: readonly string[]) => {
    const artwork = { contentType: 'text/plain', body: new Uint8Array(1), title: slug, traits: [] };
    const id = await inscribeGallery(
      desk.miner,
      slug,
      ids.map((item) => ({ id: item, artwork })),
    );
    await ord.caughtUp();
    await collect({ slug, name: slug, kind: 'gallery', sources: [id] });
  };
  const findings = async () => {
    const { chain, ordinals, db, clock, settings } = desk.ctx;
    const { network, failureDepth } = settings;
    return (await audit({ chain, ordinals, db, clock, network, failureDepth }, { pauseMs: 0 })).findings;
  };
  const locationsOf = async (slug: string) =>
    desk.ctx.db
      .selectFrom('collectionMembers')
      .select((query) => query.fn.countAll<number>().as('members'))
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
  const sell = async (slug: string, ids: readonly string[]) => {
    const body = { ...listingBody(owner, ids), slug };
    const { listings } = await submitListing(
      desk.ctx,
      owner.caller,
      await signedListing(desk.ctx, owner, body),
    );
    await buy(desk, buyer, listings, { slug });
    await desk.mine();
    for (const id of ids)
      expect(await desk.ctx.ordinals.inscription(id)).toMatchObject({ address: buyer.ordinals.address });
  };
  const ownerScript = () => hex.decode(scriptOf(owner.ordinals.address, 'regtest'));
  /** Blocks of the node that the follower has not applied yet, and how long it takes, ms. */
  const settled = async () => {
    await ord.caughtUp(1_800_000);
    const start = performance.now();
    await desk.follower.sync();
    return Math.round(performance.now() - start);
  };

  test('cursed, vindicated, re-inscribed, burnt and lost inscriptions are stored where ord has them', async () => {
    expect(odd.length).toBeGreaterThan(150);
    await galleryOf('oddities', odd);
    expect(Number((await locationsOf('oddities')).members)).toBe(odd.length);
    expect(await findings()).toEqual([]);
  });

  test('inscriptions that come from coins of old kinds are sold', async () => {
    const kinds = Object.entries(OLD_KINDS);
    const made = kinds.map(([kind, { script }]) =>
      shop.inscribe({ body: kind }, { payments: [{ valueSats: POSTAGE_SATS, script }] }),
    );
    await shop.mineSent();
    await ord.caughtUp();
    const ids = made.map(({ txid }) => `${txid}i0`);
    await galleryOf('old-coins', ids);
    const moves = kinds.map(([, lock], i) => {
      const transaction = new btc.Transaction({
        allowUnknownOutputs: true,
        allowLegacyWitnessUtxo: true,
        disableScriptCheck: true,
      });
      const witnessUtxo = { script: lock.script, amount: BigInt(POSTAGE_SATS) };
      transaction.addInput({ ...lock, txid: made[i]!.txid, index: 0, witnessUtxo });
      transaction.addOutputAddress(owner.ordinals.address, BigInt(POSTAGE_SATS - 1_000), REGTEST);
      transaction.sign(secret);
      transaction.finalize();
      return hex.encode(transaction.extract());
    });
    await desk.miner.mineOnly(moves);
    await desk.settle();
    await sell('old-coins', ids);
    expect(await findings()).toEqual([]);
  });

  test('of 10,000 inscriptions on one output none is listed alone, and all go where the output goes', async () => {
    const envelopes = Array.from({ length: ON_ONE_OUTPUT }, (_, i) =>
      envelope({ fields: [[TAG.pointer, Uint8Array.of(i % 256, i >> 8)]], body: null }),
    );
    const { txid } = shop.reveal([leafWith(...envelopes)], {
      payments: [{ valueSats: POSTAGE_SATS, script: ownerScript() }],
      commitSats: POSTAGE_SATS + 100_000,
    });
    await shop.mineSent();
    await ord.caughtUp();
    const ids = [`${txid}i0`, `${txid}i${ON_ONE_OUTPUT - 1}`];
    await galleryOf('crowded', ids);
    const body = { ...listingBody(owner, ids.slice(0, 1)), slug: 'crowded' };
    const refusal = await refusalOf(signedListing(desk.ctx, owner, body));
    expect(refusal.message).toContain(
      `holds ${ON_ONE_OUTPUT} inscriptions; at most 100 can be sold together`,
    );
    await moveInscription(desk, owner, ids[0]!, buyer.ordinals.address);
    await desk.miner.mine(1);
    console.info(`a block that moves ${ON_ONE_OUTPUT} inscriptions at once: ${await settled()} ms`);
    expect(await findings()).toEqual([]);
  });

  test('a block of 4,000,000 weight units of inscriptions is followed like any other', async () => {
    const made = Array.from({ length: 10 }, (_, i) =>
      shop.inscribe(
        { fields: [TEXT], body: new Uint8Array(LARGE_BYTES).fill(65 + i) },
        { payments: [{ valueSats: POSTAGE_SATS, script: ownerScript() }], commitSats: POSTAGE_SATS + 2_000 },
      ),
    );
    await shop.mineSent();
    const tip = (await node.call('getblock', [await node.call('getbestblockhash'), 1])) as { weight: number };
    expect(tip.weight).toBeGreaterThan(3_900_000);
    console.info(`a block of ${tip.weight} weight units: ${await settled()} ms`);
    const ids = made.map(({ txid }) => `${txid}i0`);
    await galleryOf('large', ids);
    await sell('large', ids.slice(0, 2));
    expect(await findings()).toEqual([]);
  });

  test(`a collection of ${MEMBERS} members is read once, and traded while it grows`, async () => {
    const script = ownerScript();
    const first = shop.inscribe({ fields: [TEXT], body: 'the parent' });
    await shop.mineSent();
    let parent = first.coin;
    let last = '';
    const reveal = (count: number, to: Uint8Array = Uint8Array.of(0x51)) => {
      const fields = [TEXT, parentTag(first.txid)] as const;
      const envelopes = Array.from({ length: count }, (_, i) =>
        envelope({
          fields: [...fields, [TAG.pointer, littleEndian(parent.valueSats + i * 600)]],
          body: `${i}`,
        }),
      );
      const { coin, txid } = shop.reveal([leafWith(...envelopes)], {
        before: [parent],
        commitSats: count * 600 + 200_000,
        payments: [
          { valueSats: parent.valueSats },
          ...Array.from({ length: count }, () => ({ valueSats: 600, script: to })),
        ],
      });
      parent = coin;
      last = `${txid}i0`;
    };
    for (let made = 0; made < MEMBERS; made += PER_REVEAL) {
      if ((made / PER_REVEAL) % REVEALS_PER_BLOCK === 0) await shop.mineSent();
      if ((made / PER_REVEAL) % 100 === 99) shop.fund();
      reveal(Math.min(PER_REVEAL, MEMBERS - made));
    }
    await shop.mineSent();
    const start = performance.now();
    await ord.caughtUp(1_800_000);
    const indexed = Math.round(performance.now() - start);
    console.info(`ord has indexed ${MEMBERS} members after ${indexed} ms; blocks: ${await settled()} ms`);
    const collection: CollectionInput = {
      slug: 'vast',
      name: 'Vast',
      kind: 'parent_child',
      sources: [`${first.txid}i0`],
    };
    await upsertCollection(desk.ctx.db, { ...collection, createdAt: desk.clock.now() });
    const polls: number[] = [];
    do polls.push(await settled());
    while (polls.length < MEMBERS && Number((await locationsOf('vast')).members) < MEMBERS);
    expect(Number((await locationsOf('vast')).members)).toBe(MEMBERS);
    console.info(
      `its members are read in ${polls.reduce((sum, ms) => sum + ms, 0)} ms, the longest poll ${Math.max(...polls)} ms`,
    );
    reveal(1, script);
    await shop.mineSent();
    console.info(`a block with one more: ${await settled()} ms`);
    expect(Number((await locationsOf('vast')).members)).toBe(MEMBERS + 1);
    await sell('vast', [last]);
    expect(await findings()).toEqual([]);
  });
});

function littleEndian(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Uint8Array.from(bytes);
}
