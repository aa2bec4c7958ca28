/** What collection offers cost without a node: eligible sets, and the book of 10,000 offers. `npx tsx --conditions=source bench/collection-offers.ts` */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { eligibleSet, provesEligible } from '../server/src/protocol/collection-offer/eligible-set.ts';
import { bookCounts, bookRows, topOfferFor } from '../server/src/store/collection-offers.ts';
import { migrate } from '../server/src/store/migrate.ts';
import { openPglite } from '../server/src/store/pglite.ts';

const OFFERS = 10_000;

function timed<T>(what: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  process.stdout.write(`${what.padEnd(44)} ${(performance.now() - start).toFixed(1)} ms\n`);
  return result;
}

async function median(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  process.stdout.write(`${what.padEnd(44)} ${times[10]!.toFixed(1)} ms (median of 21)\n`);
}

const idOf = (n: number) => `${createHash('sha256').update(`member ${n}`).digest('hex')}i0`;
for (const size of [10_000, 100_000]) {
  const ids = Array.from({ length: size }, (_, n) => idOf(n));
  const set = timed(`eligible root of ${size} inscriptions`, () => eligibleSet(ids));
  const proof = timed(`proof out of ${size}`, () => set.proofOf(ids[7]!)!);
  timed(`proof checked, ${proof.siblings.length} siblings`, () => provesEligible(set.root, ids[7]!, proof));
}

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
await median(`book of ${OFFERS} offers, best 1,000`, () => bookRows(db, { ...wanted, limit: 1000 }));
await median(`counts of ${OFFERS} offers`, () => bookCounts(db, wanted));
await median('top offer for an inscription', () =>
  topOfferFor(db, { ...wanted, inscriptionId: idOf(0), exceptProfileId: randomUUID() }),
);
await close();
