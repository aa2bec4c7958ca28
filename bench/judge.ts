/**
 * Processor time to judge a PSBT of 10 and of 100 of the viewer's coins, each with an inscription, for every
 * sighash.
 */
import { judge } from '../judge/src/index.ts';
import { type Kind, psbtOf, scriptOf } from '../judge/test/drafts.ts';
import { quantile, report, rounds } from './measure.ts';

const MOST_MS = 50;
const KINDS: readonly Kind[] = ['p2tr', 'p2wpkh', 'p2pkh'];
const SIGHASHES = [1, 2, 3, 0x81, 0x82, 0x83];

/**
 * Median of the processor time to judge, ms. `earlier`: the same coins have been asked for before, with other
 * outputs.
 */
function medianMs(kind: Kind, sighash: number, count: number, isAgain: boolean): number {
  const script = scriptOf(kind, 1);
  const inputs = Array.from({ length: count }, (_, n) => {
    return { txid: n.toString(16).padStart(64, '0'), valueSats: 10_000, script, sighash };
  });
  const psbtPaying = (valueSats: number) =>
    psbtOf(
      inputs,
      inputs.map(() => ({ valueSats, script })),
    );
  const psbt = psbtPaying(9_900);
  const earlier = isAgain ? [{ psbt: psbtPaying(9_800) }] : [];
  const values = inputs.map(({ txid, valueSats }) => ({ txid, vout: 0, valueSats }));
  const inscriptions = inputs.map(({ txid }) => ({ txid, vout: 0, name: txid }));
  const times = Array.from({ length: rounds(9) }, () => {
    const begun = process.cpuUsage();
    judge([{ psbt }], { mine: [script], values, inscriptions, earlier });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  return quantile(times, 0.5);
}

const rows = KINDS.flatMap((kind) =>
  SIGHASHES.map((sighash) => {
    const [few, many, again] = [
      medianMs(kind, sighash, 10, false),
      medianMs(kind, sighash, 100, false),
      medianMs(kind, sighash, 100, true),
    ];
    return {
      script: kind,
      sighash: `0x${sighash.toString(16).padStart(2, '0')}`,
      '10 inputs, ms': few.toFixed(1),
      '100 inputs, ms': many.toFixed(1),
      'asked twice, ms': again.toFixed(1),
      'times of 10': (many / few).toFixed(1),
    };
  }),
);
report(`Judged, medians; at most ${MOST_MS} ms for 100 inputs`, rows);
