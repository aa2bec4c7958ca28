import { sats } from '../inspect/words.ts';
import type { Summary, Worst } from './summary.ts';

/**
 * A summary in words: what happens, what we pay or receive, what moves, and what each signature allows.
 * `isSeveral`: of several trades, not all may happen.
 */
export function sentences(
  { paysSats, receivesSats, spends, inscriptions, goods, signatures, worst }: Omit<Summary, 'words'>,
  title: string,
  isSeveral: boolean,
): string[] {
  const paying = spends.filter(({ inscriptionId }) => inscriptionId === null);
  const most = isSeveral ? 'at most ' : '';
  const coins = paying.map(({ txid, vout, valueSats }) => `${txid}:${vout} (${sats(valueSats)})`);
  return [
    title,
    ...(paysSats > 0
      ? [`You pay ${most}${sats(paysSats)}, with every fee and the sats under what you get.`]
      : []),
    ...(receivesSats > 0 ? [`You receive ${sats(receivesSats)}, after every fee.`] : []),
    ...(coins.length > 0
      ? [`Coins of yours that pay: ${coins.join(', ')}. What is left of them returns to you.`]
      : []),
    ...inscriptions.map(({ inscriptionId, valueSats, toAddress, isToUs }) => {
      const to = toAddress === null ? 'the buyer' : `${toAddress}${isToUs ? ', which is yours' : ''}`;
      return `Inscription ${inscriptionId} goes to ${to}, on ${sats(valueSats)}.`;
    }),
    ...goods.flatMap(({ shown }) => shown.map((what) => `Checked here: ${what}.`)),
    ...goods.flatMap(({ notShown }) => notShown.map((what) => `Not shown: ${what}.`)),
    `You are asked for ${signatures.length} ${signatures.length === 1 ? 'signature' : 'signatures'}:`,
    ...signatures.map(
      ({ transaction, inputs }) => `- ${transaction}: ${allowance(inputs[0]?.sighash ?? 'ALL')}`,
    ),
    ...worstInWords(worst),
  ];
}

/** What others can do with all signatures of a flow together, at worst. */
export function worstInWords({ lossSats, cheaper }: Worst): string[] {
  return [
    `Whatever others do with these signatures, your coins lose ${lossSats === 0 ? 'no sats' : `at most ${sats(lossSats)}`}.`,
    ...cheaper.map(({ inscriptionId, sats: least }) => {
      return `Who has the market's key can let inscription ${inscriptionId} leave for ${sats(least)}, through its recovery.`;
    }),
  ];
}

/** What somebody with the signature can do. */
function allowance(sighash: Summary['signatures'][number]['inputs'][number]['sighash']): string {
  switch (sighash) {
    case 'DEFAULT':
    case 'ALL':
      return 'valid for this transaction only.';
    case 'ALL|ANYONECANPAY':
      return 'valid for exactly these outputs; others may add coins that pay.';
    case 'SINGLE|ANYONECANPAY':
      return 'valid in any transaction that pays you this amount; others may add the rest.';
  }
}
