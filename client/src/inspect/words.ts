import type { ExplainedOutput, Owner } from './explanation.ts';

/** 82498 as `82,498 sats`. */
export function sats(amount: number): string {
  return `${grouped(amount)} ${amount === 1 ? 'sat' : 'sats'}`;
}

export function grouped(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** `<count> coin`, or `<count> coins`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const OWNERS: Readonly<Record<Owner, string>> = {
  you: 'yours',
  passthrough: 'your passthrough',
  offer: 'your offer',
  other: 'not yours',
  nobody: 'data',
};

export function ownerInWords(owner: Owner): string {
  return OWNERS[owner];
}

/** An address, shortened for reading; compare the whole one where it matters. */
export function short(text: string, length = 16): string {
  if (text.length <= length) return text;
  const head = Math.ceil((length - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(head + 1 - length)}`;
}

/** Who an output pays: the whole address, or the script if it has none. */
export function recipient({ address, script, owner }: ExplainedOutput): string {
  if (owner === 'nobody') return 'nobody (data)';
  const name = address ?? `script ${short(script, 40)}`;
  return owner === 'other' ? name : `${name} (${ownerInWords(owner)})`;
}

/** With a capital letter at its start. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const LONGEST_NAME = 60;
/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name in quotes. Anybody may have chosen it: it ends where its quotes do, has no characters that are not
 * seen, and does not turn the words around it.
 */
export function quoted(name: string): string {
  const plain = name
    .replaceAll(/[“”"\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const shown = short(plain, LONGEST_NAME);
  return RIGHT_TO_LEFT.test(shown) ? `“\u2068${shown}\u2069”` : `“${shown}”`;
}
