import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { operatorLock } from '@ordbook/protocol/bitcoin/lock';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { type Layout, layout, pay, rows, spend } from '@ordbook/protocol/layout/layout';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import { sumSats } from '@ordbook/protocol/sats';
import type { AnchorSplitRequest } from '../port.ts';

/**
 * Operator coins into `count` anchors and change, all of the operator's script; change that would be dust joins the fee.
 * Throws a RangeError when the coins do not cover anchors and fee, or nothing but dust is left to pay out.
 */
export function splitLayout(request: AnchorSplitRequest, keys: OperatorKeys): Layout {
  const { coins, count, valueSats, feeSats } = request;
  const script = operatorScript(keys);
  const changeSats = sumSats(coins.map((coin) => coin.valueSats)) - count * valueSats - feeSats;
  if (changeSats < 0) throw new RangeError(`the coins of a split miss ${-changeSats} sats`);
  return layout(
    'anchor split',
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
