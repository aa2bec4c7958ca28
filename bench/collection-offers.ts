/**
 * The cost of collection offers: eligible sets, and how long hashing one blocks the event loop; the book of
 * 10,000 offers; and fills in this process, with the time of a submit divided into ports, the three signers
 * and the service itself, compared with the bare cryptography of the same fill. `npx tsx --conditions=source
 * bench/collection-offers.ts`
 */
import { createHash, randomUUID } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import {
  eligibleSet,
  hashEligibleSet,
  provesEligible,
} from '@ordbook/protocol/collection-offer/eligible-set';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { sql } from 'kysely';
import { signSchnorr } from 'tiny-secp256k1';
import { inSlices } from '../server/src/base/in-slices.ts';
import type { FillRequest } from '../server/src/signer/fill-port.ts';
import { eligibleReader } from '../server/src/signer/policy/eligible-members.ts';
import { policySigner } from '../server/src/signer/policy/policy-signer.ts';
import {
  bookCounts,
  bookRows,
  collectionOfferById,
  topOfferFor,
} from '../server/src/store/collection-offer/collection-offers.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPglite } from '../server/src/store/database/pglite.ts';
import { fillAttemptById } from '../server/src/store/fill/fill-attempts.ts';
import type { TradingContext } from '../server/src/trading/context.ts';
import { preflightFill, submitFill } from '../server/src/trading/fill/fill.ts';
import { fillBody, makeOffers } from '../server/test/support/collection-offers.ts';
import { type Desk, openDesk } from '../server/test/support/desk.ts';
import { QUICK_TIER, ROLE_SECRETS } from '../server/test/support/offer-signers.ts';
import { signStep, type Trader } from '../server/test/support/trader.ts';
import {
  flowRow,
  median,
  noTimes,
  type Stopwatch,
  stopwatch,
  timed,
  timedPorts,
  verify,
} from './stopwatch.ts';

const OFFERS = 10_000;
const READS = 21;
const HASHINGS = 5;
const FILLS = 30;
const WARM_UP = 2;
const SECRET = new Uint8Array(32).fill(7);

const idOf = (n: number) => `${createHash('sha256').update(`member ${n}`).digest('hex')}i0`;

function say(what: string, ms: number, note = ''): void {
  process.stdout.write(`${what.padEnd(52)} ${ms.toFixed(1)} ms${note}\n`);
}

function took<T>(what: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  say(what, performance.now() - start);
  return result;
}

async function eligibleSets(size: number): Promise<void> {
  const ids = Array.from({ length: size }, (_, n) => idOf(n));
  const set = took(`eligible root of ${size}, at a stretch`, () => eligibleSet(ids));
  let [whole, held] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < HASHINGS; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    await inSlices(hashEligibleSet(ids));
    whole = Math.min(whole, performance.now() - start);
    delay.disable();
    held = Math.min(held, delay.max / 1e6);
  }
  say(`eligible root of ${size}, in slices`, whole, ` (best of ${HASHINGS})`);
  say('  longest time that the event loop was held', held, ` (best of ${HASHINGS})`);
  const proof = took(`proof out of ${size}`, () => set.proofOf(ids[7]!)!);
  took(`proof checked, ${proof.siblings.length} siblings`, () => provesEligible(set.root, ids[7]!, proof));
}

async function book(): Promise<void> {
  const { db, close } = await openPglite({ memory: true });
  await migrate(db);
  const [profile, binding] = [randomUUID(), randomUUID()];
  await sql`insert into profiles (id, created_at) values (${profile}, now())`.execute(db);
  await sql`insert into wallet_bindings (id, profile_id, label, ordinals_address, payment_address, is_public, created_at)
    values (${binding}, ${profile}, 'w', 'a', 'b', false, now())`.execute(db);
  await sql`insert into collections (slug, name, kind, sources, created_at)
    values ('bench', 'Bench', 'gallery', '{}', now())`.execute(db);
  await sql`insert into inscriptions (id, number, genesis_height, synced_height)
    values (${idOf(0)}, 1, 1, 1)`.execute(db);
  await sql`insert into collection_offers (id, state, slug, maker_profile_id, maker_binding_id, maker_address, target, scope_key,
      price_sats, terms, funding, criteria_json, eligible_count, sample_inscription_id, funding_txid, created_at, expires_at)
    select gen_random_uuid(), 'active', 'bench', ${profile}, ${binding}, 'a', '{"kind":"all"}', 'bench',
      10000 + 5000 * (n % 200), '{}', '{}', '{"height":100}', 10000, ${idOf(0)}, lpad(to_hex(n), 64, '0'), now(), now() + interval '7 days'
    from generate_series(1, ${OFFERS}) n`.execute(db);
  const wanted = { slug: 'bench', now: new Date() };
  const read = async (what: string, work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < READS; round += 1) {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
    say(what, median(times), ` (median of ${READS})`);
  };
  await read(`book of ${OFFERS} offers, best 1,000`, () => bookRows(db, { ...wanted, limit: 1000 }));
  await read(`counts of ${OFFERS} offers`, () => bookCounts(db, wanted));
  await read('top offer for an inscription', () =>
    topOfferFor(db, { ...wanted, inscriptionId: idOf(0), exceptProfileId: randomUUID() }),
  );
  await close();
}

/**
 * Time, ms, of the cryptography that any implementation of a fill needs: the seller's signature verified by
 * the service and by two signers, the signers' four signatures, and the buyer's and the signers' verified
 * again to complete the package.
 */
function bareCrypto({ terms, sellerSignature, authSecret }: FillRequest): number {
  // layouts cache verified signatures, so each verification uses its own layout: the first three, then as
  // many as the signers' four, the seller's and the buyer's
  const tables = Array.from({ length: 9 }, () => fillLayout(terms, 'regtest', authSecret));
  const started = performance.now();
  for (const table of tables) verify(table, 0, 'seller', sellerSignature);
  for (const input of [1, 1, 1, 2]) signSchnorr(sighashOf(tables[0]!, input, 'DEFAULT'), SECRET);
  return performance.now() - started;
}

/** A second instance of the desk's policy signer, with a separate stopwatch on its node and index. */
async function policyThatReads({ ctx }: Desk, reading: Stopwatch) {
  const ordinals = timed(ctx.ordinals, reading);
  const collections = await ctx.db.selectFrom('collections').select(['slug', 'kind', 'sources']).execute();
  return policySigner({
    network: 'regtest',
    feeAddress: ctx.settings.feeAddress,
    maxFeeRate: ctx.settings.maxFeeRate,
    leastFeeBps: 0,
    keys: { ...ctx.keys, ...ctx.collectionOffers!.keys },
    tiers: ctx.collectionOffers!.tiers,
    policy: ROLE_SECRETS.policy,
    chain: timed(ctx.chain, reading),
    ordinals,
    eligible: eligibleReader(ordinals, async () => collections),
    now: () => ctx.clock.now(),
  });
}

async function fills(desk: Desk): Promise<void> {
  const [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], FILLS + WARM_UP, 200_000)) as [
    Trader,
    Trader,
  ];
  const ids = await desk.inscribe(seller, FILLS + WARM_UP);
  const ports = stopwatch();
  const signers = stopwatch();
  const reading = stopwatch();
  const parts = desk.ctx.collectionOffers!;
  let request: FillRequest | undefined;
  const market = timed(parts.signers.market, signers);
  const policy = timed(await policyThatReads(desk, reading), signers);
  const ctx: TradingContext = {
    ...timedPorts(desk.ctx, ports),
    collectionOffers: {
      ...parts,
      signers: {
        market: {
          signAdmissionSplit: market.signAdmissionSplit,
          signFill: (asked) => {
            request = asked;
            return market.signFill(asked);
          },
        },
        policy,
        gate: timed(parts.signers.gate, signers),
      },
    },
  };
  const read: number[] = [];
  const seen = noTimes();
  for (let round = -WARM_UP; round < FILLS; round += 1) {
    const { offerId } = await makeOffers(desk, buyer);
    const body = fillBody(seller, offerId, ids.pop()!);
    const t0 = performance.now();
    const promised = await preflightFill(ctx, seller.caller, body);
    const t1 = performance.now();
    const { psbtBase64 } = signStep(seller, promised.sellerStep);
    for (const watch of [ports, signers, reading]) watch.take();
    const t2 = performance.now();
    const { expectedSettlementTxid, admissionAnchorUtxoId } = promised;
    const { fillAttemptId } = await submitFill(ctx, seller.caller, {
      ...body,
      expectedSettlementTxid,
      admissionAnchorUtxoId,
      psbtBase64,
    });
    const t3 = performance.now();
    const signing = signers.take();
    const waited = ports.take();
    if (round >= 0) {
      seen.preflight.push(t1 - t0);
      seen.submit.push(t3 - t2);
      read.push(reading.take());
      seen.signer.push(signing - read.at(-1)!);
      seen.own.push(t3 - t2 - waited - signing);
      seen.bare.push(bareCrypto(request!));
    }
    const [attempt, offer] = [
      await fillAttemptById(desk.ctx.db, fillAttemptId),
      await collectionOfferById(desk.ctx.db, offerId),
    ];
    if (attempt?.state !== 'broadcast' || offer?.state !== 'filling')
      throw new Error(`${fillAttemptId} was not sent`);
    await desk.mine();
  }
  console.table({ 'a fill': { ...flowRow(seen), 'policy signer reads ms': median(read).toFixed(1) } });
}

for (const size of [10_000, 100_000]) await eligibleSets(size);
await book();
const desk = await openDesk({ tiers: [QUICK_TIER] });
try {
  await fills(desk);
} finally {
  await desk.close();
}
