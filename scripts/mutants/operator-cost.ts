import { guardsOf, type Mutant } from './mutant.ts';

/** What trades may cost the operator. */
export const OPERATOR_COST: readonly Mutant[] = [
  ...guardsOf(
    'server/src/trading/listing/daily-cost.ts',
    ['server/test/trading/listing/daily-cost.test.ts'],
    [
      ['open listings count', '(open + count) * priceSats', 'count * priceSats'],
      [
        'closings of the last day count',
        'if (at.getTime() > moment.getTime() - DAY_MS) today += sats;',
        'if (at.getTime() > moment.getTime()) today += sats;',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/listing/daily-cost.ts',
    ['server/test/attacks/operator-drain.test.ts'],
    [
      [
        'an inscription has a ceiling, whoever lists it',
        'if (oneReachedAt) {',
        'if (oneReachedAt && false) {',
      ],
      ['all profiles that do not pay have a ceiling', 'if (allReachedAt) {', 'if (allReachedAt && false) {'],
      ['a profile whose sales pay goes on', 'if (creditSats > 0 && openSats <= creditSats) return [];', ''],
      ['fees must cover what is open', 'creditSats > 0 && openSats <= creditSats', 'creditSats > 0'],
      ['newcomers have half of the ceiling', 'Math.ceil(allSats / 2)', 'allSats'],
    ],
  ),
  ...guardsOf(
    'server/src/trading/purchase/end.ts',
    ['server/test/trading/purchase/end.test.ts'],
    [['an end is no dearer than signers sign', 'feeSats <= most &&', 'feeSats <= budget &&']],
  ),
  ...guardsOf(
    'server/src/trading/operator-coins/anchors.ts',
    ['server/test/attacks/dear-endings.test.ts'],
    [['what is due waits for lower fees', 'rate <= revokeMaxFeeRate && retired', 'retired']],
  ),
];
