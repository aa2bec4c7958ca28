/**
 * Two indexes as one. Every call asks both; the second is asked nothing that the first is not.
 *
 *   they agree ──► that
 *   one does not respond, is behind, or is on a stale branch ──► the other, when it is in sync with the node
 *   both are in sync and differ, twice at one tip ──► the one that a custody proof confirms
 *                                                 └─► no proof: refused, these things alone
 */
import { isDeepStrictEqual } from 'node:util';
import { type Outpoint, outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { Chain } from '../chain/port.ts';
import { createDifferences, type Log, type Said, type Which } from './differences.ts';
import type { Inscription, Ordinals, OrdinalsOutput } from './port.ts';

export interface TwoIndexesOptions {
  readonly chain: Pick<Chain, 'tip' | 'blockHash'>;
  /**
   * Whether a custody proof and the node confirm that an inscription is on that sat now. Throws a `Refusal`
   * when they cannot tell yet.
   */
  readonly isThere: (
    inscriptionId: string,
    place: Outpoint & { readonly offset: number },
  ) => Promise<boolean>;
  readonly log: Log;
  /**
   * How long a silent one is asked for nothing but its status, ms: what hangs holds up one request, and not
   * each. Default 30,000; a service asks for the status more often.
   */
  readonly restMs?: number;
}

type Heard<Answer> = { readonly answer: Answer } | { readonly refusal: Refusal };

interface Silence {
  readonly until: number;
  readonly refusal: Refusal;
}

const WHICH = [0, 1] as const;
/** Readings, until both are at one tip. */
const ATTEMPTS = 4;
/** Differences that one call lets proofs decide, of up to 1 MB each. Others wait for a later call. */
const JUDGED_AT_ONCE = 4;

const otherThan = (which: Which): Which => (which === 0 ? 1 : 0);

export function twoIndexes(first: Ordinals, second: Ordinals, options: TwoIndexesOptions): Ordinals {
  const { chain, isThere, restMs = 30_000 } = options;
  const indexes = [first, second] as const;
  const silence: (Silence | null)[] = [null, null];
  const differences = createDifferences(options.log);

  async function hear<Answer>(
    which: Which,
    call: (index: Ordinals) => Promise<Answer>,
  ): Promise<Heard<Answer>> {
    try {
      const answer = await call(indexes[which]);
      silence[which] = null;
      return { answer };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return silenced(which, error);
    }
  }

  function silenced(which: Which, refusal: Refusal) {
    silence[which] = { until: performance.now() + restMs, refusal };
    return { refusal };
  }

  /** What both say. One that rests is not asked while the other responds. */
  async function hearBoth<Answer>(
    call: (index: Ordinals) => Promise<Answer>,
  ): Promise<readonly [Heard<Answer>, Heard<Answer>]> {
    const resting = WHICH.filter((which) => (silence[which]?.until ?? 0) > performance.now());
    if (resting.length === 1) {
      const [which] = resting as [Which];
      const heard = await hear(otherThan(which), call);
      const silent = 'answer' in heard ? { refusal: silence[which]!.refusal } : await hear(which, call);
      return which === 0 ? [silent, heard] : [heard, silent];
    }
    return Promise.all([hear(0, call), hear(1, call)]);
  }

  /** Which of those that responded are in sync with the node, and its tip. */
  async function inSync(heard: readonly Heard<unknown>[]) {
    const tip = await chain.tip();
    const at = await Promise.all(
      heard.map(async (each, which) => {
        if (!('answer' in each)) return false;
        const hash = await hear(which as Which, (index) => index.blockHash(tip.height));
        return 'answer' in hash && hash.answer === tip.hash;
      }),
    );
    return { tip: tip.hash, synced: WHICH.filter((which) => at[which]) };
  }

  /**
   * What each says, undefined where that does not count. Two different answers are of indexes in sync, read
   * twice at one tip. Throws `Refusal('unavailable')` when neither is in sync. `isKnown`: a difference that
   * need not be read twice.
   */
  async function ask<Answer>(
    call: (index: Ordinals) => Promise<Answer>,
    isKnown: (one: Answer, other: Answer) => boolean = () => false,
  ): Promise<Said<Answer>> {
    let before: string | null = null;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const heard = await hearBoth(call);
      const [one, other] = heard;
      if ('refusal' in one && 'refusal' in other) throw one.refusal;
      const isBoth = 'answer' in one && 'answer' in other;
      if (isBoth && isDeepStrictEqual(one.answer, other.answer)) return [one.answer, one.answer];
      const { tip, synced } = await inSync(heard);
      const answers = heard.map((each, which) =>
        'answer' in each && synced.includes(which as Which) ? each.answer : undefined,
      ) as unknown as Said<Answer>;
      if (synced.length === 1) return answers;
      if (synced.length === 0)
        refuse(
          'unavailable',
          'no inscription index that responds is in sync with the node; try again shortly',
        );
      if (isBoth && (tip === before || isKnown(one.answer, other.answer))) return answers;
      before = tip;
    }
    return refuse(
      'unavailable',
      'blocks come faster than the inscription indexes are read; try again shortly',
    );
  }

  /** Item by item: `right` says who is right where they differ, null when it cannot. */
  async function itemByItem<Item>(
    abouts: readonly string[],
    isUndisputed: boolean,
    call: (index: Ordinals) => Promise<(Item | null)[]>,
    inWords: (item: Item) => string,
    right: (place: number, said: readonly [Item | null, Item | null]) => Promise<Which | null>,
  ): Promise<(Item | null)[]> {
    const found = await ask(call, (one, other) =>
      abouts.every(
        (about, i) => isDeepStrictEqual(one[i], other[i]) || differences.has(about, [one[i], other[i]]),
      ),
    );
    let judged = 0;
    const items: (Item | null)[] = [];
    for (const [i, about] of abouts.entries()) {
      const said = found.map((answer) => answer?.[i]) as unknown as Said<Item | null>;
      const judge = (pair: readonly [Item | null, Item | null]) => {
        judged += 1;
        return judged > JUDGED_AT_ONCE ? null : right(i, pair);
      };
      const which = await differences.settle(
        about,
        said,
        (item) => (item ? inWords(item) : 'does not know it'),
        judge,
      );
      if (which === null && !isUndisputed)
        refuse('indexes_differ', `${differences.sentence(about)}; it cannot be traded until they agree`);
      items.push(which === null ? null : said[which]!);
    }
    return items;
  }

  /** An answer that no proof can decide on. */
  async function whole<Answer>(
    about: string,
    call: (index: Ordinals) => Promise<Answer>,
    inWords: (answer: Answer) => string,
  ): Promise<Answer> {
    const said = await ask(call);
    const which = await differences.settle(about, said, inWords, () => null);
    if (which === null)
      refuse('indexes_differ', `${differences.sentence(about)}; it is read again once they agree`);
    return said[which] as Answer;
  }

  const inscriptions: Ordinals['inscriptions'] = (ids, { undisputed = false } = {}) =>
    itemByItem<Inscription>(
      ids.map((id) => `inscription ${id}`),
      undisputed,
      (index) => index.inscriptions(ids),
      (inscription) => `has it on ${placeOf(inscription)}`,
      (i, said) => placedRight(ids[i]!, said),
    );

  /** The index that has it where a proof has it. */
  async function placedRight(id: string, said: readonly (Inscription | null)[]): Promise<Which | null> {
    const [one, other] = said;
    if (one && other && placeOf(one) === placeOf(other)) return null;
    const there = await Promise.all(
      said.map(async (each) => each !== null && isThere(id, { ...each.location, offset: each.offset })),
    );
    return only(WHICH.filter((which) => there[which]));
  }

  /** The index whose list has those of the inscriptions that are there, and nothing else is different. */
  async function listedRight(at: Outpoint, said: readonly (OrdinalsOutput | null)[]): Promise<Which | null> {
    const [one, other] = said;
    if (
      !one ||
      !other ||
      !isDeepStrictEqual({ ...one, inscriptionIds: [] }, { ...other, inscriptionIds: [] })
    )
      return null;
    const lists = [one.inscriptionIds, other.inscriptionIds] as const;
    const ids = [...new Set(lists.flat())].filter((id) => !lists.every((list) => list.includes(id)));
    if (ids.length > JUDGED_AT_ONCE) return null;
    const found = await inscriptions(ids, { undisputed: true });
    if (found.includes(null)) return null;
    const here = ids.filter((_, i) => sameOutpoint(found[i]!.location, at));
    return only(WHICH.filter((which) => ids.every((id) => lists[which].includes(id) === here.includes(id))));
  }

  return {
    pair: { indexes, differences: differences.all },
    async status() {
      const [one, other] = await Promise.all([
        hear(0, (index) => index.status()),
        hear(1, (index) => index.status()),
      ]);
      if ('refusal' in one) {
        if ('refusal' in other) throw one.refusal;
        return other.answer;
      }
      return 'refusal' in other || one.answer.height >= other.answer.height ? one.answer : other.answer;
    },
    async blockHash(height) {
      const [one, other] = await hearBoth((index) => index.blockHash(height));
      if ('refusal' in one) {
        if ('refusal' in other) throw one.refusal;
        return other.answer;
      }
      if ('refusal' in other || one.answer === other.answer) return one.answer;
      return (await chain.blockHash(height)) === other.answer ? other.answer : one.answer;
    },
    inscriptions,
    inscription: async (id) => (await inscriptions([id]))[0]!,
    outputs: (outpoints, { undisputed = false } = {}) =>
      itemByItem<OrdinalsOutput>(
        outpoints.map((outpoint) => `output ${outpointText(outpoint)}`),
        undisputed,
        (index) => index.outputs(outpoints),
        holdingOf,
        (i, said) => listedRight(outpoints[i]!, said),
      ),
    children: (parentId, page) =>
      whole(
        `page ${page} of the children of ${parentId}`,
        (index) => index.children(parentId, page),
        ({ ids }) => `has ${ids.length}`,
      ),
    gallery: (id) =>
      whole(
        `the gallery of ${id}`,
        (index) => index.gallery(id),
        (items) => (items ? `has ${items.length} items` : 'has none'),
      ),
  };
}

const only = ([which, ...more]: readonly Which[]): Which | null =>
  more.length === 0 ? (which ?? null) : null;

const placeOf = ({ location, offset }: Inscription): string => `${outpointText(location)}:${offset}`;

const holdingOf = ({ inscriptionIds, hasRunes }: OrdinalsOutput): string =>
  `has ${inscriptionIds.join(', ') || 'no inscription'}${hasRunes ? ' and runes' : ''} on it`;
