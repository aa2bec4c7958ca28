import type { SeenTransaction } from './seen.ts';

/** Sighash types that sign all inputs and outputs (DEFAULT, ALL), and the one that signs a pair. */
const WHOLE: readonly (number | null)[] = [0, 1];
const PAIR = 0x83;

/** How an input is unlocked: by one key, or by a script and what it is given. */
export type Unlocking =
  | { readonly by: 'key'; readonly signature: string }
  | { readonly by: 'leaf' | 'script'; readonly script: string; readonly given: readonly string[] };

/**
 * How an input is unlocked. null: the form is not known, or a witness has an annex or a leaf of another
 * version, which proves nothing.
 */
export function unlockingOf(input: SeenTransaction['inputs'][number]): Unlocking | null {
  const { script, scriptSig, witness } = input;
  if (/^5120.{64}$/.test(script)) {
    const [control = '', leaf] = witness.toReversed();
    if (witness.length === 1) return { by: 'key', signature: witness[0]! };
    if (leaf === undefined || !/^c[01]([0-9a-f]{64})+$/.test(control)) return null;
    return { by: 'leaf', script: leaf, given: witness.slice(0, -2) };
  }
  const items = witness.length > 0 ? witness : pushesOf(scriptSig);
  const last = items.at(-1) ?? '';
  if (items.length === 2 && isKey(last)) return { by: 'key', signature: items[0]! };
  return items.length < 2 ? null : { by: 'script', script: last, given: items.slice(0, -1) };
}

/** Whether it looks like a signature over the input's own pair of coin and output, `SINGLE|ANYONECANPAY`. */
export const signsPair = (item: string): boolean => sighashOf(item) === PAIR;
/** Whether it looks like a signature over all inputs and outputs. */
export const signsWhole = (item: string): boolean => WHOLE.includes(sighashOf(item));

const isKey = (item: string) => /^0[23].{64}$/.test(item);

/** Schnorr signatures have 64 bytes and perhaps a type; those of ECDSA begin with 30 and end with a type. */
function sighashOf(item: string): number | null {
  if (item.length === 128) return 0;
  const isDer = item.startsWith('30') && item.length >= 18 && item.length <= 146;
  return item.length === 130 || isDer ? Number.parseInt(item.slice(-2), 16) : null;
}

/**
 * PUSHDATA1 and PUSHDATA2, with the number of bytes that hold the length of the push. Smaller opcodes are
 * lengths themselves.
 */
const PUSH_DATA = new Map([
  [0x4c, 1],
  [0x4d, 2],
]);

/** What a script pushes, hex. */
export function pushesOf(script: string): string[] {
  const bytes = Buffer.from(script, 'hex');
  const pushes: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const opcode = bytes[at]!;
    at += 1;
    const told = PUSH_DATA.get(opcode) ?? 0;
    if (opcode > 0x4b && told === 0) continue;
    if (at + told > bytes.length) break;
    const length = told === 0 ? opcode : bytes.readUIntLE(at, told);
    at += told;
    pushes.push(bytes.toString('hex', at, at + length));
    at += length;
  }
  return pushes;
}
