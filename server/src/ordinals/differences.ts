import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '@ordbook/protocol/refusals';
import type { IndexDifference } from './port.ts';

/** An index by its place in `ORD_URL`. */
export type Which = 0 | 1;

/** What each index says; undefined: it does not respond, or is not in sync. */
export type Said<Answer> = readonly [Answer | undefined, Answer | undefined];

/** The part of a log that is needed here. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Differences that are remembered, each logged once. Further ones are refused all the same. */
const REMEMBERED = 10_000;
/** How long what no proof decided is not asked of proofs again, ms. */
const UNDECIDED_MS = 60_000;

interface Remembered extends IndexDifference {
  /** Of both answers. */
  readonly digest: string;
  readonly right: Which | null;
  readonly judgedAt: number;
}

/** What two indexes say differently, as it was last read. */
export function createDifferences(log: Log) {
  const kept = new Map<string, Remembered>();

  const has = (about: string, said: readonly unknown[]): boolean =>
    kept.get(about)?.digest === digestOf(said);

  function remember(difference: Remembered): void {
    const isNew = !kept.has(difference.about);
    if (isNew && kept.size >= REMEMBERED) return;
    kept.set(difference.about, difference);
    if (!isNew) return;
    const { about, first, second, wrong } = difference;
    const mend = 'compare both with the node, and reindex the one that is wrong';
    log.error({ about, first, second, wrong }, `${inWords(difference)}; ${mend}`);
  }

  return {
    all: (): readonly IndexDifference[] =>
      [...kept.values()].map(({ about, first, second, wrong }) => ({ about, first, second, wrong })),

    /** Whether exactly this was read before. */
    has,

    /**
     * Whose answer counts; null: they differ, and nobody can tell. `judge` is asked once, and again after a
     * minute when it could not tell; null from it at once: it is not asked now. An index that responds alone
     * is not believed where the other has contradicted it.
     */
    async settle<Answer>(
      about: string,
      said: Said<Answer>,
      words: (answer: Answer) => string,
      judge: (said: readonly [Answer, Answer]) => Promise<Which | null> | null,
    ): Promise<Which | null> {
      const [one, other] = said;
      const before = kept.get(about);
      if (one === undefined || other === undefined) {
        const alone = one === undefined ? 1 : 0;
        return before && before.right !== alone ? null : alone;
      }
      if (one === other || isDeepStrictEqual(one, other)) {
        if (kept.delete(about)) log.info({ about }, `the two inscription indexes agree about ${about} again`);
        return 0;
      }
      const now = performance.now();
      if (before && has(about, said) && (before.right !== null || now - before.judgedAt < UNDECIDED_MS))
        return before.right;
      const judging = judge([one, other]);
      const right = judging && (await orUndecided(judging));
      remember({
        ...{ about, first: words(one), second: words(other) },
        wrong: right === null ? null : right === 0 ? 'second' : 'first',
        ...{ digest: digestOf(said), right, judgedAt: judging ? now : -Infinity },
      });
      return right;
    },

    /** What differs, in a sentence without its end. */
    sentence(about: string): string {
      const difference = kept.get(about);
      return difference ? inWords(difference) : `the two inscription indexes differ about ${about}`;
    },
  };
}

function inWords({ about, first, second, wrong }: IndexDifference): string {
  const verdict = wrong === null ? '' : `; a custody proof shows that the ${wrong} is wrong`;
  return `the two inscription indexes differ about ${about}: the first ${first}, the second ${second}${verdict}`;
}

const digestOf = (said: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64');

/** null also while node and proof cannot tell. */
async function orUndecided(judging: Promise<Which | null>): Promise<Which | null> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
