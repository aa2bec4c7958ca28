import type { Explanation, Owner } from './explanation.ts';
import { counted, grouped, ownerInWords, recipient } from './words.ts';

/** A box of the picture: a coin or an output, or several that are folded into one. */
export interface Box {
  /** Indexes of the inputs or outputs in it. */
  readonly holds: readonly number[];
  readonly owner: Owner;
  /** The first is the heading. */
  readonly lines: readonly string[];
  readonly isFolded: boolean;
}

/** Up to so many are never folded. */
const SHOWN = 6;
/** Coins of the viewer in a row that carry nothing; the rest is folded. */
const PLAIN = 2;
/** Most boxes of a column. */
const MOST = 14;

interface Entry {
  readonly owner: Owner;
  readonly valueSats: number | null;
  readonly lines: readonly string[];
  /** Never folded: an inscription comes from it or lands on it. */
  readonly isKept: boolean;
}

export function inputBoxes({ inputs, inscriptions, hasViewer }: Explanation): Box[] {
  const entries = inputs.map(({ owner, name, valueSats, address, signature }, index): Entry => {
    const sighash = signature.coverage?.name ?? (signature.byte === null ? '' : `sighash ${signature.byte}`);
    const [signer, tense] = signedBy(owner, signature.state, hasViewer);
    return {
      owner,
      valueSats,
      isKept: inscriptions.some(({ input }) => input === index),
      lines: [
        name === '' ? `coin ${index}` : name,
        `${valueSats === null ? 'value not shown' : grouped(valueSats)}${whose(owner, hasViewer)}`,
        address ?? 'no address',
        `${signer} ${tense}`,
        sighash.replace('ANYONECANPAY', 'ANYONE'),
      ],
    };
  });
  return folded(entries, 'coin');
}

function signedBy(owner: Owner, state: string, hasViewer: boolean): [signer: string, tense: string] {
  const isYours = hasViewer && owner !== 'other';
  if (state === 'asked') return [hasViewer ? 'you' : 'its owner', hasViewer ? 'sign now' : 'signs'];
  if (state === 'missing') return [isYours ? 'you' : 'its owner', isYours ? 'sign later' : 'signs'];
  return [isYours ? 'you' : 'its owner', isYours ? 'have signed' : 'has signed'];
}

export function outputBoxes({ outputs, inscriptions, hasViewer }: Explanation): Box[] {
  const landed = new Set(inscriptions.map(({ lands }) => (lands && lands !== 'fee' ? lands.output : -1)));
  const entries = outputs.map((output, index): Entry => {
    const { owner, name, valueSats } = output;
    return {
      owner,
      valueSats,
      isKept: landed.has(index),
      lines: [
        name === '' ? `output ${index}` : name,
        `${grouped(valueSats)}${whose(owner, hasViewer)}`,
        output.address ?? recipient(output),
      ],
    };
  });
  return folded(entries, 'output');
}

/** Colour alone does not say it. */
function whose(owner: Owner, hasViewer: boolean): string {
  return hasViewer && owner !== 'other' && owner !== 'nobody' ? `, ${ownerInWords(owner)}` : '';
}

function folded(entries: readonly Entry[], noun: string): Box[] {
  const isVisible = entries.map(({ isKept, owner }, index) => {
    if (isKept || entries.length <= SHOWN) return true;
    if (owner === 'other' || owner === 'nobody') return false;
    const before = entries.slice(Math.max(0, index - PLAIN), index);
    return before.length < PLAIN || before.some((one) => one.owner !== owner || one.isKept);
  });
  const boxes: Box[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 0) boxes.push(boxOf(entries, run, noun));
    run = [];
  };
  for (const [index, visible] of isVisible.entries()) {
    const isRest = boxes.length + (run.length > 0 ? 1 : 0) >= MOST;
    if (visible && !isRest) {
      close();
      boxes.push(boxOf(entries, [index], noun));
    } else {
      // what is folded keeps its owner's colour
      if (!isRest && run.length > 0 && entries[run[0]!]!.owner !== entries[index]!.owner) close();
      run.push(index);
    }
  }
  close();
  return boxes;
}

function boxOf(entries: readonly Entry[], holds: readonly number[], noun: string): Box {
  const first = entries[holds[0]!]!;
  if (holds.length === 1) return { holds, owner: first.owner, lines: first.lines, isFolded: false };
  const values = holds.map((index) => entries[index]!.valueSats);
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const owner = holds.every((index) => entries[index]!.owner === first.owner) ? first.owner : 'other';
  const amount = values.includes(null) ? 'values not shown' : grouped(total);
  return { holds, owner, lines: [counted(holds.length, `more ${noun}`), amount], isFolded: true };
}
