import type { Explanation, Finding, InspectOptions } from './explanation.ts';
import { finding } from './finding.ts';
import type { Shape } from './roles.ts';
import { inWords } from './sentence.ts';
import { isMine, stack } from './stack.ts';
import { recipient, sats } from './words.ts';

/** Checks of what the viewer ends up with. */
export function outcomeFindings(explanation: Explanation, shape: Shape, options: InspectOptions): Finding[] {
  if (!explanation.hasViewer) return [];
  return [
    ...amountFindings(explanation, options),
    ...returnFindings(explanation, shape, options),
    ...inscriptionFindings(explanation),
    ...roleFindings(explanation),
    ...(options.isOfferChecked ? [] : offerFindings(explanation)),
  ];
}

function amountFindings(explanation: Explanation, { expected = {} }: InspectOptions): Finding[] {
  const { paysAtMostSats, receivesAtLeastSats } = expected;
  const sum = stack(explanation);
  const wrong = (text: string) => [finding('stop', 'wrong-amount', text)];
  if (sum === null) return [];
  if (paysAtMostSats !== undefined && -sum.totalSats > paysAtMostSats)
    return wrong(`You pay ${sats(-sum.totalSats)}, but agreed to ${sats(paysAtMostSats)}.`);
  if (receivesAtLeastSats !== undefined && sum.totalSats < receivesAtLeastSats)
    return wrong(`You receive ${sats(sum.totalSats)}, but agreed to ${sats(receivesAtLeastSats)}.`);
  return [];
}

/** Outputs that have to come back to the viewer, and do not. */
function returnFindings(
  { inputs, outputs, role }: Explanation,
  { returns }: Shape,
  { marketKey }: InspectOptions,
): Finding[] {
  return returns.flatMap(({ output, of }): Finding[] => {
    const isOurs = of.some((input) => isMine(inputs[input]!.owner));
    const paid = outputs[output]!;
    if (!isOurs || paid.owner !== 'other') return [];
    const to = `Output ${output}${paid.name === '' ? '' : `, the ${paid.name},`} pays ${recipient(paid)}`;
    if (role.kind !== 'transfer' || marketKey !== undefined)
      return [finding('stop', 'output-not-yours', `${to}, which is not yours.`)];
    const text = `${to}: whether it is your passthrough only shows with the market's key.`;
    return [finding('warning', 'passthrough-unproven', text)];
  });
}

/** Inscriptions that end with the viewer, but not as they were. What can leave, the judge says. */
function inscriptionFindings({ inputs, outputs, inscriptions }: Explanation): Finding[] {
  return inscriptions.flatMap((one): Finding[] => {
    if (one.lands === null || one.lands === 'fee' || one.isOpen || one.isWhole) return [];
    const [isFromMe, isToMe] = [inputs[one.input]!.owner, outputs[one.lands.output]!.owner].map(isMine);
    if (!isFromMe && !isToMe) return [];
    const what = one.name === null ? 'The inscription' : inWords([one]);
    const text = `${what} shares output ${one.lands.output} with other sats, or leaves sats behind.`;
    return [finding(isFromMe && isToMe ? 'warning' : 'stop', 'inscription-not-alone', text)];
  });
}

function roleFindings({ role, inputs, outputs, open }: Explanation): Finding[] {
  const isOurs = inputs.some(({ owner }) => isMine(owner));
  if (!isOurs) return [];
  const found: Finding[] = [];
  const unknown = 'No transaction of ordbook looks like this one: go by the amounts and the addresses.';
  if (role.kind === 'unknown') found.push(finding('note', 'unknown-transaction', unknown));
  const isAway = outputs.every(({ owner }) => owner === 'other' || owner === 'nobody');
  const nothing = 'No output is yours: nothing comes back to you.';
  if (isAway && open.length > 0 && role.kind !== 'transfer')
    found.push(finding('warning', 'nothing-returns', nothing));
  return found;
}

/** The script of an offer is behind a hash. */
function offerFindings({ outputs }: Explanation): Finding[] {
  return outputs.flatMap(({ owner }, index) => {
    const text = `Output ${index} has a script that the PSBT does not show: whether it pays for an inscription, or anyone who takes it, only shows when that script is compared with the terms, as the SDK does.`;
    return owner === 'offer' ? [finding('warning', 'offer-unproven', text)] : [];
  });
}
