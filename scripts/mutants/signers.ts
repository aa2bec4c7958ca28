import { guardsOf, type Mutant } from './mutant.ts';

const rules = (name: string) => [`server/test/signer/market/${name}-rules.test.ts`];

/** What the signers sign, how much of it, and for whom. */
export const SIGNERS: readonly Mutant[] = [
  ...guardsOf('server/src/signer/market/sale-rules.ts', rules('sale'), [
    [
      'nobody else has the operator keys',
      'return parties.find((key) => [market, anchor].includes(xOnlyKey(key))) ?? null;',
      'return parties[-1] ?? market[-1] ?? anchor[-1] ?? null;',
    ],
    [
      'no seller buys from himself',
      'return same?.sellerKey ?? null;',
      "return same?.sellerKey === '' ? '' : null;",
    ],
    ['payouts go to the addresses of the settings', '!known.includes(script)', "script === ''"],
    [
      'the market key signs passthroughs of the request',
      'if (input.signs.market && !passthroughs.has(input.lock.script)) return true;',
      '',
    ],
    ['fees are bounded', 'fee <= settings.maxFeeRate * vbytes', 'settings.maxFeeRate * vbytes > 0'],
    ['a transfer pays the fee of the settings', 'return wrong ? `', "return wrong?.name === '' ? `"],
    ['output 0 returns the operator coins in full', ' && first.valueSats === spent', ''],
  ]),
  ...guardsOf('server/src/signer/market/return-rules.ts', rules('return'), [
    [
      'a return spends the anchor changes of its transfers',
      'return seen.join() === named.join() ?',
      'return seen.length >= 0 ?',
    ],
    ['a return pays no more than the rate of its transfers', ' && networkFee(table) <= most', ''],
  ]),
  ...guardsOf('server/src/signer/market/counter-rules.ts', rules('counter'), [
    ['a counter spends one anchor', 'return seen === anchor ?', 'return seen !== null ?'],
  ]),
  ...guardsOf(
    'server/src/signer/market/admission-fan-out-rules.ts',
    ['server/test/signer/market/admission-fan-out-rules.test.ts'],
    [['a tier has no more coins than its setting', '.length > tier.coins', '.length < 0']],
  ),
  ...guardsOf(
    'server/src/signer/limits/limits.ts',
    ['server/test/signer/limits/limits.test.ts'],
    [
      ['what is asked for counts', 'if (used + asked > limit.most)', 'if (used > limit.most)'],
      [
        'a lost journal counts as used up',
        'return usedUpAt !== null && usedUpAt > now - windowMs;',
        'return usedUpAt !== null && windowMs < now - now;',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/signer/transport/certificate-role.ts',
    ['server/test/signer/transport/certificate-role.test.ts'],
    [
      [
        'a certificate names one role',
        'seen.length === 1 && seen[0] === expected',
        'seen.includes(expected)',
      ],
    ],
  ),
];
