import { coversAll } from '@ordbook/judge';
import type { Explanation, MovedInscription } from './explanation.ts';
import { signedByViewer } from './signature.ts';
import { isMine, stack } from './stack.ts';
import { capital, counted, quoted, recipient, sats } from './words.ts';

/**
 * One sentence, or two, on what the transaction does to the viewer: what is paid, what is received, and
 * whether anything else of theirs moves.
 */
export function sentence(explanation: Explanation): string {
  const { inputs, outputs, feeSats, hasViewer, role } = explanation;
  const sum = stack(explanation);
  if (sum === null || feeSats === null) {
    const unknown = inputs.filter(({ valueSats }) => valueSats === null).length;
    return `What this transaction costs is not known: the PSBT does not show the value of ${counted(unknown, 'coin')}.`;
  }
  if (!hasViewer) {
    const spent = inputs.reduce((total, { valueSats }) => total + (valueSats ?? 0), 0);
    const missing = feeSats < 0 ? `others must add ${sats(-feeSats)}` : `the network fee is ${sats(feeSats)}`;
    const start = `${counted(inputs.length, 'coin')} of ${sats(spent)} ${inputs.length === 1 ? 'pays' : 'pay'}`;
    return `It looks like ${role.words}: ${start} ${counted(outputs.length, 'output')}, and ${missing}.`;
  }
  const lost = explanation.inscriptions.filter(
    ({ input, lands }) => lands === 'fee' && isMine(inputs[input]!.owner),
  );
  if (lost.length > 0) return `You lose ${inWords(lost)} to the network fee.`;
  return `${roleSentence(explanation, sum.totalSats) ?? tradeSentence(explanation, sum.totalSats)} ${tail(explanation)}`;
}

/**
 * The sentence of roles that neither sell nor buy by themselves; null: the role does, or is not yours, or the
 * transaction costs more than such a one.
 */
function roleSentence(
  { role, inputs, outputs, inscriptions }: Explanation,
  totalSats: number,
): string | null {
  const first = outputs[0]!;
  const isSeller = isMine(inputs[0]!.owner);
  const what = inWords(inscriptions);
  switch (role.kind) {
    case 'listing sale':
      if (!isSeller) return null;
      return `You sell ${what}: the signature is valid only where ${sats(first.valueSats)} go to ${recipient(first)}.`;
    case 'collection offer':
      if (first.owner !== 'offer' || totalSats !== -first.valueSats) return null;
      return `You put ${sats(first.valueSats)} into an offer that buys one inscription; until then, your key can take them back.`;
    case 'transfer':
      if (!isSeller || isMine(first.owner) || totalSats !== 0) return null;
      return `${capital(what)} goes to ${recipient(first)}, which should be your passthrough; you pay nothing.`;
    default:
      return null;
  }
}

function tradeSentence({ role, inputs, outputs, inscriptions }: Explanation, totalSats: number): string {
  const isFromMe = ({ input }: MovedInscription) => isMine(inputs[input]!.owner);
  const isToMe = ({ lands }: MovedInscription) =>
    lands !== null && lands !== 'fee' && isMine(outputs[lands.output]!.owner);
  const received = inscriptions.filter((one) => !isFromMe(one) && isToMe(one));
  const given = inscriptions.filter((one) => isFromMe(one) && !isToMe(one));
  const kept = inscriptions.filter((one) => isFromMe(one) && isToMe(one));
  const acts = [
    ...(totalSats < 0 ? [`pay ${sats(-totalSats)}`] : []),
    ...(given.length > 0 ? [`give ${inWords(given)}`] : []),
    ...(received.length > 0 ? [`receive ${inWords(received)}`] : []),
    ...(totalSats > 0 ? [`receive ${sats(totalSats)}`] : []),
  ];
  if (given.length > 0 && totalSats <= 0 && received.length === 0) acts.push('receive nothing for it');
  const keeping = kept.length > 0 ? keptSentence(kept, outputs) : null;
  if (acts.length === 0)
    return keeping ? `${capital(keeping)}; you pay nothing.` : 'You neither pay nor receive.';
  const isOffer = role.kind === 'offer settlement' && !isMine(inputs[0]!.owner);
  const acting = `${isOffer ? 'If the owner accepts, you' : 'You'} ${acts.join(' and ')}`;
  return keeping ? `${acting}; ${keeping}.` : `${acting}.`;
}

function keptSentence(kept: readonly MovedInscription[], outputs: Explanation['outputs']): string {
  const { lands } = kept[0]!;
  const to = lands === null || lands === 'fee' ? null : outputs[lands.output]!;
  const verb = kept.length === 1 ? 'goes' : 'go';
  const where =
    to?.owner === 'passthrough' ? 'a passthrough that your key alone can spend' : 'an address of yours';
  return `${inWords(kept)} ${verb} to ${where}`;
}

function tail(explanation: Explanation): string {
  const isFixed = signedByViewer(explanation).every((index) =>
    coversAll(explanation.inputs[index]!.signature),
  );
  return isFixed ? 'Nothing else of yours moves.' : 'Others complete the transaction.';
}

/** Names of inscriptions, in quotes; their number when there are many. */
export function inWords(inscriptions: readonly MovedInscription[]): string {
  const names = inscriptions.map(({ name }) => (name === null ? null : quoted(name)));
  if (names.length === 1) return names[0] ?? 'an inscription';
  if (names.length > 3 || names.includes(null)) return counted(names.length, 'inscription');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
