import { guardsOf, type Mutant } from './mutant.ts';

/** Guards of pages and their caches. */
export const PAGES: readonly Mutant[] = [
  ...guardsOf(
    'server/src/api/market/shape.ts',
    ['server/test/api/market/routes.test.ts'],
    [
      ['names are short', 'if (characters.length <= LONGEST_NAME)', 'if (characters.length > 0)'],
      ['names turn nothing', String.raw`\p{Bidi_Control}`, ''],
      ['traits are few', 'shape.traits.slice(0, MOST_TRAITS_OF_ITEM)', 'shape.traits'],
    ],
  ),
  ...guardsOf(
    'server/src/api/edge/kept-pages.ts',
    ['server/test/api/edge/kept-pages.test.ts'],
    [
      ['a page shows what this process committed', 'known.changes === shownChanges() && ', ''],
      ['a page is a second old at most', 'now - known.at < KEPT_MS', 'true'],
      ['nothing on a page has expired', 'now < page.expiresAt ? page', 'true ? page'],
      ['memory is bounded', 'if (bytesKept > MOST_BYTES) forgetAll();', ''],
    ],
  ),
  ...guardsOf(
    'server/src/store/database/shown-changes.ts',
    ['server/test/store/database/shown-changes.test.ts'],
    [
      [
        'a change is noted when others see it',
        'if (inTransaction || !isTouched) return;',
        'if (!isTouched) return;',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/store/database/fence.ts',
    ['server/test/store/database/fence.test.ts'],
    [
      ['a select of the follower cannot write', 'await this.#parts.readOnly', 'await this.#parts.db'],
      ['the follower writes only in its own term', 'if (rows.length === 0) throw notLeading();', ''],
    ],
  ),
  ...guardsOf(
    'server/src/cli/admin.ts',
    ['server/test/cli/admin.test.ts'],
    [['a member does not control the terminal', '.replace(MOVES_A_CURSOR, escaped)', '']],
  ),
];
