import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { expect, test, vi } from 'vitest';
import { printPlan } from '../../../src/cli/check.ts';
import { type PlanLine, planFor, planText } from '../../../src/composition/check/plan.ts';
import { readSettings } from '../../../src/composition/settings.ts';
import { readTiers } from '../../../src/composition/tiers.ts';
import { revocationSats } from '../../../src/trading/operator-coins/anchors.ts';

const settings = readSettings({});
const tiers = readTiers('0:144:20,50000:10:5');
const planned = (listings: number, feeRate: number) => planFor(settings, tiers, { listings, feeRate });
const satsOf = (plan: readonly PlanLine[], what: string) =>
  Number(plan.find((line) => line.what === what)!.figure.replace(/\D/g, ''));

test('what to fund follows the rules of the pools', () => {
  const plan = planned(250, 7);
  expect(satsOf(plan, 'anchors of open listings')).toBe(250_000);
  expect(satsOf(plan, 'anchors kept ready')).toBe(200_000);
  // 450 anchors, 100 in a transaction, each with change
  expect(satsOf(plan, 'fees to make them')).toBe(4 * fanOutFee(1, 101, 7) + fanOutFee(1, 51, 7));
  const coins = satsOf(plan, 'admission coins');
  expect(coins).toBeGreaterThan(25 * 333);
  expect(satsOf(planned(250, 14), 'admission coins') - 25 * 333).toBeCloseTo(2 * (coins - 25 * 333), -1);
  expect(satsOf(plan, 'fees if no listing sells')).toBe(250 * revocationSats({ revokeMaxFeeRate: 20 }, 7));
  expect(satsOf(plan, 'all of it')).toBe(
    plan
      .filter(({ of, what }) => of === 'to fund' && what !== 'all of it')
      .reduce((sum, { what }) => sum + satsOf(plan, what), 0),
  );
});

test('revocations wait above REVOKE_MAX_FEE_RATE, so a higher rate costs no more', () => {
  const dear = 'fees if no listing sells';
  expect(satsOf(planned(10, 500), dear)).toBe(satsOf(planned(10, 20), dear));
});

test('every figure has a source, and each part is named once', () => {
  const plan = planned(1, 1);
  expect(plan.filter(({ figure, source }) => figure === '' || source === '')).toEqual([]);
  const heads = planText(plan).match(/^\S.*$/gm);
  expect(heads).toEqual(['node', 'policy node', 'index', 'service', 'network', 'tested', 'to fund']);
});

test('an option that is no number in its bounds is refused by its name, before anything is printed', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    for (const text of ['x', '0', '-1', '1e9', '1.5', '1000001', ''])
      expect(() => printPlan({ listings: text }, {})).toThrow('--listings');
    for (const text of ['x', '0', '10001'])
      expect(() => printPlan({ feeRate: text }, {})).toThrow('--fee-rate');
    expect(write).not.toHaveBeenCalled();
    // before there is a node, or any setting
    printPlan({ json: true, listings: '5', feeRate: '1.5' }, {});
    const printed = JSON.parse(String(write.mock.calls[0]![0])) as PlanLine[];
    expect(satsOf(printed, 'anchors of open listings')).toBe(5_000);
  } finally {
    write.mockRestore();
  }
});
