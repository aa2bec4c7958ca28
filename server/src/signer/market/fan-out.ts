import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import { type Layout, layout, pay, rows, spend } from '@ordbook/protocol/layout/layout';
import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import { sumSats } from '@ordbook/protocol/sats';
import type { AnchorFanOutRequest } from '../port.ts';

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
