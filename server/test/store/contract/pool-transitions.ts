import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import {
  addAdmissions,
  admissionById,
  assignAdmission,
  recogniseAdmissions,
  recordAdmissionQuote,
  releaseAdmission,
  releaseAssignedAdmission,
  reserveAdmission,
  spendAdmissions,
  unspendAdmissionsAbove,
} from '../../../src/store/operator-coins/admissions.ts';
import {
  anchorsByIds,
  assignAnchors,
  assignCoins,
  assignForFanOut,
  dissolveFanOut,
  recordAnchorQuote,
  releaseAnchors,
  releaseAssignedAnchor,
  releaseCoins,
  replaceFanOut,
  reserveAnchors,
  retireAnchors,
  setRead,
  spendCoins,
  unspendCoinsAbove,
} from '../../../src/store/operator-coins/anchors.ts';
import { admissionMachine, anchorMachine } from '../../../src/store/operator-coins/machine.ts';
import type { Database } from '../../../src/store/port.ts';
import { idOf, later, makeAnchors, NOW, txidOf } from './rows.ts';

const PROFILE = crypto.randomUUID();
const OTHER = crypto.randomUUID();
const SPLIT = 'split';

/** Every statement that writes coins, whatever state a coin is in. Transitions of coins are what these do, and no others. */
const ANCHOR_STATEMENTS: Record<string, (db: Database, id: string) => Promise<unknown>> = {
  'read: nothing is on it': (db, id) => setRead(db, [id], 'free'),
  'read: something is on it': (db, id) => setRead(db, [id], 'unsafe'),
  'reserve for the same': (db) => reserve(db, PROFILE, 'own'),
  'reserve for the same, once its time is over': (db) => reserve(db, PROFILE, 'own', 700_000),
  'reserve for another, once its time is over': (db) => reserve(db, OTHER, 'other', 700_000),
  promise: (db, id) => recordAnchorQuote(db, id, { profileId: PROFILE, purpose: 'own', feeRate: 1 }),
  assign: async (db, id) => assignAnchors(db, [(await anchorsByIds(db, [id]))[0]!]),
  release: async (db, id) => releaseAnchors(db, [(await anchorsByIds(db, [id]))[0]!]),
  'release of a purchase': releaseAssignedAnchor,
  'assign to a recovery': async (db, id) => assignCoins(db, [(await anchorsByIds(db, [id]))[0]!]),
  'release of a recovery': async (db, id) => releaseCoins(db, [(await anchorsByIds(db, [id]))[0]!]),
  retire: (db, id) => retireAnchors(db, [id], NOW),
  'assign to a split': async (db, id) => assignForFanOut(db, [(await anchorsByIds(db, [id]))[0]!], SPLIT),
  'replace a split': (db) => replaceFanOut(db, SPLIT, SPLIT),
  'dissolve a split': (db) => dissolveFanOut(db, SPLIT),
  spend: async (db, id) => spendCoins(db, [(await anchorsByIds(db, [id]))[0]!], 101),
  unspend: (db) => unspendCoinsAbove(db, 100),
};

function reserve(db: Database, profileId: string, purpose: string, ms = 0) {
  const until = later(ms + 600_000);
  return reserveAnchors(db, {
    valueSats: 1000,
    profileId,
    purposes: [purpose],
    most: 4,
    now: later(ms),
    until,
  });
}

const ADMISSION_STATEMENTS: Record<string, (db: Database, id: string) => Promise<unknown>> = {
  'reserve for the same': (db) => reserveInTier(db, 1, PROFILE),
  'reserve for another, once its time is over': (db) => reserveInTier(db, 1, OTHER, 700_000),
  'reserve in another tier': (db) => reserveInTier(db, 2, PROFILE),
  promise: (db, id) => recordAdmissionQuote(db, id, { profileId: PROFILE, purpose: idOf(1), feeRate: 1 }),
  assign: async (db, id) => assignAdmission(db, (await admissionById(db, id))!),
  release: async (db, id) => releaseAdmission(db, (await admissionById(db, id))!),
  'release of a fill': releaseAssignedAdmission,
  spend: async (db, id) => spendAdmissions(db, [(await admissionById(db, id))!], 101),
  unspend: (db) => unspendAdmissionsAbove(db, 100),
};

function reserveInTier(db: Database, tier: number, profileId: string, ms = 0) {
  const until = later(ms + 600_000);
  const inscriptionId = idOf(1);
  return reserveAdmission(db, { tier, notAbove: 100, now: later(ms), until, profileId, inscriptionId });
}

const RESERVATION = JSON.stringify({ profileId: PROFILE, purpose: 'own' });
const INSCRIPTION_RESERVATION = JSON.stringify({ profileId: PROFILE, purpose: idOf(1) });

/** What the statements, each run on a coin in each state, make of its state: `free -> reserved`. */
async function transitionsOf(
  db: Database,
  table: 'anchors' | 'admissions',
  states: readonly string[],
  statements: Record<string, (db: Database, id: string) => Promise<unknown>>,
  id: string,
): Promise<string[]> {
  const reservation = table === 'anchors' ? RESERVATION : INSCRIPTION_RESERVATION;
  const seen = new Set<string>();
  for (const from of states) {
    for (const hasFanOut of table === 'anchors' && from !== 'free' && from !== 'reserved'
      ? [false, true]
      : [false]) {
      for (const statement of Object.values(statements)) {
        await sql`
          update ${sql.table(table)} set state = ${from}, spent_height = null, confirmed_height = 100,
            reservation = case when ${from} in ('reserved', 'assigned') then ${reservation}::jsonb end,
            reserved_until = case when ${from} = 'reserved' then ${later(600_000)}::timestamptz end
          where id = ${id}`.execute(db);
        if (table === 'anchors')
          await sql`update anchors set fan_out_hex = ${hasFanOut ? SPLIT : null} where id = ${id}`.execute(
            db,
          );
        await inTransaction(db, (transaction) => statement(transaction, id));
        const { rows } = await sql<{ state: string }>`
          select state from ${sql.table(table)} where id = ${id}`.execute(db);
        if (rows[0]!.state !== from) seen.add(`${from} -> ${rows[0]!.state}`);
      }
    }
  }
  return [...seen].sort();
}

const listed = (transitions: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(transitions)
    .flatMap(([from, to]) => to.map((state) => `${from} -> ${state}`))
    .sort();

export function poolTransitionRules(db: () => Database): void {
  describe('the transitions that statements on a pool make are those that its machine lists:', () => {
    test('anchors', async () => {
      const [id] = await makeAnchors(db(), 1);
      const states = Object.keys(anchorMachine.transitions);
      expect(await transitionsOf(db(), 'anchors', states, ANCHOR_STATEMENTS, id!)).toEqual(
        listed(anchorMachine.transitions),
      );
    });
    test('admission coins', async () => {
      const id = crypto.randomUUID();
      const coin = { txid: txidOf('admission'), confirmedHeight: 100, createdAt: NOW };
      const other = crypto.randomUUID();
      await addAdmissions(db(), [
        { ...coin, id, tier: 1, vout: 0 },
        { ...coin, id: other, tier: 2, vout: 1 },
      ]);
      await recogniseAdmissions(db(), [id, other], true);
      const states = Object.keys(admissionMachine.transitions);
      expect(await transitionsOf(db(), 'admissions', states, ADMISSION_STATEMENTS, id)).toEqual(
        listed(admissionMachine.transitions),
      );
    });
  });
}
