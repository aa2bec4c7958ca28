import { sumSats, type Transaction } from '../transaction/transaction.ts';
import { isCursed } from './curse.ts';
import { type Envelope, envelopesIn, type Payload } from './envelope.ts';
import { isHidden } from './hidden.ts';
import { claimedParents, pointerOf } from './inscription.ts';
import { type InscriptionId, inscriptionId } from './inscription-id.ts';
import { propertiesOf } from './properties.ts';
import type { IndexedOutput, Tables } from './tables.ts';

/** Height from which a regtest `ord` curses nothing any more. */
export const REGTEST_JUBILEE_HEIGHT = 110;

/**
 * An inscription on its way through a transaction: on the sat at `offset` of the inputs, in no output yet.
 */
export interface Floating {
  readonly id: InscriptionId;
  readonly offset: number;
  readonly origin: { readonly sequence: number } | Reveal;
}

/** What is known of an inscription before it has a place and a number. */
export interface Reveal {
  readonly payload: Payload;
  readonly cursed: boolean;
  /** It would be cursed, had its block come before the jubilee. */
  readonly vindicated: boolean;
  readonly reinscription: boolean;
  /** On no sat: its input brings none, or it carries an even field that `ord` does not know. */
  readonly unbound: boolean;
  readonly shownGallery: boolean;
  /** Inscriptions it names as parents and that go through the same transaction. */
  readonly parents: readonly InscriptionId[];
  readonly feeSats: number;
}

interface Passing {
  readonly txid: string;
  readonly height: number;
  readonly outputSats: number;
  readonly found: Floating[];
  /** By offset: the first inscription there, and how many there are. */
  readonly inscribed: Map<number, { first: InscriptionId; count: number }>;
}

/**
 * All inscriptions that go through a transaction, spent and revealed ones, in the order in which `ord` meets
 * them: input by input, within an input first those that were on it by sequence number, then its envelopes.
 */
export function floatingInscriptions(
  tables: Tables,
  tx: { transaction: Transaction; txid: string; height: number },
  spent: readonly IndexedOutput[],
): Floating[] {
  const { transaction, txid, height } = tx;
  const outputSats = sumSats(transaction.outputs);
  const passing: Passing = { txid, height, outputSats, found: [], inscribed: new Map() };
  const envelopes = envelopesIn(transaction.inputs);
  let inputSats = 0;
  let index = 0;
  for (const [input, output] of spent.entries()) {
    carryOver(tables, passing, output, inputSats);
    for (const envelope of envelopes.filter((each) => each.input === input)) {
      reveal(tables, passing, envelope, {
        index: index++,
        inputStart: inputSats,
        inputSats: output.valueSats,
      });
    }
    inputSats += output.valueSats;
  }
  const feeSats = Math.floor((inputSats - outputSats) / index);
  return withParentsAndFee(passing.found, feeSats);
}

function add({ found, inscribed }: Passing, floating: Floating): void {
  found.push(floating);
  const here = inscribed.get(floating.offset) ?? { first: floating.id, count: 0 };
  inscribed.set(floating.offset, { ...here, count: here.count + 1 });
}

function carryOver(tables: Tables, passing: Passing, output: IndexedOutput, inputStart: number): void {
  for (const { sequence, offset } of bySequence(output.inscriptions)) {
    const { id } = tables.inscriptions.get(sequence)!;
    add(passing, { id, offset: inputStart + offset, origin: { sequence } });
  }
}

export const bySequence = <T extends { readonly sequence: number }>(placed: readonly T[]): T[] =>
  [...placed].sort((a, b) => a.sequence - b.sequence);

function reveal(
  tables: Tables,
  passing: Passing,
  envelope: Envelope,
  at: { index: number; inputStart: number; inputSats: number },
): void {
  const { payload } = envelope;
  const cursed = isCursed(tables, envelope, passing.inscribed.get(at.inputStart));
  const jubilant = passing.height >= REGTEST_JUBILEE_HEIGHT;
  const pointer = pointerOf(payload);
  const offset = pointer !== undefined && pointer < passing.outputSats ? pointer : at.inputStart;
  add(passing, {
    id: inscriptionId(passing.txid, at.index),
    offset,
    origin: {
      payload,
      cursed: cursed && !jubilant,
      vindicated: cursed && jubilant,
      reinscription: passing.inscribed.has(offset),
      unbound: at.inputSats === 0 || payload.unrecognizedEvenField,
      shownGallery: propertiesOf(payload).gallery.length > 0 && !isHidden(payload),
      parents: claimedParents(payload),
      feeSats: 0,
    },
  });
}

/** Parents count only when they go through the same transaction; the fee is shared among the reveals. */
function withParentsAndFee(found: readonly Floating[], feeSats: number): Floating[] {
  const present = new Set(found.map((floating) => floating.id));
  return found.map((floating) => {
    const { origin } = floating;
    if ('sequence' in origin) return floating;
    const parents = [...new Set(origin.parents)].filter((parent) => present.has(parent));
    return { ...floating, origin: { ...origin, parents, feeSats } };
  });
}
