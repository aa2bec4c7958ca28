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
    'server/src/api/edge/hot-pages.ts',
    ['server/test/api/edge/hot-pages.test.ts'],
    [['small pages pin no slab', 'Buffer.allocUnsafeSlow(', 'Buffer.allocUnsafe(']],
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
    'server/src/store/page/page-versions.ts',
    ['server/test/store/database/pglite.test.ts'],
    [['an address of two wallets counts once', 'union select', 'union all select']],
  ),
  ...guardsOf(
    'server/src/store/catalogue/collection-items.ts',
    ['server/test/store/database/pglite.test.ts'],
    [
      [
        'kept counts are of the version of the page',
        'uncounted !== null && uncounted.traitsVersion === known?.version',
        'uncounted !== null',
      ],
      ['an amount has all its digits', 'lastSaleSats && safeInteger(lastSaleSats)', 'lastSaleSats'],
    ],
  ),
  ...guardsOf(
    'server/src/base/lru-cache.ts',
    ['server/test/base/lru-cache.test.ts', 'server/test/store/catalogue/trait-counts.test.ts'],
    [['memory is bounded', 'if (bytes <= maxBytes) return;', 'return;']],
  ),
  ...guardsOf(
    'server/src/cli/admin.ts',
    ['server/test/cli/admin.test.ts'],
    [['a member does not control the terminal', '.replace(MOVES_A_CURSOR, escaped)', '']],
  ),
];
