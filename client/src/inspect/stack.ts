import type { ExplainedInput, ExplainedOutput, Explanation, MovedInscription, Owner } from './explanation.ts';
import { grouped, recipient, short } from './words.ts';

/** An amount of the sum; negative: it leaves you. */
export interface StackLine {
  /** What the sum is for. */
  readonly label: string;
  readonly sats: number;
}

/** What a transaction takes from you and gives you, as a sum: the lines add up to `totalSats` exactly. */
export interface Stack {
  /** From top to bottom. */
  readonly lines: readonly StackLine[];
  /** What the total is called. */
  readonly totalLabel: string;
  /** Negative: you pay. Coins of inscriptions that move whole are not in it. */
  readonly totalSats: number;
}

/** Whether a coin or output counts as yours in sums. Money in a collection offer has left you. */
export function isMine(owner: Owner): boolean {
  return owner === 'you' || owner === 'passthrough';
}

/**
 * The sum of a transaction; null when the PSBT does not show the value of a coin. For a viewer who named no
 * addresses, the coins add up to the outputs and the fee, and the total is 0.
 */
export function stack(explanation: Explanation): Stack | null {
  const { feeSats, hasViewer } = explanation;
  if (feeSats === null) return null;
  const { inputs, outputs } = moneyOf(explanation);
  const nets = netOfOthers(inputs, outputs, hasViewer);
  const fee = { label: feeSats < 0 ? 'from coins that others must add' : 'network fee', sats: -feeSats };
  const lines = [...nets, ...(feeSats === 0 ? [] : [fee])];
  const totalSats = lines.reduce((sum, { sats }) => sum + sats, 0);
  return { lines, totalLabel: totalLabel(totalSats, hasViewer), totalSats };
}

function totalLabel(totalSats: number, hasViewer: boolean): string {
  if (!hasViewer) return 'coins minus outputs and fee';
  if (totalSats === 0) return 'You neither pay nor receive';
  return totalSats < 0 ? 'You pay' : 'You receive';
}

/** Most sats under an inscription that only a PSBT claims: what a service lists at most. */
const MOST_CLAIMED_SATS = 20_000;

/**
 * Inputs and outputs without those of inscriptions that move whole: their sats stay the same. A coin of the
 * viewer that leaves as an inscription only by the PSBT's own claim is money when it is large, or one of
 * several: anyone can give a transaction the shape in which it would be none.
 */
export function moneyOf({ inputs, outputs, inscriptions }: Explanation) {
  const ownerOf = ({ lands }: MovedInscription) =>
    lands === null || lands === 'fee' ? 'nobody' : outputs[lands.output]!.owner;
  const doubtful = inscriptions.filter(
    (one) => one.isClaimed && isMine(inputs[one.input]!.owner) && !isMine(ownerOf(one)),
  );
  const areMoney =
    doubtful.length > 1 || doubtful.some(({ input }) => inputs[input]!.valueSats! > MOST_CLAIMED_SATS);
  const whole = inscriptions.filter((one) => one.isWhole && !(areMoney && doubtful.includes(one)));
  const from = new Set(whole.map(({ input }) => input));
  const to = new Set(whole.map(({ lands }) => (lands === null || lands === 'fee' ? -1 : lands.output)));
  return {
    inputs: inputs.filter((_, index) => !from.has(index)),
    outputs: outputs.filter((_, index) => !to.has(index)),
  };
}

interface Party {
  label: string;
  name: string;
  inSats: number;
  outSats: number;
}

/** A line for each script that is not the viewer's: what it puts in, minus what it gets. */
function netOfOthers(
  inputs: readonly ExplainedInput[],
  outputs: readonly ExplainedOutput[],
  hasViewer: boolean,
): StackLine[] {
  const parties = new Map<string, Party>();
  const partyOf = (key: string, label: string, name: string) => {
    const party = parties.get(key) ?? { label, name, inSats: 0, outSats: 0 };
    parties.set(key, party);
    return party;
  };
  for (const output of outputs.filter(({ owner }) => !hasViewer || !isMine(owner))) {
    const label =
      output.owner === 'offer' ? 'your collection offer' : short(output.address ?? recipient(output), 20);
    partyOf(output.script, label, output.name).outSats += output.valueSats;
  }
  for (const { owner, script, address, name, valueSats } of inputs) {
    if (hasViewer && isMine(owner)) continue;
    partyOf(script ?? '', short(address ?? 'a coin without an address', 20), name).inSats += valueSats ?? 0;
  }
  return [...parties.values()].flatMap(({ label, name, inSats, outSats }) => {
    const sats = inSats - outSats;
    const words = name === '' ? label : `${name}, ${label}`;
    return sats === 0 ? [] : [{ label: `${sats < 0 ? 'to' : 'from'} ${words}`, sats }];
  });
}

/** The stack in lines of text; amounts are aligned, and minus signs are there. */
export function stackInWords({ lines, totalLabel, totalSats }: Stack): string[] {
  const rows = [...lines, { label: totalLabel, sats: totalSats }].map(({ label, sats }) => ({
    label,
    amount: signed(sats),
  }));
  const width = Math.max(...rows.map(({ amount }) => amount.length));
  const texts = rows.map(({ label, amount }) => `${amount.padStart(width)}  ${label}`);
  return [...texts.slice(0, -1), '─'.repeat(width), texts.at(-1)!];
}

/** An amount with its sign; 0 has none. */
function signed(amount: number): string {
  const sign = amount === 0 ? '' : amount < 0 ? '−' : '+';
  return `${sign}${grouped(Math.abs(amount))}`;
}
