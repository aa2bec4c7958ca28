/**
 * What a collection offer asks for, as text that two programs write alike: canonical JSON, its hash, and the test whether an
 * inscription meets it. `docs/protocol/collection-offers.md` specifies every byte.
 */

import { bytesToHex } from '../bitcoin/bytes.ts';
import { taggedHash } from '../bitcoin/taproot.ts';
import { refuse } from '../refusals.ts';

/** One group of a trait target: the inscription has the type with one of the values. */
export interface TraitGroup {
  readonly type: string;
  readonly values: readonly string[];
}

/** Every member of a collection, or those whose traits match all groups. */
export type Target =
  | { readonly kind: 'all' }
  | { readonly kind: 'traits'; readonly traits: readonly TraitGroup[] };

/** A target in a collection, of members as of a block: the set is fixed, whatever the collection gets later. */
export interface Criteria {
  readonly collection: string;
  /** Members whose genesis block is this one or an earlier one. */
  readonly height: number;
  readonly target: Target;
}

export const MAX_TRAIT_GROUPS = 8;
export const MAX_GROUP_VALUES = 16;
export const MAX_TRAIT_LENGTH = 520;

const VERSION = 1;

/** Order of the UTF-8 bytes: unlike JavaScript's own order, the same in every language. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

/**
 * The one form of a target: values and groups sorted by their bytes, each once. Throws Refusal `malformed` when a group or value is
 * out of its bounds, or a text is no Unicode (an unpaired surrogate).
 */
export function canonicalTarget(target: Target): Target {
  // Whoever names traits does not want all: what was meant is not guessed.
  if (target.kind === 'all' && 'traits' in target)
    refuse(
      'malformed',
      'target.kind is all, and target.traits is there: use kind traits, or leave traits out',
    );
  if (target.kind === 'all') return { kind: 'all' };
  const { traits } = target;
  if (traits.length < 1 || traits.length > MAX_TRAIT_GROUPS)
    refuse('malformed', `target.traits has ${traits.length} groups; 1 to ${MAX_TRAIT_GROUPS} are allowed`);
  const groups = new Map<string, TraitGroup>();
  for (const { type, values } of traits) {
    if (values.length < 1 || values.length > MAX_GROUP_VALUES)
      refuse('malformed', `trait ${type} has ${values.length} values; 1 to ${MAX_GROUP_VALUES} are allowed`);
    for (const text of [type, ...values]) requireText(text);
    const group = { type, values: [...new Set(values)].sort(byBytes) };
    groups.set(JSON.stringify(group), group);
  }
  const names = [...groups.keys()].sort(byBytes);
  return { kind: 'traits', traits: names.map((name) => groups.get(name)!) };
}

function requireText(text: string): void {
  if (text.length < 1 || text.length > MAX_TRAIT_LENGTH || /\p{Surrogate}/u.test(text))
    refuse('malformed', `a trait type or value has 1 to ${MAX_TRAIT_LENGTH} characters of Unicode`);
}

/** RFC 8785 JSON of a canonical target and what it is of: keys sorted, no spaces. */
export function criteriaJson({ collection, height, target }: Criteria): string {
  const canonical = canonicalTarget(target);
  const traits = canonical.kind === 'traits' ? { traits: canonical.traits } : {};
  return JSON.stringify({ collection, height, kind: canonical.kind, ...traits, version: VERSION });
}

/**
 * Reads `criteriaJson`. Throws a RangeError unless `text` is exactly what `criteriaJson` writes: there is one text for one meaning.
 */
export function parseCriteria(text: string): Criteria {
  let criteria: Criteria | null = null;
  try {
    const { collection, height, kind, traits } = JSON.parse(text) as Record<string, unknown>;
    const target = (kind === 'all' ? { kind } : { kind, traits }) as Target;
    criteria = { collection: collection as string, height: height as number, target };
    if (criteriaJson(criteria) !== text) criteria = null;
  } catch {
    // Said below, with the text.
  }
  const isRead =
    criteria !== null &&
    typeof criteria.collection === 'string' &&
    Number.isSafeInteger(criteria.height) &&
    criteria.height >= 0;
  if (!isRead) throw new RangeError(`not canonical criteria: ${text}`);
  return criteria!;
}

/** Hex of the hash that the offer commits to. */
export function criteriaHash(json: string): string {
  return bytesToHex(taggedHash('ordbook/collection-offer/criteria', new TextEncoder().encode(json)));
}

/** Two offers of one maker with the same scope key bid for the same inscriptions, whenever they were made. */
export function scopeKey(collection: string, target: Target): string {
  return criteriaJson({ collection, height: 0, target });
}

/** Does an inscription with these traits meet the target? Texts are compared exactly. */
export function meets(
  target: Target,
  traits: readonly { readonly type: string; readonly value: string }[],
): boolean {
  if (target.kind === 'all') return true;
  return target.traits.every(({ type, values }) =>
    traits.some((trait) => trait.type === type && values.includes(trait.value)),
  );
}

/** For people: "All inscriptions", or `Background: Red or Blue, Hat: Crown`. */
export function scopeLabel(target: Target): string {
  if (target.kind === 'all') return 'All inscriptions';
  return target.traits.map(({ type, values }) => `${type}: ${values.join(' or ')}`).join(', ');
}
