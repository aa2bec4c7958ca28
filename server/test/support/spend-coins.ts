import type { Utxo } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { payTo, REGTEST } from '../../../sandbox/src/keys.ts';
import type { Desk } from './desk.ts';
import type { Trader } from './trader.ts';

/** A wallet spends payment coins of its own without us, to itself. Answers raw hex; sent unless told otherwise. */
export async function spendCoins(
  desk: Desk,
  owner: Trader,
  coins: readonly Utxo[],
  { feeSats = 2_000, send = true }: { readonly feeSats?: number; readonly send?: boolean } = {},
): Promise<string> {
  const transaction = new Transaction();
  const secret = WIF(REGTEST).decode(owner.payment.wif);
  const payment = payTo(secret, owner.payment.type);
  for (const { txid, vout, valueSats } of coins) {
    transaction.addInput({
      ...payment,
      txid,
      index: vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script: payment.script, amount: BigInt(valueSats) },
    });
  }
  const held = sumSats(coins.map(({ valueSats }) => valueSats));
  transaction.addOutputAddress(owner.payment.address, BigInt(held - feeSats), REGTEST);
  transaction.sign(secret);
  transaction.finalize();
  const raw = hex.encode(transaction.extract());
  if (send) await desk.call('sendrawtransaction', [raw]);
  return raw;
}
