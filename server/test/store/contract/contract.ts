import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Database } from '../../../src/store/port.ts';
import { emptyDatabase, type TestDatabase } from '../../support/database.ts';
import { anchorRules } from './anchors.ts';
import { closingCostRules } from './closing-costs.ts';
import { collectionItemRules } from './collection-items.ts';
import { followingRules } from './following.ts';
import { listingRules } from './listings.ts';
import { machineRules } from './machine.ts';
import { myOfferRules } from './my-offers.ts';
import { pageRules } from './pages.ts';
import { poolTransitionRules } from './pool-transitions.ts';
import { reservationRules } from './reservations.ts';
import { signInRules } from './sign-in.ts';

/** Everything the store promises, on one adapter. `open` gives a migrated database; it is emptied before every test. */
export function storeContract(open: () => Promise<TestDatabase>): void {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  const db = (): Database => opened.db;
  describe('with an empty database', () => {
    beforeEach(() => emptyDatabase(opened.db));
    machineRules(db);
    signInRules(db);
    anchorRules(db);
    reservationRules(db);
    poolTransitionRules(db);
    closingCostRules(db);
    listingRules(db);
    pageRules(db);
    collectionItemRules(db);
    followingRules(db);
    myOfferRules(db);
  });
}
