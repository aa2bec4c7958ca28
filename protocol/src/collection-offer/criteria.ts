/**
 * What a collection offer asks for, as canonical JSON that any program writes identically; its hash; and the
 * test whether an inscription meets it. `docs/protocol/collection-offers.md` specifies every byte.
 */

import { bytesToHex } from '../bitcoin/bytes.ts';
import { taggedHash } from '../bitcoin/taproot.ts';
import { refuse } from '../refusals.ts';

/** One group of a trait target. It matches when the inscription has the trait type with one of the values. */
export interface TraitGroup {
  readonly type: string;
  readonly values: readonly string[];
}

/** Every member of a collection, or those whose traits match all groups. */
export type Target =
  | { readonly kind: 'all' }
  | { readonly kind: 'traits'; readonly traits: readonly TraitGroup[] };

/** A target in a collection as of a block. The set is fixed: later members do not join it. */
export interface Criteria {
  readonly collection: string;
  /** Only members inscribed up to this block height. */
  readonly height: number;
  readonly target: Target;
}

export const MAX_TRAIT_GROUPS = 8;
export const MAX_GROUP_VALUES = 16;
export const MAX_TRAIT_LENGTH = 520;

const VERSION = 1;

/** Compares UTF-8 bytes: unlike JavaScript's own order, this is the same in every language. */
export function byBytes(a: string, b: string): number {
  const [one, other] = [encoder.encode(a), encoder.encode(b)];
  const differs = one.findIndex((byte, index) => byte !== other[index]);
  if (differs >= 0 && differs < other.length) return one[differs]! - other[differs]!;
  return one.length - other.length;
}

const encoder = new TextEncoder();

/**
 * The canonical form of a target: values and groups sorted by their bytes, without duplicates. Throws Refusal
 * `malformed` when a count or length is out of bounds, or a text is not valid Unicode (an unpaired
 * surrogate).
 */
export function canonicalTarget(target: Target): Target {
  // a caller who names traits does not want all: refuse instead of guessing
  if (target.kind === 'all' && 'traits' in target)
    refuse(
      'malformed',
      'target.kind is "all", but target.traits is set; send kind "traits", or omit target.traits',
    );
  if (target.kind === 'all') return { kind: 'all' };
  const { traits } = target;
  if (traits.length < 1 || traits.length > MAX_TRAIT_GROUPS)
    refuse('malformed', `target.traits has ${traits.length} groups; send 1 to ${MAX_TRAIT_GROUPS}`);
  const groups = new Map<string, TraitGroup>();
  for (const { type, values } of traits) {
    if (values.length < 1 || values.length > MAX_GROUP_VALUES)
      refuse(
        'malformed',
        `trait ${type} in target.traits has ${values.length} values; send 1 to ${MAX_GROUP_VALUES}`,
      );
    for (const text of [type, ...values]) requireText(text);
    const group = { type, values: [...new Set(values)].sort(byBytes) };
    groups.set(JSON.stringify(group), group);
  }
  const names = [...groups.keys()].sort(byBytes);
  return { kind: 'traits', traits: names.map((name) => groups.get(name)!) };
}

function requireText(text: string): void {
  if (text.length < 1 || text.length > MAX_TRAIT_LENGTH || /\p{Surrogate}/u.test(text))
    refuse(
      'malformed',
      `trait types and values in target.traits must have 1 to ${MAX_TRAIT_LENGTH} Unicode characters`,
    );
}

/** RFC 8785 JSON of canonical criteria: keys sorted, no spaces. */
export function criteriaJson({ collection, height, target }: Criteria): string {
  const canonical = canonicalTarget(target);
  const traits = canonical.kind === 'traits' ? { traits: canonical.traits } : {};
  return JSON.stringify({ collection, height, kind: canonical.kind, ...traits, version: VERSION });
}

/**
 * Reads `criteriaJson`. Throws a RangeError unless `text` is exactly what `criteriaJson` writes for its
 * content.
 */
export function parseCriteria(text: string): Criteria {
  let criteria: Criteria | null = null;
  try {
    const { collection, height, kind, traits } = JSON.parse(text) as Record<string, unknown>;
    const target = (kind === 'all' ? { kind } : { kind, traits }) as Target;
    const read = { collection: collection as string, height: height as number, target };
    if (criteriaJson(read) === text) criteria = read;
  } catch {
    // refused below, with the text
  }
  const isRead =
    criteria !== null &&
    typeof criteria.collection === 'string' &&
    Number.isSafeInteger(criteria.height) &&
    criteria.height >= 0;
  if (!isRead) throw new RangeError(`not canonical criteria: ${text}`);
  return criteria!;
}

/** The hash of the criteria that the offer commits to, hex. */
export function criteriaHash(json: string): string {
  return bytesToHex(taggedHash('ordbook/collection-offer/criteria', new TextEncoder().encode(json)));
}

/**
 * Two collection offers of one maker with the same scope key are for the same inscriptions, whenever they
 * were made.
 */
export function scopeKey(collection: string, target: Target): string {
  return criteriaJson({ collection, height: 0, target });
}

/** Whether an inscription with these traits meets the target. Texts are compared exactly. */
export function meets(
  target: Target,
  traits: readonly { readonly type: string; readonly value: string }[],
): boolean {
  if (target.kind === 'all') return true;
  return target.traits.every(({ type, values }) =>
    traits.some((trait) => trait.type === type && values.includes(trait.value)),
  );
}

/** A target for display: "All inscriptions", or `Background: Red or Blue, Hat: Crown`. */
export function scopeLabel(target: Target): string {
  if (target.kind === 'all') return 'All inscriptions';
  return target.traits.map(({ type, values }) => `${type}: ${values.join(' or ')}`).join(', ');
}
