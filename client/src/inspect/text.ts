import type { Explanation } from './explanation.ts';
import { sentence } from './sentence.ts';
import { stack, stackInWords } from './stack.ts';
import { ownerInWords, recipient, sats } from './words.ts';

/** Words in lines of at most `length` characters; a longer word has a line of its own. */
export function linesOf(words: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The whole explanation as lines of plain text, as `ordbook inspect` prints it. */
export function inWordsOf(explanation: Explanation): string[] {
  const { role, inputs, outputs, feeSats, feeRate, vsize, txid, findings, fixed, open, hasViewer, worst } =
    explanation;
  const sum = stack(explanation);
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  const owned = (owner: Explanation['inputs'][number]['owner']) =>
    hasViewer ? `, ${ownerInWords(owner)}` : '';
  return [
    sentence(explanation),
    '',
    `Looks like: ${role.words}`,
    `Txid: ${txid ?? 'not known before it is signed'}${open.length > 2 ? ', as it stands' : ''}`,
    ...(feeSats !== null && feeSats >= 0
      ? [
          `Network fee: ${sats(feeSats)}${feeRate === null ? '' : `, about ${feeRate} sat/vB for ${vsize} vB`}`,
        ]
      : []),
    ...(hasViewer
      ? [
          `At worst: ${worst.isBounded ? `your coins lose ${sats(worst.lossSats)}` : 'nothing limits what you lose, as the findings say'}`,
        ]
      : []),
    ...list('The sum', sum === null ? [] : stackInWords(sum)),
    ...list(
      'Coins in',
      inputs.map(
        ({ txid: from, vout, valueSats, owner, name, signature: { state, coverage, byte } }, index) => {
          const value = valueSats === null ? 'value not shown' : sats(valueSats);
          const sighash = coverage?.name ?? (byte === null ? 'sighash not known' : `sighash ${byte}`);
          return `${index}  ${value}${named(name)}${owned(owner)}; ${sighash}, ${state}; ${from}:${vout}`;
        },
      ),
    ),
    ...list(
      'Goes to',
      outputs.map(
        (output, index) => `${index}  ${sats(output.valueSats)}${named(output.name)}; ${recipient(output)}`,
      ),
    ),
    ...list('Your signature fixes', fixed),
    ...list('It leaves open', open),
    ...list(
      'Findings',
      findings.map(({ severity, text }) => `${severity}: ${text}`),
    ),
  ];
}

function named(name: string): string {
  return name === '' ? '' : `, ${name}`;
}
