import { type ReadInput, type ReadPsbt, spendingOf, type Verdict } from '@ordbook/judge';
import { coinFindings } from './coin-findings.ts';
import type { Explanation, Finding, InspectOptions, Severity } from './explanation.ts';
import { finding } from './finding.ts';
import { outcomeFindings } from './outcome-findings.ts';
import { keyPathKeyOf, passthroughKeys, type Shape } from './roles.ts';
import { counted } from './words.ts';

const ORDER: readonly Severity[] = ['stop', 'warning', 'note'];

/** What is wrong with a PSBT, the worst first. Without findings it does what its sentence says. */
export function findingsOf(
  explanation: Explanation,
  psbt: ReadPsbt,
  shape: Shape,
  verdict: Verdict,
  options: InspectOptions,
): Finding[] {
  const asked = new Set(verdict.signatures.map(({ input }) => input));
  return [
    ...judgedFindings(verdict, explanation),
    ...psbt.inputs.flatMap((input, index) => [
      ...(asked.has(index) ? [] : strayLeaf(input, index)),
      ...passthroughFindings(input, index, options),
    ]),
    ...stateFindings(explanation),
    ...coinFindings(explanation, psbt),
    ...outcomeFindings(explanation, shape, options),
  ].toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/**
 * What the judge warns of. No flow asks for a signature that leaves outputs open on a coin which no second
 * key guards.
 */
function judgedFindings({ warnings }: Verdict, { hasViewer, role }: Explanation): Finding[] {
  return warnings.flatMap(({ severity, code, text }): Finding[] => {
    // to what may be the viewer's passthrough: `passthrough-unproven` or `output-not-yours` says it
    if (code === 'inscription-for-nothing' && (!hasViewer || role.kind === 'transfer')) return [];
    return [finding(code === 'outputs-open' ? 'stop' : severity, code, text)];
  });
}

/** Wallets sign a leaf with a key of theirs, whosever the coin is. */
function strayLeaf(input: ReadInput, index: number): Finding[] {
  const { doubt } = spendingOf(input);
  if (doubt?.code !== 'leaf-not-in-output') return [];
  return [finding('stop', doubt.code, `Input ${index} ${doubt.text}.`)];
}

/**
 * The second key of a passthrough guards it only if it is the market's, and a merkle root only its own coin.
 */
function passthroughFindings(input: ReadInput, index: number, { marketKey }: InspectOptions): Finding[] {
  const { tapLeafScript = [], tapMerkleRoot } = input.fields;
  const keys = passthroughKeys(input);
  const other = `Input ${index} is a passthrough with the key ${keys?.market}, which is not the market's.`;
  if (keys && marketKey !== undefined && keys.market !== marketKey)
    return [finding('stop', 'another-market', other)];
  const root = `Input ${index} names a merkle root that its coin does not have.`;
  const isRootWrong = tapLeafScript.length === 0 && tapMerkleRoot && keyPathKeyOf(input) === null;
  return !keys && isRootWrong ? [finding('stop', 'wrong-merkle-root', root)] : [];
}

function stateFindings({ inputs, hasViewer }: Explanation): Finding[] {
  const inState = (state: string) => inputs.filter(({ signature }) => signature.state === state).length;
  const mine = inputs.flatMap(({ owner, signature }, index) =>
    owner !== 'other' && signature.state !== 'missing' && signature.state !== 'asked' ? [index] : [],
  );
  const found: Finding[] = [];
  if (hasViewer && mine.length > 0) {
    const text = `There is a signature already on what is yours, which was not verified: input ${mine.join(', ')}.`;
    found.push(finding('note', 'signed-already', text));
  }
  const done = inState('final');
  const partly = `${counted(done, 'input')} of ${inputs.length} cannot be signed again: complete already.`;
  const whole = 'Every input is complete: those who have this PSBT can send it now.';
  if (done === inputs.length) found.push(finding('warning', 'final-already', whole));
  else if (done > 0) found.push(finding('note', 'partly-final', partly));
  if (hasViewer && mine.length === 0 && inState('asked') === 0)
    found.push(finding('note', 'nothing-to-sign', 'No input is yours: there is nothing for you to sign.'));
  return found;
}
