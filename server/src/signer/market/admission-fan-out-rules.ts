import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { ADMISSION_SATS, admissionLock, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { hold, type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';

export interface AdmissionSplitPolicy {
  readonly keys: OperatorKeys;
  readonly gateKey: string;
  readonly tiers: readonly Tier[];
  /** sat/vB. */
  readonly maxFeeRate: number;
}

interface JudgedSplit extends AdmissionSplitPolicy {
  readonly table: Layout;
}

/** What operator coins may become, beside anchors. */
export const ADMISSION_SPLIT_RULES: readonly Rule<JudgedSplit>[] = [
  {
    sentence: 'the operator key signs operator coins, and nothing else, each once',
    broken: ({ table, keys }) => {
      const stranger = table.inputs.find(({ lock }) => lock.script !== operatorScript(keys));
      return stranger ? stranger.name : spentTwice(table);
    },
  },
  {
    sentence: 'a split pays admission coins of the tiers in force, and the operator',
    broken: ({ table: { outputs }, keys, gateKey, tiers }) => {
      const scripts = tiers.map((tier) => admissionLock(tier, gateKey).script);
      const stranger = outputs.find(
        ({ script, valueSats }) =>
          script !== operatorScript(keys) && !(scripts.includes(script) && valueSats === ADMISSION_SATS),
      );
      return stranger ? `${stranger.valueSats} sats to ${stranger.script}` : null;
    },
  },
  {
    sentence: 'a split makes no more admission coins of a tier than the tier has',
    broken: ({ table: { outputs }, gateKey, tiers }) => {
      const over = tiers.find((tier) => {
        const { script } = admissionLock(tier, gateKey);
        return outputs.filter((output) => output.script === script).length > tier.coins;
      });
      return over ? `tier ${over.number} has ${over.coins}` : null;
    },
  },
  {
    sentence: 'the fee rate is sane',
    broken: ({ table, maxFeeRate }) => {
      const fee = networkFee(table);
      return fee >= 0 && fee <= maxFeeRate * layoutSize(table) ? null : `${fee} sats`;
    },
  },
];

/** Throws a `BrokenRule` unless the policy lets it be signed. */
export function judgeAdmissionSplit(table: Layout, policy: AdmissionSplitPolicy): void {
  hold(ADMISSION_SPLIT_RULES, { table, ...policy });
}
