import { complete } from '@ordbook/protocol/bitcoin/witness';
import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { checkRules } from '@ordbook/protocol/layout/rules';
import { admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { MarketFills } from '../fill-port.ts';
import { MARKET_FILL_RULES } from '../signing/fill-rules.ts';
import { keyring, type OperatorSecrets } from '../signing/keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import { checkSignableAdmissionFanOut } from './admission-fan-out-rules.ts';
import type { SigningSettings } from './sale-rules.ts';

export interface MarketFillsOptions extends OperatorSecrets, SigningSettings {
  /** The gate's x-only key and the tiers; admission coins are created only for them. */
  readonly gateKey: string;
  readonly tiers: readonly Tier[];
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

/** The market signer for fills, in this process. Throws an Error when a key is invalid. */
export function marketFills(options: MarketFillsOptions): MarketFills {
  const { publicKeys: keys, market, anchor } = keyring(options, options.network);
  const { now = () => new Date() } = options;
  return {
    signFill: (request) =>
      withSignerRefusals(() => {
        const table = fillLayout(request.terms, options.network);
        checkRules(MARKET_FILL_RULES, {
          request,
          table,
          settings: options,
          own: keys.market,
          operator: keys.anchor,
          gate: options.gateKey,
          now: now(),
        });
        return { signature: signInputs(table, 'market', market)[0]!.signature };
      }),
    signAdmissionSplit: (request) =>
      withSignerRefusals(() => {
        const table = admissionFanOutLayout(request, keys, options.gateKey);
        checkSignableAdmissionFanOut(table, { keys, ...options });
        return complete(table, { operator: signInputs(table, 'operator', anchor) });
      }),
  };
}
