import { coversAll } from './coverage.ts';
import type { ExplainedInput, Explanation } from './explanation.ts';
import { recipient, sats } from './words.ts';

/** The inputs that the viewer signs; without a viewer all that are unsigned. */
export function signedByViewer({ inputs, hasViewer }: Explanation): number[] {
  return inputs.flatMap(({ signature: { state } }, index) =>
    state === 'asked' || (!hasViewer && state === 'missing') ? [index] : [],
  );
}

/** What the signatures of the viewer fix, and what they leave open, a sentence for each. */
export function scopeOf(explanation: Explanation): Pick<Explanation, 'fixed' | 'open'> {
  const indexes = signedByViewer(explanation);
  const fixed = new Set<string>();
  const open = new Set<string>();
  for (const index of indexes) {
    const input = explanation.inputs[index]!;
    const { coverage } = input.signature;
    if (coverage === null) open.add(`Input ${index}: a sighash that Bitcoin does not know.`);
    else if (coversAll(input.signature)) addWhole(input, fixed, open);
    else addPartial(explanation, index, fixed, open);
  }
  return { fixed: [...fixed], open: [...open] };
}

function addWhole({ script }: ExplainedInput, fixed: Set<string>, open: Set<string>): void {
  fixed.add(
    'Every coin, every output and every amount paid: the signature is valid in this transaction only.',
  );
  open.add('Whether and when it is sent.');
  if (script === null || !script.startsWith('51'))
    open.add('The value of coins other than the signed one: what they add or lack changes the network fee.');
}

function addPartial(
  { inputs, outputs }: Explanation,
  index: number,
  fixed: Set<string>,
  open: Set<string>,
): void {
  const { valueSats, signature } = inputs[index]!;
  const { coverage } = signature;
  const coin = `coin ${index}${valueSats === null ? '' : ` of ${sats(valueSats)}`}`;
  const paired = outputs[index];
  if (coverage!.inputs === 'all') fixed.add('Which coins are spent.');
  else {
    fixed.add(`That ${coin} is spent.`);
    open.add('Which other coins are spent, in front of this one too.');
  }
  if (coverage!.outputs === 'all') fixed.add('Every output and its amount.');
  else if (coverage!.outputs === 'none')
    open.add('Every output: those who have the signature choose who is paid.');
  else if (paired) {
    fixed.add(`That output ${index} pays ${sats(paired.valueSats)} to ${recipient(paired)}.`);
    open.add('Every other output, and with it where the inscription goes.');
  } else open.add(`Every output: there is no output ${index} that the signature could cover.`);
  open.add('The network fee.');
}
