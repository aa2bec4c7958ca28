import type { Check, Need } from '../check.ts';
import type { OperationName } from '../fields.ts';
import type { Market } from '../market.ts';
import { equal } from '../mismatch.ts';
import { refuseBeyondBounds } from '../probes.ts';
import { SPECIFIED } from '../trades.ts';

/** What holds for every operation alike: who may call it, what it takes, and what it returns. */
export const EACH_OPERATION: readonly Check[] = SPECIFIED.flatMap((operation): Check[] => {
  const needs: Need = /^POST \/(?!auth)/.test(operation) ? 'sandbox' : 'wallet';
  const rows: [isIts: boolean, id: string, says: string, run: (market: Market) => Promise<unknown>][] = [
    [
      !operation.startsWith('POST /auth/'),
      'token',
      'Every endpoint except the two auth endpoints requires the session token as `Authorization: Bearer`; 401 without it.',
      (market) => refuseTokens(market, operation),
    ],
    [
      needs === 'sandbox' && !operation.endsWith('/target-preview'),
      'binding',
      "Write endpoints take `walletBindingId`, one of the caller's `walletBindings`; 403: wallet ownership.",
      async (market) => {
        const request = { ...(await market.request(operation)), token: await market.token('other') };
        await market.service.refused(operation, [403], request, "with somebody else's binding");
      },
    ],
    [
      true,
      'bounds',
      '400: invalid route params, query params or JSON body. Otherwise 200 with the fields of the response.',
      (market) => refuseBeyondBounds(market, operation),
    ],
  ];
  return rows.filter(([isIts]) => isIts).map(([, id, says, run]) => [needs, `${id} ${operation}`, says, run]);
});

/** Sends a request without a token, and with one that is none. Throws `Mismatch` where it is not refused. */
async function refuseTokens(market: Market, operation: OperationName): Promise<void> {
  const request = await market.request(operation);
  for (const [token, sentence] of [
    [undefined, 'Bearer session token required'],
    ['none.of.ours', 'Invalid or expired bearer session token'],
  ]) {
    const error = await market.service.refused(operation, [401], { ...request, token });
    equal(`${operation}: error of 401`, error, sentence);
  }
}
