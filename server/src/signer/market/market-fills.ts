import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import { ADMISSION_SATS, admissionLock, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { type Layout, layout, pay, rows, spend } from '@ordbook/protocol/layout/layout';
import { checkRules } from '@ordbook/protocol/layout/rules';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import { sumSats } from '@ordbook/protocol/sats';
import type { AdmissionFanOutRequest, MarketFills } from '../fill-port.ts';
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
}

/** The market signer for fills, in this process. Throws an Error when a key is invalid. */
export function marketFills(options: MarketFillsOptions): MarketFills {
  const { publicKeys: keys, market, anchor } = keyring(options, options.network);
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

/**
 * The fan-out transaction that turns operator coins into admission coins and change to the operator. Change
 * that would be dust goes to the fee. Throws a RangeError when the coins do not cover admission coins and
 * fee.
 */
export function admissionFanOutLayout(
  { coins, tiers, feeSats }: AdmissionFanOutRequest,
  keys: OperatorKeys,
  gateKey: string,
): Layout {
  const script = operatorScript(keys);
  const admissions = tiers.flatMap(({ tier, count }) =>
    Array.from({ length: count }, () =>
      pay(`admission of tier ${tier.number}`, ADMISSION_SATS, admissionLock(tier, gateKey).script),
    ),
  );
  const changeSats =
    sumSats(coins.map((coin) => coin.valueSats)) - admissions.length * ADMISSION_SATS - feeSats;
  if (changeSats < 0)
    throw new RangeError(`the coins of the fan-out transaction are ${-changeSats} sats short`);
  return layout(
    'admission split',
    rows(
      coins.map((coin, i) =>
        spend(`operator coin ${i + 1}`, coin, operatorLock(keys), { operator: 'DEFAULT' }),
      ),
      [...admissions, ...(changeSats >= dustLimit(script) ? [pay('change', changeSats, script)] : [])],
    ),
  );
}
