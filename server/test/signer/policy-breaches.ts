/** What the tests of the signer's policies share: settings, ways to break a table, and the check that every rule fires. */

import type { Layout, Pay, Spend } from '@ordbook/protocol/layout/layout';
import { checkRules, type Rule } from '@ordbook/protocol/layout/rules';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import { expect, test } from 'vitest';
import { coin, KEYS, NETWORK, paymentAddress } from '../../../protocol/test/parties.ts';
import type { PackageSigningSettings } from '../../src/signer/market/sale-rules.ts';
import { FEE_ADDRESS } from './requests.ts';

export const PARTNER = paymentAddress('partner', 'p2wpkh');
export const CREATOR = paymentAddress('creator', 'p2tr');
export const THIEF = paymentAddress('thief', 'p2wpkh');
export const settings: PackageSigningSettings = {
  network: NETWORK,
  feeAddress: FEE_ADDRESS,
  payoutAddresses: [PARTNER, CREATOR],
  maxFeeRate: 500,
  transferFeeRates: [1],
  leastFeeBps: 100,
};
export const STRANGER = `0014${'77'.repeat(20)}`;

export const withInput = (table: Layout, index: number, change: Partial<Spend>): Layout => ({
  ...table,
  inputs: table.inputs.map((input, i) => (i === index ? { ...input, ...change } : input)),
});
export const withOutput = (table: Layout, index: number, change: Partial<Pay>): Layout => ({
  ...table,
  outputs: table.outputs.map((output, i) => (i === index ? { ...output, ...change } : output)),
});
export const more = (table: Layout, input: Spend): Layout => ({ ...table, inputs: [...table.inputs, input] });
export const operatorInput: Spend = {
  name: 'another operator coin',
  coin: coin('another', 1_000_000),
  lock: operatorLock(KEYS),
  signs: { operator: 'DEFAULT' },
  sequence: 0,
};
export const flipped = (signature: string) => (signature[0] === '0' ? '1' : '0') + signature.slice(1);

/** For a rule, named by its sentence: requests that break it, by what is wrong with them. */
export type Breaches<Judged> = Readonly<Record<string, Readonly<Record<string, (judged: Judged) => Judged>>>>;

export function fires<Judged>(
  policy: readonly Rule<Judged>[],
  start: () => Judged,
  judge: (judged: Judged) => void,
  breaches: Breaches<Judged>,
): void {
  test('an honest request keeps every rule', () => {
    expect(() => judge(start())).not.toThrow();
  });

  test('every rule has a breach below', () => {
    expect(Object.keys(breaches)).toEqual(policy.map(({ sentence }) => sentence));
  });

  for (const rule of policy) {
    for (const [breach, change] of Object.entries(breaches[rule.sentence] ?? {})) {
      test(`${rule.sentence}; not: ${breach}`, () => {
        const judged = change(start());
        expect(() => checkRules([rule], judged)).toThrow(expect.objectContaining({ rule: rule.sentence }));
        expect(() => judge(judged)).toThrow();
      });
    }
  }
}
