import { LentCoins, LentCoinsQuery } from '@ordbook/api/purchase/lent-coins';
import { callersBinding } from '../../trading/account/wallet-binding.ts';
import { lentCoins } from '../../trading/settlement/lent-coins.ts';
import { type ApiApp, type ApiParts, callerIn, STATUSES } from '../edge/route-config.ts';

/**
 * Beside the API: GET /my/coins, what a wallet of the caller can pay with. It needs a session, since without
 * an Esplora server each lookup is a scan by the node.
 */
export function coinsRoute(app: ApiApp, { ctx }: ApiParts): void {
  app.get(
    '/my/coins',
    {
      config: { bucket: 'reads', statuses: STATUSES.myCoins },
      schema: { hide: true, querystring: LentCoinsQuery, response: { 200: LentCoins } },
    },
    async (request) => {
      const binding = await callersBinding(ctx, callerIn(request), request.query.walletBindingId);
      return { coins: await lentCoins(ctx, binding) };
    },
  );
}
