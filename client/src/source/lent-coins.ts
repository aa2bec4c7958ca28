import type { PartOf } from '@ordbook/api/operation';
import type { PAGE_OPERATIONS } from '@ordbook/api/page-operations';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { LOOKUP_TIMEOUT_MS, type Session } from '../account/sign-in.ts';
import { readOwn } from '../market/read-beside.ts';
import type { Coin } from '../signing/psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import { transactionOrNull } from './raw-transaction.ts';
import { outpointText, SourceError } from './source.ts';

type LentCoins = PartOf<typeof PAGE_OPERATIONS, 'GET /my/coins', 'answer'>;

/**
 * The coins of the payment address that can pay, as the service knows them, for a wallet without a node: at
 * most 40, the largest first. The transactions that made them prove value and owner. That a coin is unspent,
 * and holds no inscription and no rune, is the service's word; where one address pays and holds inscriptions,
 * the coin must also be in the wallet's own list. Throws `SourceError` for a coin that is not proven, and
 * where one address has both roles and neither a source of the session nor the wallet knows which coins are
 * plain; otherwise throws as `myTrades`. Retry-safe.
 */
export async function lentCoins({ client, wallet, walletBindingId, safety }: Session): Promise<Coin[]> {
  const isShared = wallet.paymentAddress === wallet.ordinalsAddress;
  if (isShared && !wallet.plainCoins && !safety.source)
    throw new SourceError(
      `${wallet.paymentAddress} holds coins and inscriptions, and this wallet does not say which coins are plain; name an ord server of your own, or use a wallet with two addresses`,
    );
  const patient = { options: { timeoutMs: LOOKUP_TIMEOUT_MS, ...client.options } };
  const { coins } = await readOwn<LentCoins>(patient, '/my/coins', { walletBindingId });
  const script = bytesToHex(scriptOf(wallet.paymentAddress, wallet.network));
  for (const coin of coins) requireProven(coin, script);
  const proven = coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats }));
  if (!isShared || !wallet.plainCoins) return proven;
  const plain = new Set(await wallet.plainCoins());
  return proven.filter((coin) => plain.has(outpointText(coin)));
}

function requireProven(coin: LentCoins['coins'][number], script: string): void {
  const made = transactionOrNull(coin.rawTransaction);
  const output = made?.txid === coin.txid ? made.outputs[coin.vout] : undefined;
  if (output?.valueSats === coin.valueSats && output.script === script) return;
  throw new SourceError(
    `the service says that ${outpointText(coin)} is a coin of ${coin.valueSats} sats of yours, and its transaction does not show it`,
  );
}
