import { operatorScript } from '../bitcoin/keys.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import type { Tier } from '../collection-offer/admission.ts';
import { ADMISSION_SATS, admissionLock } from '../collection-offer/admission.ts';
import type { Layout } from '../layout/layout.ts';
import { layout, pay, rows, spend } from '../layout/layout.ts';
import type { OperatorKeys } from '../layout/terms.ts';
import { operatorLock } from '../locks/p2tr.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';
import { sumSats } from '../sats.ts';

export interface AnchorFanOutRequest {
  readonly coins: readonly Utxo[];
  readonly count: number;
  readonly valueSats: Sats;
  readonly feeSats: Sats;
}

export interface AdmissionFanOutRequest {
  /** Operator coins, P2TR of the anchor key. */
  readonly coins: readonly Utxo[];
  readonly tiers: readonly { readonly tier: Pick<Tier, 'number' | 'lockBlocks'>; readonly count: number }[];
  readonly feeSats: Sats;
}

/**
 * The fan-out transaction: turns operator coins into `count` anchors and change, all with the operator's
 * script. Change that would be dust goes to the fee. Throws a RangeError when the coins do not cover anchors
 * and fee, or every output would be dust.
 */
export function fanOutLayout(request: AnchorFanOutRequest, keys: OperatorKeys): Layout {
  const { coins, count, valueSats, feeSats } = request;
  const script = operatorScript(keys);
  const changeSats = sumSats(coins.map((coin) => coin.valueSats)) - count * valueSats - feeSats;
  if (changeSats < 0)
    throw new RangeError(`the coins of the fan-out transaction are ${-changeSats} sats short`);
  return layout(
    'anchor fan-out',
    rows(
      coins.map((coin, index) =>
        spend(`operator coin ${index + 1}`, coin, operatorLock(keys), { operator: 'DEFAULT' }),
      ),
      [
        ...Array.from({ length: count }, (_, index) => pay(`anchor ${index + 1}`, valueSats, script)),
        ...(changeSats >= dustLimit(script) ? [pay('change', changeSats, script)] : []),
      ],
    ),
  );
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
    'admission fan-out',
    rows(
      coins.map((coin, i) =>
        spend(`operator coin ${i + 1}`, coin, operatorLock(keys), { operator: 'DEFAULT' }),
      ),
      [...admissions, ...(changeSats >= dustLimit(script) ? [pay('change', changeSats, script)] : [])],
    ),
  );
}
