import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { ADMISSION_SATS, admissionLock, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { checkRules, type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';

export interface AdmissionFanOutSettings {
  readonly keys: OperatorKeys;
  readonly gateKey: string;
  readonly tiers: readonly Tier[];
  /** sat/vB. */
  readonly maxFeeRate: number;
}

interface AdmissionFanOutToSign extends AdmissionFanOutSettings {
  readonly table: Layout;
}

/** Rules of the fan-out transaction that creates admission coins. */
export const ADMISSION_FAN_OUT_RULES: readonly Rule<AdmissionFanOutToSign>[] = [
  {
    sentence: 'the operator key signs only operator coins, each once',
    broken: ({ table, keys }) => {
      const other = table.inputs.find(({ lock }) => lock.script !== operatorScript(keys));
      return other ? other.name : spentTwice(table);
    },
  },
  {
    sentence: 'a fan-out transaction pays only admission coins of the current tiers and the operator',
    broken: ({ table: { outputs }, keys, gateKey, tiers }) => {
      const scripts = tiers.map((tier) => admissionLock(tier, gateKey).script);
      const other = outputs.find(
        ({ script, valueSats }) =>
          script !== operatorScript(keys) && !(scripts.includes(script) && valueSats === ADMISSION_SATS),
      );
      return other ? `${other.valueSats} sats to ${other.script}` : null;
    },
  },
  {
    sentence: 'a fan-out transaction creates at most as many admission coins of a tier as the tier has',
    broken: ({ table: { outputs }, gateKey, tiers }) => {
      const over = tiers.find((tier) => {
        const { script } = admissionLock(tier, gateKey);
        return outputs.filter((output) => output.script === script).length > tier.coins;
      });
      return over ? `tier ${over.number} has ${over.coins}` : null;
    },
  },
  {
    sentence: 'the fee rate is within the limit',
    broken: ({ table, maxFeeRate }) => {
      const fee = networkFee(table);
      return fee >= 0 && fee <= maxFeeRate * layoutSize(table) ? null : `${fee} sats`;
    },
  },
];

/** Throws a `BrokenRule` unless the signing policy allows it. */
export function checkSignableAdmissionFanOut(table: Layout, policy: AdmissionFanOutSettings): void {
  checkRules(ADMISSION_FAN_OUT_RULES, { table, ...policy });
}
