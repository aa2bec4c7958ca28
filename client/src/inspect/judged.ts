import { judge, type ReadPsbt, type Verdict } from '@ordbook/judge';
import { hex } from '@scure/base';
import { addressOf } from '../wallet/network.ts';
import type { Explanation, InspectOptions } from './explanation.ts';
import { inWords } from './sentence.ts';
import { signedByViewer } from './signature.ts';
import { isMine } from './stack.ts';
import { capital } from './words.ts';

/**
 * What the judge says of the signatures of the viewer. Inputs of theirs that seem signed count as asked for.
 */
export function judged(
  psbt: string,
  read: ReadPsbt,
  explanation: Explanation,
  { network, expected = {}, areValuesChecked = false }: InspectOptions,
): Verdict {
  const { inputs, outputs, inscriptions } = explanation;
  const asked = new Set(signedByViewer(explanation));
  const sign = inputs.flatMap(({ owner, signature: { byte } }, input) => {
    if (asked.has(input)) return byte === null ? [{ input }] : [{ input, sighash: byte }];
    const { sighashType } = read.inputs[input]!.fields;
    return isMine(owner) && sighashType !== undefined ? [{ input }] : [];
  });
  const mine = [...inputs, ...outputs].flatMap(({ owner, script }) =>
    script !== null && isMine(owner) ? [script] : [],
  );
  return judge([{ psbt, sign }], {
    mine,
    values: inputs.flatMap(({ txid, vout, valueSats }) =>
      areValuesChecked && valueSats !== null ? [{ txid, vout, valueSats }] : [],
    ),
    nameOf: (script) => addressOf(hex.decode(script), network) ?? `script ${script}`,
    inscriptions: inscriptions.map((one) => {
      const { txid, vout } = inputs[one.input]!;
      return {
        txid,
        vout,
        offset: one.offset,
        name: capital(one.name === null ? 'the inscription' : inWords([one])),
      };
    }),
    expected: expected.paysAtMostSats === undefined ? {} : { losesAtMostSats: expected.paysAtMostSats },
  });
}

/** What the signatures of the viewer fix, and what they leave open, a sentence for each. */
export function scopeOf(
  explanation: Explanation,
  { signatures }: Verdict,
): Pick<Explanation, 'fixed' | 'open'> {
  const asked = new Set(signedByViewer(explanation));
  const own = signatures.filter(({ input }) => asked.has(input));
  return {
    fixed: [...new Set(own.flatMap(({ binds }) => binds))],
    open: [...new Set(own.flatMap(({ leavesOpen }) => leavesOpen))],
  };
}
