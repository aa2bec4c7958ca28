/**
 * What the signatures of a flow do, in figures and in words. It is computed from the transactions that were
 * built here and compared with the service's PSBTs, never from figures of the service.
 */
import { type Layout, layoutTxid } from '@ordbook/protocol/layout/layout';
import { outpointText } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import type { BuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { addressOf, ownScripts } from '../wallet/network.ts';
import { requireJudged } from './judged.ts';
import { sentences } from './sentences.ts';
import type { AskedSignature, InscriptionMove, SpentCoin, Summarised, Summary } from './summary.ts';

/**
 * What a set of checked transactions does. Pure. Throws `UnsafePsbt` when the judge finds a worse case than
 * that.
 */
export function summaryOf({ trades, otherwise = [], goods = [], ...given }: Summarised): Summary {
  const ledgers = trades.map((steps) => ledgerOf(steps, given));
  const won = ledgers.reduce((sum, ledger) => sum + Math.max(0, ledger.gainSats), 0);
  const gainSats = won - mostLost(ledgers);
  const spends = new Map(
    ledgers.flatMap((ledger) => ledger.spends).map((coin) => [outpointText(coin), coin]),
  );
  const figures = {
    paysSats: Math.max(0, -gainSats),
    receivesSats: Math.max(0, gainSats),
    spends: [...spends.values()],
    inscriptions: ledgers.flatMap(({ inscriptions }) => inscriptions),
    goods,
    signatures: [...trades.flat(), ...otherwise].map(askedBy),
  };
  const forAtLeastSats = Object.fromEntries(
    ledgers.flatMap(({ inscriptions, gainSats: won }) =>
      inscriptions.length === 1 ? [[inscriptions[0]!.inscriptionId, won]] : [],
    ),
  );
  const worst = requireJudged({ trades, otherwise, goods, ...given }, { ...figures, forAtLeastSats });
  return { words: sentences({ ...figures, worst }, given.title, trades.length > 1), ...figures, worst };
}

/** The most that trades can cost which do not spend the same coins. */
function mostLost([first, ...rest]: readonly Ledger[]): number {
  if (!first) return 0;
  const coins = new Set(first.spends.map(outpointText));
  const apart = rest.filter(({ spends }) => !spends.some((coin) => coins.has(outpointText(coin))));
  if (apart.length === rest.length) return Math.max(0, -first.gainSats) + mostLost(rest);
  return Math.max(mostLost(rest), mostLost(apart) - first.gainSats);
}

interface Ledger {
  /** What our addresses have more after all transactions, without the sats under inscriptions. */
  readonly gainSats: number;
  readonly spends: readonly SpentCoin[];
  readonly inscriptions: readonly InscriptionMove[];
}

/** What transactions do that spend outputs of one another. */
function ledgerOf(
  steps: readonly BuiltStep[],
  { wallet, inscribed }: Pick<Summarised, 'wallet' | 'inscribed'>,
): Ledger {
  const tables = steps.map(({ table }) => table);
  const ours = ownScripts(wallet);
  const created = new Set(
    tables.flatMap(({ outputs }, at) => outputs.map((_, vout) => nameOf(tables[at]!, vout))),
  );
  const spent = new Set(tables.flatMap(({ inputs }) => inputs.map(({ coin }) => outpointText(coin))));
  const spends = steps.flatMap(({ table, party }) =>
    table.inputs.flatMap(({ coin, lock, signs }): SpentCoin[] => {
      const text = outpointText(coin);
      if (signs[party] === undefined || created.has(text)) return [];
      const on = inscribed.find((one) => one.coin === text);
      const address = addressOf(hex.decode(lock.script), wallet.network);
      const { txid, vout, valueSats } = coin;
      return [{ txid, vout, valueSats, address, inscriptionId: on?.inscriptionId ?? null }];
    }),
  );
  const arrivals = inscribed.flatMap(({ inscriptionId, coin }) => {
    const found = follow(steps, coin);
    return found ? [{ inscriptionId, ...found }] : [];
  });
  const inscribedOutputs = new Set(arrivals.map(({ output }) => output));
  const gained = tables.flatMap((table) =>
    table.outputs.filter(({ script }, vout) => {
      const name = nameOf(table, vout);
      return ours.includes(script) && !spent.has(name) && !inscribedOutputs.has(name);
    }),
  );
  const paid = spends.filter(({ inscriptionId }) => inscriptionId === null);
  return {
    gainSats: sumOf(gained) - sumOf(paid),
    spends,
    inscriptions: arrivals.map(({ inscriptionId, valueSats, script }) => ({
      inscriptionId,
      valueSats,
      toAddress: script === null ? null : addressOf(hex.decode(script), wallet.network),
      isToUs: script !== null && ours.includes(script),
    })),
  };
}

const nameOf = (table: Layout, vout: number) => `${layoutTxid(table)}:${vout}`;

/**
 * Where the sats of `coin` arrive after all transactions, first in, first out; null when none spends it. The
 * script is null when our signature leaves it to the buyer.
 */
function follow(steps: readonly BuiltStep[], coin: string) {
  let at = coin;
  let last: { output: string; valueSats: number; script: string | null } | null = null;
  for (const { table, party } of steps) {
    const index = table.inputs.findIndex((input) => outpointText(input.coin) === at);
    if (index < 0) continue;
    const { signs, coin: spent } = table.inputs[index]!;
    const isOpen = signs[party]?.startsWith('SINGLE') ?? false;
    const values = table.inputs.map((input) => input.coin);
    const vout = isOpen ? null : outputFilledBy({ inputs: values, outputs: table.outputs }, index);
    if (vout === null) return { output: '', valueSats: spent.valueSats, script: null };
    at = nameOf(table, vout);
    last = { output: at, valueSats: spent.valueSats, script: table.outputs[vout]!.script };
  }
  return last;
}

function askedBy({ what, table, party }: BuiltStep): AskedSignature {
  const inputs = table.inputs.flatMap(({ coin, signs }) => {
    const sighash = signs[party];
    return sighash === undefined ? [] : [{ coin: outpointText(coin), sighash }];
  });
  return { transaction: what, txid: layoutTxid(table), inputs };
}
