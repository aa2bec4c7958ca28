import type { Explanation, Finding, InspectOptions } from './explanation.ts';
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
  const wrong = (text: string): Finding[] => [{ severity: 'stop', code: 'wrong-amount', text }];
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
    if (role.kind === 'transfer' && marketKey === undefined)
      return [
        {
          severity: 'warning',
          code: 'passthrough-unproven',
          text: `${to}: whether it is your passthrough only shows with the market's key.`,
        },
      ];
    return [{ severity: 'stop', code: 'output-not-yours', text: `${to}, which is not yours.` }];
  });
}

/** Inscriptions that end with the viewer, but not as they were. What can leave, the judge says. */
function inscriptionFindings({ inputs, outputs, inscriptions }: Explanation): Finding[] {
  return inscriptions.flatMap((one): Finding[] => {
    if (one.lands === null || one.lands === 'fee' || one.isOpen || one.isWhole) return [];
    const [isFromMe, isToMe] = [inputs[one.input]!.owner, outputs[one.lands.output]!.owner].map(isMine);
    if (!isFromMe && !isToMe) return [];
    const what = one.name === null ? 'The inscription' : inWords([one]);
    return [
      {
        severity: isFromMe && isToMe ? 'warning' : 'stop',
        code: 'inscription-not-alone',
        text: `${what} shares output ${one.lands.output} with other sats, or leaves sats behind.`,
      },
    ];
  });
}

function roleFindings({ role, inputs, outputs, open }: Explanation): Finding[] {
  const isOurs = inputs.some(({ owner }) => isMine(owner));
  if (!isOurs) return [];
  const found: Finding[] = [];
  if (role.kind === 'unknown')
    found.push({
      severity: 'note',
      code: 'unknown-transaction',
      text: 'No transaction of ordbook looks like this one: go by the amounts and the addresses.',
    });
  const isAway = outputs.every(({ owner }) => owner === 'other' || owner === 'nobody');
  if (isAway && open.length > 0 && role.kind !== 'transfer')
    found.push({
      severity: 'warning',
      code: 'nothing-returns',
      text: 'No output is yours: nothing comes back to you.',
    });
  return found;
}

/** The script of an offer is behind a hash. */
function offerFindings({ outputs }: Explanation): Finding[] {
  return outputs.flatMap(({ owner }, index): Finding[] =>
    owner === 'offer'
      ? [
          {
            severity: 'warning',
            code: 'offer-unproven',
            text: `Output ${index} has a script that the PSBT does not show: whether it pays for an inscription, or anyone who takes it, only shows when that script is compared with the terms, as the SDK does.`,
          },
        ]
      : [],
  );
}
