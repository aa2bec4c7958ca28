import { type ReadInput, type ReadPsbt, segwitScriptSig } from '@ordbook/judge';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import type { Explanation, Finding } from './explanation.ts';
import { finding } from './finding.ts';
import { signedByViewer } from './signature.ts';
import { isMine } from './stack.ts';
import { capital, sats } from './words.ts';

/** A fee above a quarter of the spent value and above 20,000 sats is absurd. */
const MAX_FEE_SHARE = 0.25;
const MAX_FEE_SATS = 20_000;
/** sat/vB. Above the first read it, above the second do not sign. */
const HIGH_FEE_RATE = 200;
const ABSURD_FEE_RATE = 2_000;
/** vB of an input or output whose size is not known: hardly any is larger. */
const MOST_VB = 500;

/** Checks of coins, amounts and fee. */
export function coinFindings(explanation: Explanation, psbt: ReadPsbt): Finding[] {
  return [
    ...psbt.inputs.flatMap((input, index) => spentFindings(explanation, input, index)),
    ...outputFindings(explanation),
    ...feeFindings(explanation),
    ...timeFindings(explanation),
  ];
}

/** Coins that the judge does not look at: those of others. */
function spentFindings(explanation: Explanation, read: ReadInput, index: number): Finding[] {
  const { owner, signature } = explanation.inputs[index]!;
  if (signedByViewer(explanation).includes(index)) {
    const text = `You are asked to sign input ${index}, which is not yours.`;
    return explanation.hasViewer && owner === 'other' ? [finding('stop', 'not-your-coin', text)] : [];
  }
  if (read.contradiction !== null)
    return [finding('stop', 'coin-mismatch', `${capital(read.contradiction)}.`)];
  if (read.valueSats === null) {
    const text = `Input ${index} does not show the coin that it spends, so that nobody can tell what is paid.`;
    return [finding(isMine(owner) ? 'stop' : 'warning', 'coin-missing', text)];
  }
  if (segwitScriptSig(read) !== null || read.isProven || (signature.state === 'final' && !isMine(owner)))
    return [];
  const text = `Input ${index} is not segwit and lacks its previous transaction: its ${sats(read.valueSats)} are a claim.`;
  return [finding(isMine(owner) ? 'stop' : 'note', 'value-unproven', text)];
}

function outputFindings({ outputs }: Explanation): Finding[] {
  return outputs.flatMap(({ valueSats, script, owner }, index) => {
    if (owner === 'nobody')
      return valueSats === 0 ? [] : [finding('stop', 'burnt', `Output ${index} burns ${sats(valueSats)}.`)];
    const limit = dustLimit(script);
    const text = `Output ${index} of ${sats(valueSats)} is dust: nodes relay ${sats(limit)} or more.`;
    return valueSats >= limit ? [] : [finding('warning', 'dust', text)];
  });
}

function feeFindings({ inputs, outputs, feeSats, feeRate }: Explanation): Finding[] {
  if (feeSats === null) return [];
  if (feeSats < 0) {
    const canGrow = inputs.some(({ signature: { coverage } }) => coverage?.inputs === 'own');
    const text = `The outputs pay ${sats(-feeSats)} more than the coins hold. No node accepts that.`;
    return canGrow ? [] : [finding('stop', 'pays-too-much', text)];
  }
  const spent = inputs.reduce((total, { valueSats }) => total + (valueSats ?? 0), 0);
  if (feeSats > MAX_FEE_SATS && feeSats > spent * MAX_FEE_SHARE) {
    const text = `The network fee of ${sats(feeSats)} is ${Math.round((100 * feeSats) / spent)} % of the coins that it spends.`;
    return [finding('stop', 'absurd-fee', text)];
  }
  const least = feeRate ?? Math.floor(feeSats / (MOST_VB * (inputs.length + outputs.length)));
  if (least <= HIGH_FEE_RATE) return [];
  const text = `The network fee of ${sats(feeSats)} is ${feeRate === null ? 'above ' : ''}${least} sat/vB; compare it with what blocks take now.`;
  return [finding(least > ABSURD_FEE_RATE ? 'stop' : 'warning', 'absurd-fee', text)];
}

function timeFindings({ lockTime, version }: Explanation): Finding[] {
  const found: Finding[] = [];
  if (lockTime > 0) {
    const when = lockTime < 500_000_000 ? `block ${lockTime}` : new Date(lockTime * 1000).toISOString();
    found.push(finding('note', 'lock-time', `It cannot be in a block before ${when}.`));
  }
  if (version > 3) found.push(finding('warning', 'version', `Nodes do not relay version ${version}.`));
  return found;
}
