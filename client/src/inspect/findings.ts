import { coinFindings } from './coin-findings.ts';
import type { Explanation, Finding, InspectOptions, Severity } from './explanation.ts';
import { outcomeFindings } from './outcome-findings.ts';
import type { ReadPsbt } from './read.ts';
import type { Shape } from './roles.ts';
import { signatureFindings } from './signature-findings.ts';

const ORDER: readonly Severity[] = ['stop', 'warning', 'note'];

/** What is wrong with a PSBT, the worst first. Without findings it does what its sentence says. */
export function findingsOf(
  explanation: Explanation,
  psbt: ReadPsbt,
  shape: Shape,
  options: InspectOptions,
): Finding[] {
  return [
    ...signatureFindings(explanation, psbt, options),
    ...coinFindings(explanation, psbt),
    ...outcomeFindings(explanation, shape, options),
  ].toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}
