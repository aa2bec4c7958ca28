import { guardsOf, type Mutant } from './mutant.ts';

const operation = (name: string) => [`server/test/trading/operation/${name}.test.ts`];
const adminTests = ['server/test/api/admin/server.test.ts'];

/** Acts of the operator, the admin API, the business in numbers, and events. */
export const OPERATION: readonly Mutant[] = [
  ...guardsOf('server/src/trading/operation/open-for-trade.ts', operation('pause'), [
    ['what is paused or banned is refused', 'if (stop) refuseStopped(stop);', ''],
  ]),
  ...guardsOf(
    'server/src/trading/operation/act.ts',
    ['server/test/api/admin/dry-run.test.ts'],
    [
      ['a dry run is rolled back', '(isDryRun ? rehearsed : inTransaction)', 'inTransaction'],
      ['a dry run ends nothing', 'if (!by.isDryRun) return { result', 'if (by.actor) return { result'],
    ],
  ),
  ...guardsOf(
    'server/src/cli/acting.ts',
    ['server/test/cli/acting.test.ts'],
    [
      ['without a terminal an act is a dry run', 'if (!yes && !asked) {', 'if (yes === null) {'],
      ['nobody acts without a reason', 'if (!reason?.trim())', 'if (reason === null)'],
    ],
  ),
  ...guardsOf('server/src/trading/operation/pause.ts', operation('pause'), [
    ['only known flows are paused', '!(PAUSABLE_FLOWS as readonly string[]).includes(name)', 'name === null'],
    ['only known collections are paused', 'if (!(await collectionBySlug(db, name)))', 'if (name === null)'],
  ]),
  ...guardsOf('server/src/store/migrations/0001-baseline/12-operation.sql', operation('acts'), [
    ['a ban of an address counts', 'and b.subject in (w.ordinals_address, w.payment_address)', 'and false'],
  ]),
  ...guardsOf('server/src/trading/operation/ban.ts', operation('acts'), [
    [
      'a ban ends what is open',
      'actAndEnd(ctx, by, work, endTradesOfBanned)',
      'actAndEnd(ctx, by, work, async () => ({ listings: 0, offers: 0, collectionOffers: 0 }))',
    ],
    ['only known profiles are banned', '!(await profileById(db, subject))', 'subject === null'],
  ]),
  ...guardsOf('server/src/trading/operation/fees.ts', operation('acts'), [
    ['a sale leaves its seller something', 'if (seller >= 10_000)', 'if (seller < 0)'],
    ['no fee of a fill below what signers sign', '|| fillBps >= leastFeeBps', '|| fillBps >= 0'],
    ['no fee of a sale below what the market signs', 'if (saleBps < leastFeeBps)', 'if (saleBps < 0)'],
  ]),
  ...guardsOf(
    'server/src/trading/operation/add-collections.ts',
    ['server/test/trading/operation/add-collections.test.ts'],
    [
      ['sources are in the index', 'if (!found[i])', 'if (found[i] === undefined)'],
      ['a collection keeps its kind', 'known && known.kind !== kind', 'known && kind === null'],
      ['fees leave something', 'if (one.fees) requireFees(', 'if (one.fees && !one.fees) requireFees('],
    ],
  ),
  ...guardsOf('server/src/trading/operation/profiles.ts', adminTests, [
    ['pictures are on the web', 'url !== null && !isWebUrl(url)', 'url !== null && url === null'],
  ]),
  ...guardsOf('server/src/api/admin/actor.ts', adminTests, [
    [
      'unknown tokens are refused',
      "if (!matching[0]) refuse('token_invalid'",
      "if (!sent) refuse('token_invalid'",
    ],
    ['a token is needed', 'if (sent === undefined)', "if (sent === 'none')"],
  ]),
  ...guardsOf('api/src/admin/acts.ts', adminTests, [
    [
      'unknown fields are refused',
      'exact = { additionalProperties: false }',
      'exact = { additionalProperties: true }',
    ],
  ]),
  ...guardsOf(
    'server/src/composition/check/stored-terms.ts',
    ['server/test/composition/check/stored-terms.test.ts'],
    [
      ['payees are listed with the signer', '!allowed.includes(address)', 'address === null'],
      ['stored fees are not below the least', 'one.bps < leastFeeBps', 'one.bps < 0'],
    ],
  ),
  ...guardsOf(
    'server/src/composition/check/signers.ts',
    ['server/test/composition/check/check.test.ts'],
    [
      [
        'a signer of another role is named',
        'other.role === role) throw error',
        "other.role !== 'none') throw error",
      ],
      ['an unread key set is not compared', 'keySet === undefined ? null', 'keySet === null ? null'],
    ],
  ),
  ...guardsOf(
    'server/src/composition/check/mends.ts',
    ['server/test/composition/check/mends.test.ts'],
    [['the environment wins over files', 'if (environment.has(name)) return null;', '']],
  ),
  ...guardsOf(
    'server/src/composition/settings.ts',
    ['server/test/composition/settings.test.ts'],
    [['only the given environment is read', 'dotenv: false, env: false', 'dotenv: false']],
  ),
  ...guardsOf(
    'server/src/api/event/filters.ts',
    ['server/test/api/event/routes.test.ts'],
    [
      [
        'events of a trade are for its parties',
        '!event.profileIds.includes(profileId)',
        'profileId.length === 0',
      ],
      [
        'events of members need a session',
        "if (event.audience === 'members' && profileId === null) return false;",
        '',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/webhook/https-sender.ts',
    ['server/test/webhook/https-sender.test.ts'],
    [
      ['names of private addresses are refused', '!allowPrivate && !isPublicAddress(address));', 'false);'],
      ['webhooks use TLS', "protocol !== 'https:' && ", "protocol === '' && "],
    ],
  ),
  ...guardsOf(
    'server/src/trading/event/deliver-webhooks.ts',
    ['server/test/trading/event/deliver-webhooks.test.ts'],
    [
      [
        'a post that hangs holds its own place only',
        'due.length === 0 && endpoint.hasLanded',
        'due.length + posts.size === 0',
      ],
      ['posts to one endpoint are bounded', 'Math.min(AT_ONCE, share)', 'share'],
      ['posts to all endpoints are bounded', 'Math.min(AT_ONCE, share)', 'AT_ONCE'],
    ],
  ),
  ...guardsOf(
    'server/src/api/catalogue/content-routes.ts',
    ['server/test/api/catalogue/content-routes.test.ts'],
    [
      ['documents have no origin', "'sandbox allow-scripts'", "'sandbox allow-scripts allow-same-origin'"],
      ['documents are no scripts of pages', "=== 'same-origin' && PARTS", "=== 'none' && PARTS"],
    ],
  ),
  ...guardsOf(
    'client/src/source/request.ts',
    ['client/test/listing/is-revoked.test.ts'],
    [['an answer with an error proves nothing', 'if (response.status !== 200)', 'if (response.status < 0)']],
  ),
  ...guardsOf(
    'server/src/api/account/auth-routes.ts',
    ['server/test/attacks/sign-in-lockout.test.ts'],
    [['nobody uses up the limit of an address for others', "ipKey(ip ?? 'socket')", "(ip && '')"]],
  ),
  ...guardsOf(
    'server/src/trading/offer/room.ts',
    ['server/test/attacks/emptied-book.test.ts'],
    [['a profile has few offers on an inscription', 'if (own !== null)', "if (own === '')"]],
  ),
  ...guardsOf(
    'server/src/trading/purchase/settle.ts',
    ['server/test/trading/restored.in-flight.test.ts', 'server/test/trading/purchase/evicted.test.ts'],
    [
      ['what a restore ended is not in the book again', 'if (ended.has(listingId))', 'if (!listingId)'],
      ['nothing below the mempool minimum is sent', 'if (!isBelow(purchase, mempool))', 'if (purchase)'],
      [
        'a poll does not ask about each that waits',
        "purchase.state === 'stalled' || waits ?",
        'purchase.id === WAITS ?',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/fill/end.ts',
    ['server/test/trading/restored.in-flight.test.ts'],
    [
      [
        'an offer that a restore ended is not filled again',
        'if (offer.closeReason !== null)',
        "if (offer.closeReason === '')",
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/restored.ts',
    ['server/test/trading/listing/daily-cost.test.ts'],
    [['nobody pays for what a restore ends', 'await chargeNobody(ctx.db, null);', '']],
  ),
  ...guardsOf(
    'server/src/store/event/number-events.ts',
    ['server/test/store/database/pglite.test.ts'],
    [['a move becomes one event, however many replicas number', 'where last_seq =', 'where 0 <=']],
  ),
  ...guardsOf(
    'server/src/store/database/moves.ts',
    ['server/test/store/database/pglite.test.ts'],
    [['a patch alone is no move', 'sql`state_from is distinct from state_to`', 'sql`true`']],
  ),
  ...guardsOf(
    'server/src/trading/event/feed.ts',
    ['server/test/trading/event/feed.test.ts'],
    [['past events are read for one at a time', 'lastRead.then(async', 'Promise.resolve().then(async']],
  ),
  ...guardsOf(
    'server/src/store/event/webhooks.ts',
    ['server/test/trading/event/deliver-webhooks.test.ts'],
    [
      ['no clock that was ahead stops an endpoint', 'or due_at > ', 'or due_at is null and due_at > '],
      ['what is in the air is not sent again', 'seq <> all(', 'seq <> any('],
    ],
  ),
];
