import { type Charm, inCharmOrder, satCharms } from './charms.ts';
import type { Floating, Reveal } from './floating.ts';
import { satAt } from './sat-ranges.ts';
import {
  addTo,
  counter,
  type InscriptionEntry,
  LOST_OUTPOINT,
  type Placed,
  type SatPoint,
  type SatRange,
  type Tables,
  UNBOUND_OUTPOINT,
} from './tables.ts';

/** Where a floating inscription comes to rest. */
export interface Landing {
  readonly satpoint: SatPoint;
  /** The output is an OP_RETURN: what lands there is burned. */
  readonly burns: boolean;
}

/** The transaction in which inscriptions land: its block and the sats of its inputs. */
export interface LandingContext {
  readonly height: number;
  readonly time: number;
  readonly inputRanges: readonly SatRange[];
}

/**
 * Gives a floating inscription its place; a new one also gets its numbers, its sat, charms and parents.
 * Answers where it was placed, which for an unbound one is not where it landed.
 */
export function place(
  tables: Tables,
  floating: Floating,
  landing: Landing,
  context: LandingContext,
): SatPoint & Placed {
  const { origin } = floating;
  const isNew = !('sequence' in origin);
  const sequence = isNew ? tables.inscriptions.size : origin.sequence;
  if (isNew) enter(tables, newEntry(tables, { ...floating, origin }, landing, context), origin);
  else if (landing.burns) burn(tables, sequence);
  const satpoint = isNew && origin.unbound ? nextUnboundSatpoint(tables) : landing.satpoint;
  tables.satpoints.set(sequence, satpoint);
  return { ...satpoint, sequence };
}

function burn(tables: Tables, sequence: number): void {
  const entry = tables.inscriptions.get(sequence)!;
  tables.inscriptions.set(sequence, { ...entry, charms: inCharmOrder([...entry.charms, 'burned']) });
}

function nextUnboundSatpoint(tables: Tables): SatPoint {
  const offset = counter(tables, 'unbound');
  addTo(tables, 'unbound', 1);
  return { outpoint: UNBOUND_OUTPOINT, offset };
}

function newEntry(
  tables: Tables,
  { id, offset, origin }: Floating & { origin: Reveal },
  landing: Landing,
  { height, time, inputRanges }: LandingContext,
): InscriptionEntry {
  const sat = origin.unbound ? null : (satAt(inputRanges, offset) ?? null);
  const parents = origin.parents.map((parent) => tables.sequenceById.get(parent));
  return {
    id,
    sequence: tables.inscriptions.size,
    number: origin.cursed ? -1 - counter(tables, 'cursed') : counter(tables, 'blessed'),
    height,
    time,
    feeSats: origin.feeSats,
    sat,
    charms: charmsOf(origin, landing, sat),
    parents: parents.filter((parent) => parent !== undefined),
    payload: origin.payload,
  };
}

function charmsOf(reveal: Reveal, { satpoint, burns }: Landing, sat: number | null): Charm[] {
  const charms: Charm[] = sat === null ? [] : satCharms(sat);
  if (reveal.cursed) charms.push('cursed');
  if (reveal.reinscription) charms.push('reinscription');
  if (burns) charms.push('burned');
  if (satpoint.outpoint === LOST_OUTPOINT) charms.push('lost');
  if (reveal.unbound) charms.push('unbound');
  if (reveal.vindicated) charms.push('vindicated');
  return inCharmOrder(charms);
}

function enter(tables: Tables, entry: InscriptionEntry, reveal: Reveal): void {
  const { id, sequence, number, sat, parents } = entry;
  addTo(tables, reveal.cursed ? 'cursed' : 'blessed', 1);
  tables.inscriptions.set(sequence, entry);
  tables.sequenceById.set(id, sequence);
  tables.sequenceByNumber.set(number, sequence);
  if (sat !== null) tables.sequencesBySat.add(sat, sequence);
  for (const parent of parents) tables.children.add(parent, sequence);
  if (reveal.shownGallery) tables.galleries.set(sequence, true);
}
