/**
 * What the signatures of a flow do, in figures and in words. It is computed from the transactions that were
 * built here and compared with the service's PSBTs, never from figures of the service.
 */
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { satFlow } from '@ordbook/protocol/layout/sat-flow';
import { outpointText } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { sumOf } from '../responses/sats.ts';
import type { BuiltStep } from '../signing/rebuilt.ts';
import { addressOf, ownScripts } from '../wallet/network.ts';
import { requireJudged } from './judged.ts';
import { sentences } from './sentences.ts';
import type { AskedSignature, InscriptionMove, SpentCoin, Summarised, Summary } from './summary.ts';

/**
 * What a set of checked transactions does. Pure. Throws `UnsafePsbt` when the judge finds a worse case than
 * that.
 */
export function summaryOf({ trades, otherwise = [], goods = [], ...given }: Summarised): Summary {
  const steps = [...trades.flat(), ...otherwise];
  const mine = [...ownScripts(given.wallet), ...steps.flatMap(signedBy).map(({ lock }) => lock.script)];
  const ends = trades.map((trade) => endOf(trade, mine, given));
  const inscriptions = ends.flatMap((end) => end.inscriptions);
  const costSats = ends.reduce((sum, { gainSats }) => sum + Math.max(0, -gainSats), 0);
  const forAtLeastSats = Object.fromEntries(
    ends.flatMap((end) =>
      end.inscriptions.length === 1 ? [[end.inscriptions[0]!.inscriptionId, end.gainSats]] : [],
    ),
  );
  const expected = { costSats, inscriptions, forAtLeastSats };
  const worst = requireJudged({ trades, otherwise, ...given }, mine, expected);
  const figures = {
    // of trades that spend the same coin, one can happen: the judge knows the most expensive
    paysSats: Math.min(costSats, worst.lossSats + Math.max(0, ...ends.map(({ arrivesSats }) => arrivesSats))),
    receivesSats: ends.reduce((sum, { gainSats }) => sum + Math.max(0, gainSats), 0),
    spends: spentBy(trades.flat(), given),
    inscriptions,
    goods,
    signatures: steps.map(askedBy),
    worst,
  };
  return { words: sentences(figures, given.title, trades.length > 1), ...figures };
}

type Given = Pick<Summarised, 'wallet' | 'inscribed'>;

/** Coins of ours that transactions spend and do not make. */
function spentBy(steps: readonly BuiltStep[], { wallet, inscribed }: Given): SpentCoin[] {
  const made = new Set(steps.map(({ table }) => layoutTxid(table)));
  const spends = new Map<string, SpentCoin>();
  for (const { coin, lock } of steps.flatMap(signedBy)) {
    if (made.has(coin.txid)) continue;
    const { txid, vout, valueSats } = coin;
    const on = inscribed.find((one) => one.coin === outpointText(coin));
    const address = addressOf(hex.decode(lock.script), wallet.network);
    spends.set(outpointText(coin), {
      txid,
      vout,
      valueSats,
      address,
      inscriptionId: on?.inscriptionId ?? null,
    });
  }
  return [...spends.values()];
}

/** What we have more after all transactions of a trade, without the sats under inscriptions. */
function endOf(steps: readonly BuiltStep[], mine: readonly string[], { wallet, inscribed }: Given) {
  const inscriptions = inscribed.flatMap(({ inscriptionId, coin }): InscriptionMove[] => {
    const spent = steps.flatMap(({ table }) => table.inputs).find((one) => outpointText(one.coin) === coin);
    if (!spent) return [];
    const script = landing(steps, coin);
    return [
      {
        inscriptionId,
        valueSats: spent.coin.valueSats,
        toAddress: script === null ? null : addressOf(hex.decode(script), wallet.network),
        isToUs: script !== null && mine.includes(script),
      },
    ];
  });
  const arrivesSats = sumOf(inscriptions.filter(({ isToUs }) => isToUs));
  const paid = steps
    .flatMap(signedBy)
    .filter(({ coin }) => !inscribed.some((one) => one.coin === outpointText(coin)));
  const got = steps.flatMap(({ table }) => table.outputs.filter(({ script }) => mine.includes(script)));
  const gainSats = sumOf(got) - sumOf(paid.map(({ coin }) => coin)) - arrivesSats;
  return { inscriptions, arrivesSats, gainSats };
}

/** The script that the first sat of `coin` reaches; null: our signature leaves it to the buyer. */
function landing(steps: readonly BuiltStep[], coin: string): string | null {
  let at = coin;
  let script: string | null = null;
  for (const { table, party } of steps) {
    const input = table.inputs.findIndex((one) => outpointText(one.coin) === at);
    if (input < 0) continue;
    const coins = table.inputs.map((one) => one.coin);
    const lands = satFlow(coins, table.outputs, { input, offset: 0 });
    if (table.inputs[input]!.signs[party]?.startsWith('SINGLE') || lands === 'fee') return null;
    at = `${layoutTxid(table)}:${lands.output}`;
    script = table.outputs[lands.output]!.script;
  }
  return script;
}

function signedBy({ table, party }: BuiltStep) {
  return table.inputs.filter(({ signs }) => signs[party] !== undefined);
}

function askedBy({ what, table, party }: BuiltStep): AskedSignature {
  const inputs = table.inputs.flatMap(({ coin, signs }) => {
    const sighash = signs[party];
    return sighash === undefined ? [] : [{ coin: outpointText(coin), sighash }];
  });
  return { transaction: what, txid: layoutTxid(table), inputs };
}
