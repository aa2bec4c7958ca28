import { expect, test } from 'vitest';
import { MACHINES } from '../../../scripts/lifecycle-tables.ts';
import { FLOWS } from '../../src/trading/flows.ts';

/** Coins of the operator are no trades: gauges of the pools count them. */
const POOLS = ['admissions', 'anchors'];

test('every table with a state machine is of one flow, so that its rows are counted', () => {
  const counted = FLOWS.flatMap(({ trades }) => trades);
  expect([...counted, ...POOLS].sort()).toEqual(MACHINES.map(({ table }) => table).sort());
});
