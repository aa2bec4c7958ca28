import { type ReadInput, type ReadPsbt, segwitScriptSig } from '@ordbook/judge';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import type { Explanation, Finding } from './explanation.ts';
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
  if (signedByViewer(explanation).includes(index))
    return explanation.hasViewer && owner === 'other'
      ? [
          {
            severity: 'stop',
            code: 'not-your-coin',
            text: `You are asked to sign input ${index}, which is not yours.`,
          },
        ]
      : [];
  if (read.contradiction !== null)
    return [{ severity: 'stop', code: 'coin-mismatch', text: `${capital(read.contradiction)}.` }];
  if (read.valueSats === null)
    return [
      {
        severity: isMine(owner) ? 'stop' : 'warning',
        code: 'coin-missing',
        text: `Input ${index} does not show the coin that it spends, so that nobody can tell what is paid.`,
      },
    ];
  if (segwitScriptSig(read) !== null || read.isProven || (signature.state === 'final' && !isMine(owner)))
    return [];
  return [
    {
      severity: isMine(owner) ? 'stop' : 'note',
      code: 'value-unproven',
      text: `Input ${index} is not segwit and lacks its previous transaction: its ${sats(read.valueSats)} are a claim.`,
    },
  ];
}

function outputFindings({ outputs }: Explanation): Finding[] {
  return outputs.flatMap(({ valueSats, script, owner }, index): Finding[] => {
    if (owner === 'nobody')
      return valueSats === 0
        ? []
        : [{ severity: 'stop', code: 'burnt', text: `Output ${index} burns ${sats(valueSats)}.` }];
    const limit = dustLimit(script);
    if (valueSats >= limit) return [];
    const text = `Output ${index} of ${sats(valueSats)} is dust: nodes relay ${sats(limit)} or more.`;
    return [{ severity: 'warning', code: 'dust', text }];
  });
}

function feeFindings({ inputs, outputs, feeSats, feeRate }: Explanation): Finding[] {
  if (feeSats === null) return [];
  if (feeSats < 0) {
    const canGrow = inputs.some(({ signature: { coverage } }) => coverage?.inputs === 'own');
    const text = `The outputs pay ${sats(-feeSats)} more than the coins hold.`;
    return canGrow
      ? []
      : [{ severity: 'stop', code: 'pays-too-much', text: `${text} No node accepts that.` }];
  }
  const spent = inputs.reduce((total, { valueSats }) => total + (valueSats ?? 0), 0);
  if (feeSats > MAX_FEE_SATS && feeSats > spent * MAX_FEE_SHARE)
    return [
      {
        severity: 'stop',
        code: 'absurd-fee',
        text: `The network fee of ${sats(feeSats)} is ${Math.round((100 * feeSats) / spent)} % of the coins that it spends.`,
      },
    ];
  const least = feeRate ?? Math.floor(feeSats / (MOST_VB * (inputs.length + outputs.length)));
  if (least <= HIGH_FEE_RATE) return [];
  return [
    {
      severity: least > ABSURD_FEE_RATE ? 'stop' : 'warning',
      code: 'absurd-fee',
      text: `The network fee of ${sats(feeSats)} is ${feeRate === null ? 'above ' : ''}${least} sat/vB; compare it with what blocks take now.`,
    },
  ];
}

function timeFindings({ lockTime, version }: Explanation): Finding[] {
  const found: Finding[] = [];
  if (lockTime > 0) {
    const when = lockTime < 500_000_000 ? `block ${lockTime}` : new Date(lockTime * 1000).toISOString();
    found.push({ severity: 'note', code: 'lock-time', text: `It cannot be in a block before ${when}.` });
  }
  if (version > 3)
    found.push({ severity: 'warning', code: 'version', text: `Nodes do not relay version ${version}.` });
  return found;
}
