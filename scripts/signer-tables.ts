import type { Rule } from '../protocol/src/layout/rules.ts';
import { ADMISSION_FAN_OUT_RULES } from '../server/src/signer/market/admission-fan-out-rules.ts';
import { COUNTER_RECOVERY_RULES, COUNTER_RULES } from '../server/src/signer/market/counter-rules.ts';
import { RECOVERY_RULES, TAKE_BACK_RULES } from '../server/src/signer/market/return-rules.ts';
import { FAN_OUT_RULES, SALE_SIGNING_RULES } from '../server/src/signer/market/sale-rules.ts';
import { GATE_RULES, MARKET_FILL_RULES, POLICY_FILL_RULES } from '../server/src/signer/signing/fill-rules.ts';

type Rules = readonly Pick<Rule<never>, 'sentence'>[];

/** What is signed, by whose rules, and the test that breaks each of them. */
type Signed = readonly (readonly [what: string, rules: Rules, test: string])[];

const MARKET: Signed = [
  ['a sale', SALE_SIGNING_RULES, 'market/sale-rules'],
  ['a recovery', RECOVERY_RULES, 'market/return-rules'],
  ['a take-back', TAKE_BACK_RULES, 'market/return-rules'],
  ['a counter', COUNTER_RULES, 'market/counter-rules'],
  ['the recovery of a counter', COUNTER_RECOVERY_RULES, 'market/counter-rules'],
  ['a fan-out into anchors', FAN_OUT_RULES, 'market/sale-rules'],
  ['a fan-out into admission coins', ADMISSION_FAN_OUT_RULES, 'market/admission-fan-out-rules'],
  ['a fill', MARKET_FILL_RULES, 'signing/fill-rules'],
];

function table(rows: Signed): string {
  return [
    '| signs | only if | broken by |',
    '|---|---|---|',
    ...rows.flatMap(([what, rules, test]) =>
      rules.map(
        ({ sentence }, i) =>
          `| ${i === 0 ? what : ''} | ${sentence} | ${i === 0 ? `[\`${test}\`](../server/test/signer/${test}.test.ts)` : ''} |`,
      ),
    ),
  ].join('\n');
}

/** Every rule of every signer. */
export const SIGNED = {
  market: MARKET,
  policy: [['a fill', POLICY_FILL_RULES, 'signing/fill-rules']],
  gate: [['a fill', GATE_RULES, 'signing/fill-rules']],
} as const satisfies Record<string, Signed>;

/** What `docs/signers.md` shows. */
export const signerTables = {
  market: () => table(SIGNED.market),
  policy: () => table(SIGNED.policy),
  gate: () => table(SIGNED.gate),
};
