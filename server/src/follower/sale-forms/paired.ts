import type { Leg } from './form.ts';
import type { Landing, SeenMoney } from './seen.ts';

/**
 * The sale of a coin whose seller signed the pair of the coin and the output of its index. null: that pays no
 * more than the coin, the inscription comes back to a seller's script or goes to where the payment goes, no
 * others pay, or the output is somebody's coin passed on, as in a swap. `sellerScripts`: what the seller may
 * be known by, besides the coin's script.
 */
export function pairedLeg(
  money: SeenMoney,
  { inputIndex, vout }: Landing,
  sellerScripts: readonly string[] = [],
): Pick<Leg, 'receivedSats' | 'payout'> | null {
  const { inputs, outputs } = money.transaction;
  const coin = inputs[inputIndex]!;
  const payment = outputs[inputIndex];
  if (!payment) return null;
  const receivedSats = payment.valueSats - coin.valueSats;
  const own = new Set([coin.script, payment.script, ...sellerScripts]);
  if (receivedSats <= 0 || own.has(outputs[vout]!.script)) return null;
  if (money.isPassedOn(inputIndex) || money.spentByOthers(own) < receivedSats) return null;
  return { receivedSats, payout: inputIndex };
}
