import { judge } from '@ordbook/judge';
import type { BuiltStep } from '../signing/rebuilt.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { InscriptionMove, Summarised, Worst } from './summary.ts';

interface Expected {
  /** What the trades cost if all happen, beyond the sats under inscriptions. */
  readonly costSats: number;
  readonly inscriptions: readonly InscriptionMove[];
  /** What the trade in which an inscription leaves brings, by its id. */
  readonly forAtLeastSats: Readonly<Record<string, number>>;
}

/**
 * The most that others can do with all signatures of a flow together, judged from the very PSBTs that the
 * wallet will see. The last check: it knows no layout, and shares no rule with those before it. Values of
 * coins are those that the flow has compared. Throws `UnsafePsbt` when it is worse than what the summary
 * says.
 */
export function requireJudged(
  { trades, otherwise = [], inscribed }: Summarised,
  mine: readonly string[],
  { costSats, inscriptions, forAtLeastSats }: Expected,
): Worst {
  const steps = [...trades.flat(), ...otherwise];
  // others may add coins to such a recovery, and with the second key of the coin lead the inscription into
  // the fee
  const isLoose = otherwise.some(({ table, party }) =>
    table.inputs.some(({ signs }) => signs[party]?.endsWith('ANYONECANPAY')),
  );
  const given = inscriptions.filter(({ isToUs }) => !isToUs);
  const {
    worst,
    inscriptions: judged,
    warnings,
  } = judge(
    steps.map(({ step }) => ({ psbt: step.psbtBase64, sign: asked(step) })),
    {
      mine,
      values: steps.flatMap(({ table }) => table.inputs.map(({ coin }) => coin)),
      inscriptions: inscribed.map(({ inscriptionId, coin }) => {
        const [txid, vout] = coin.split(':') as [string, string];
        return { name: inscriptionId, txid, vout: Number(vout) };
      }),
      expected: {
        losesAtMostSats: given.reduce((sum, { valueSats }) => sum + valueSats, costSats),
        gives: given.map(({ inscriptionId }) => inscriptionId),
        ...(isLoose ? {} : { forAtLeastSats }),
        receives: inscriptions.filter(({ isToUs }) => isToUs).map(({ inscriptionId }) => inscriptionId),
      },
    },
  );
  const stop = warnings.find(({ severity }) => severity === 'stop');
  demand(stop === undefined, () => `the signatures allow more than their summary says: ${stop!.text}`);
  const cheaper = judged.filter(({ name, forAtLeastSats: sats }) => sats < (forAtLeastSats[name] ?? 0));
  return {
    ...worst,
    cheaper: cheaper.map(({ name, forAtLeastSats: sats }) => ({ inscriptionId: name, sats })),
  };
}

function asked({ inputsToSign }: BuiltStep['step']) {
  return inputsToSign.flatMap(({ signingIndexes, sigHash }) =>
    signingIndexes.map((input) => (sigHash === undefined ? { input } : { input, sighash: sigHash })),
  );
}
