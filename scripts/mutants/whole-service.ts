import { guardsOf, type Mutant } from './mutant.ts';

const scanTests = ['server/test/chain/scan.test.ts'];
const edge = (name: string) => [`server/test/api/edge/${name}.test.ts`];
const linkTests = ['server/test/api/account/linking.test.ts'];
const roomTests = ['server/test/trading/offer/room.test.ts'];
const psbtTests = ['server/test/trading/offer/psbt-offer.test.ts'];
const floodTests = ['server/test/attacks/flood.test.ts'];
const storeTests = ['server/test/store/database/pglite.test.ts'];

/** Scans of the UTXO set, the HTTP edge, and the flows. */
export const SERVICE: readonly Mutant[] = [
  ...guardsOf('server/src/chain/scan.ts', scanTests, [
    ['a bounded number of addresses waits', 'if (wanted.size >= MAX_WAITING)', 'if (wanted.size < 0)'],
    ['one scan runs at a time', 'if (isRunning) return;', ''],
    ['an address is scanned once', 'if (shared) return shared;', ''],
    ['an asker has one address in the queue', 'asker === undefined || wanted.has(address)', 'asker !== null'],
    [
      'the time-out counts from the request',
      'return within(entry.found, untilMs, late(entry));',
      'return within(entry.found, Date.now() + timeoutMs, late(entry));',
    ],
    ['results of another block are not kept', 'if (bestblock === tipHash)', 'if (bestblock)'],
    [
      'a new block discards the results',
      'if (hash !== tipHash || kept.size >= KEPT_RESULTS)',
      'if (!tipHash)',
    ],
  ]),
  ...guardsOf('server/src/api/edge/bearer.ts', linkTests, [
    [
      'linking: pages of other origins are refused',
      '!origins.has(origin.toLowerCase())',
      'origin.length < 0',
    ],
  ]),
  ...guardsOf('server/src/trading/account/sign-in.ts', linkTests, [
    [
      'linking: verified by the profile that began it',
      '(await linker()).profileId !== request.profileId',
      '(await linker()).profileId === null',
    ],
    [
      'linking: no address of another profile',
      'bindings.some((binding) => binding.profileId !== profileId)',
      'bindings.length < 0',
    ],
    [
      'linking: the message names the profile',
      'network, role, address, profileId },',
      'network, role, address, profileId: null },',
    ],
  ]),
  ...guardsOf(
    'server/src/trading/collection-offer/drafts.ts',
    ['server/test/trading/collection-offer/make.test.ts'],
    [
      [
        'as many collection offers as the preflight had',
        'draft.offerCount !== body.offers.length',
        'draft.offerCount < 0',
      ],
    ],
  ),
  ...guardsOf('server/src/trading/offer/room.ts', roomTests, [
    ['a profile has so many open offers', 'if (open + count > profileMaxOffers)', 'if (open < 0)'],
    ['a coin pays so many open offers', 'if (paid + count > MOST_PAID_BY_COIN)', 'if (paid < 0)'],
    ['a full inscription has no place for as low an offer', 'if (full)', "if (full?.id === '')"],
    ['a higher offer takes the place of the lowest', '(ctx.db, lowest, ', '(ctx.db, [], '],
  ]),
  ...guardsOf('server/src/trading/offer/room.ts', psbtTests, [
    ['a low PSBT offer has no place', 'if (better)', "if (better?.id === '')"],
    ['a higher PSBT offer takes the place of the lowest', '(db, lowest, ', '(db, [], '],
  ]),
  ...guardsOf('server/src/trading/offer/psbt-offer.ts', psbtTests, [
    [
      'the coins are what the PSBT says',
      'if (seen.valueSats !== coin.valueSats ||',
      'if (seen.valueSats < 0 &&',
    ],
    ['an offer is for one inscription', 'if (!inscriptionId || more.length > 0)', 'if (!inscriptionId)'],
    [
      'collections with royalties take none',
      '(await royaltyOf(ctx, await tradableCollection(ctx, slug))) > 0',
      'slug === null',
    ],
    [
      'nothing is stored while offers are paused',
      'requireNotStopped((await stopsOf(db, attempt, true))[0]);',
      '',
    ],
    ['banned buyers make none', 'await requireWelcome(db, [terms.buyerOrdinalsAddress]);', ''],
    [
      'what the owner declined does not come back',
      'if (await isDeclined(db, firstTxid))',
      'if (id === firstTxid)',
    ],
  ]),
  ...guardsOf('server/src/trading/offer/read-psbt-offer.ts', psbtTests, [
    [
      'an offer has the form of a settlement',
      'if (!sameBytes(serialized(table, false), unsigned.bytes))',
      'if (!table)',
    ],
    ['an offer pays what nodes relay', 'if (feeSats < size * ACCEPT_FEE_RATES.minimum)', 'if (feeSats < 0)'],
    ['no coin is spent twice', 'if (twice)', "if (twice === '')"],
    ['the coin does not return to its owner', '|| bought.script === utxo.script)', ')'],
    ['every field is known', 'if (unknown)', 'if (unknown === null)'],
  ]),
  ...guardsOf('server/src/trading/offer/lost-coins.ts', floodTests, [
    ['few offers are invalidated at once', 'const AT_ONCE = 100;', 'const AT_ONCE = 100_000;'],
  ]),
  ...guardsOf('server/src/trading/settlement/package.ts', floodTests, [
    ['a trade waits for few offers of others', ', atMost: ENDED_WITH_A_TRADE', ''],
  ]),
  ...guardsOf('server/src/api/edge/json-body.ts', edge('json-body'), [
    ['bodies are not deep', 'if (depth > MAX_DEPTH)', 'if (depth < 0)'],
    ['bodies have a bounded number of values', 'if (values > MAX_VALUES)', 'if (values < 0)'],
  ]),
  ...guardsOf(
    'server/src/api/edge/validation.ts',
    [...edge('validation'), 'server/test/api/edge/body-bounds.test.ts'],
    [
      [
        'a list that is too long is judged by its length',
        'if (excess) return { error',
        'if (excess && part === excess.keyword) return { error',
      ],
      ['bodies are not coerced', "part === 'query' || part === 'path' ?", 'part ?'],
    ],
  ),
  ...guardsOf(
    'server/src/api/edge/post-route.ts',
    ['server/test/api/collection-offer/routes.test.ts'],
    [
      [
        'the path wins over the body',
        '{ ...sent, ...(request.params as Static<Params>) }',
        '{ ...(request.params as Static<Params>), ...sent }',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/api/edge/bearer.ts',
    [
      'server/test/api/server.test.ts',
      'server/test/attacks/sign-in.test.ts',
      'server/test/api/account/auth-routes.test.ts',
    ],
    [
      ['a token expires', ' && token.exp * 1000 > clock.now().getTime()', ''],
      ['a token is of this domain and network', 'allowedIss: name, allowedAud: name, ', ''],
    ],
  ),
  ...guardsOf(
    'server/src/api/account/auth-routes.ts',
    ['server/test/api/server.test.ts'],
    [
      [
        'both addresses of a challenge are limited',
        'callersOf(request, [ordinalsAddress, paymentAddress])',
        'callersOf(request, [ordinalsAddress])',
      ],
      [
        'an address in capitals is the same address',
        'address === address.toUpperCase() ?',
        'address === null ?',
      ],
      ['verifications are limited', "await limits.countCaller('verify', caller, reply);", ''],
    ],
  ),
  ...guardsOf(
    'api/src/fields/scalars.ts',
    [
      'server/test/api/edge/validation.test.ts',
      'server/test/api/edge/body-bounds.test.ts',
      'server/test/api/server.test.ts',
    ],
    [
      ['no price above all sats there are', 'minimum: 1, maximum: MAX_SATS', 'minimum: 1'],
      ['PSBTs are bounded before they are read', 'maxLength: MAX_PSBT_LENGTH,', ''],
    ],
  ),
  ...guardsOf(
    'server/src/trading/account/sign-in.ts',
    ['server/test/api/account/auth-routes.test.ts', 'server/test/attacks/sign-in.test.ts'],
    [
      ['a challenge expires', 'if (request.expiresAt <= now)', 'if (request.expiresAt < request.createdAt)'],
      [
        'a payment address belongs to one profile',
        'if (payers.some((binding)',
        'if (payers.length < 0 && payers.some((binding)',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/store/account/auth-requests.ts',
    [...storeTests, 'server/test/attacks/sign-in.test.ts'],
    [['a challenge is used once', ".where('usedAt', 'is', null)", '']],
  ),
  ...guardsOf(
    'server/src/store/operator-coins/reservations.ts',
    [...storeTests, 'server/test/trading/operator-coins/anchors.test.ts'],
    [
      [
        'a reservation of others is not assigned',
        'c.state = r.state and c.reservation is not distinct from r.reservation',
        'c.state = c.state',
      ],
      ['no profile loses more than the fair share', 'and held - age >=', 'and held - age + 1 >='],
      ['a profile reserves a bounded number', 'where newness > ', 'where newness > 1000 + '],
    ],
  ),
  ...guardsOf(
    'server/src/trading/operator-coins/anchors.ts',
    ['server/test/trading/purchase/buy.reservation.test.ts', 'server/test/trading/listing/list.test.ts'],
    [
      [
        'an expired reservation promises nothing',
        'reservation.purpose === purpose && !isExpired',
        'reservation.purpose === purpose',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/operator-coins/anchors.ts',
    ['server/test/trading/operator-coins/anchors.test.ts'],
    [
      ['anchors that a sent split makes are not made twice', 'const ready = coming +', 'const ready ='],
      ['a coin too small for an anchor is left alone', 'if (count === 0 && !revokes) return;', ''],
      [
        'a split that no node takes makes no anchors for now',
        'if (accepted) {',
        'coming += anchorsIn(ctx, hex);\n    if (accepted) {',
      ],
      ['what is retired between two blocks shares a split', ': isWaiting ? Number.POSITIVE_INFINITY', ''],
    ],
  ),
  ...guardsOf('server/src/base/trade-scope.ts', edge('trade-id'), [
    [
      'trades of a work that was rolled back have no id',
      'const inner = new Set(outer);',
      'const inner = outer;',
    ],
  ]),
  ...guardsOf(
    'server/src/trading/settlement/repeatable-submit.ts',
    ['server/test/store/trade/ended.test.ts'],
    [['a repeat of what has ended is refused', 'if (ended)', 'if (false)']],
  ),
  ...guardsOf(
    'server/src/trading/settlement/repeatable-submit.ts',
    ['server/test/trading/settlement/repeatable-submit.test.ts'],
    [
      ['a replay gets what was made first', 'if (seen.answered) return repeated(seen.answered);', ''],
      ['a race gets what the other made', 'if (!answered) throw error;', 'throw error;'],
      ['profiles have their own answers', 'keyOf(profileId, flow, body)', 'keyOf(flow, body)'],
      ['a submit that hangs does not undo a refusal', 'meanwhile !== before', 'false'],
      ['a refusal counts for what was signed', 'withoutSignatures(body));', 'body);'],
      ['a 503 refuses nothing', 'error.status !== 503', 'true'],
      ['a submit that was refused is not made for nobody', 'before > 0 && caller.isGone?.()', 'false'],
      ['a submit is over after an hour', 'getTime() - began > MAX_SUBMIT_MS', 'getTime() < 0'],
    ],
  ),
  ...guardsOf(
    'server/src/trading/settlement/spent-coins.ts',
    ['server/test/follower/evidence.test.ts'],
    [
      [
        'what the mempool spends is not missing',
        'unspents[i] === null && spenders[i] === null',
        'spenders[i] !== null',
      ],
      ['the own package is no conflict', '|| !own.includes(spend.spentBy)', '|| true'],
      [
        'a spend must be deep',
        'tip.height - height >= ctx.settings.failureDepth',
        'tip.height - height >= 0',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/follower/apply-blocks.ts',
    ['server/test/follower/evidence.test.ts'],
    [['spends of blocks are recorded', 'await recordSpends(db, [...spends, ...hops.map(spendOf)]);', '']],
  ),
  ...guardsOf(
    'server/src/follower/apply-blocks.ts',
    ['server/test/follower/apply-blocks.test.ts'],
    [
      [
        "the operator's coins are stored with their blocks",
        'await registerOperatorCoins({ ...ctx, db }, coins.paid);',
        '',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/operator-coins/held-coins.ts',
    ['server/test/follower/follow.test.ts'],
    [['coins are kept only as of one block', 'if (now.hash !== tip.hash)', 'if (now.height < 0)']],
  ),
  ...guardsOf(
    'server/src/trading/operator-coins/pools.ts',
    ['server/test/trading/operator-coins/pools.test.ts'],
    [['adopted coins are of the applied block', 'if (!isStored)', 'if (coins.length < 0)']],
  ),
  ...guardsOf(
    'server/src/follower/rollback.ts',
    ['server/test/follower/evidence.test.ts'],
    [['spends of undone blocks are forgotten', 'await forgetSpendsAbove(db, height);', '']],
  ),
  ...guardsOf(
    'server/src/follower/rollback.ts',
    ['server/test/follower/unmade-coins.test.ts'],
    [['what had made the coins of trades is stored', 'await storeUndone(db, undone);', '']],
  ),
  ...guardsOf(
    'server/src/trading/restored.ts',
    ['server/test/trading/restored.test.ts'],
    [['a promotion ends what is open', 'if (!areSynchronous) return', 'if (false) return']],
  ),
  ...guardsOf(
    'server/src/follower/follow.ts',
    ['server/test/follower/evidence.test.ts'],
    [['a node that is behind undoes nothing', 'await requireCaughtUp(ctx, ours, tip);', '']],
  ),
  ...guardsOf(
    'server/src/chain/bitcoind.ts',
    ['server/test/chain/bitcoind.test.ts'],
    [
      [
        'an index that is behind proves nothing',
        'reply.code === RPC_CODE.invalidAddressOrKey && SEARCHED_EVERYWHERE.test(reply.message)',
        'reply.code === RPC_CODE.invalidAddressOrKey',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/purchase/buyable-listings.ts',
    ['server/test/trading/purchase/buy.test.ts'],
    [
      ['an expired listing is not sold', 'listing.expiresAt <= now', 'listing.expiresAt < listing.listedAt'],
      [
        'nobody buys their own listing',
        'if (listing.sellerProfileId === caller.profileId)',
        "if (caller.profileId === '')",
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/fill/plan.ts',
    ['server/test/trading/signers-rules.test.ts'],
    [['no fee is quoted that no signer signs', 'if (fee > most)', 'if (fee > offer.priceSats)']],
  ),
  ...guardsOf(
    'server/src/trading/settlement/not-the-seller.ts',
    ['server/test/trading/signers-rules.test.ts'],
    [
      [
        'nobody pays with the key of the seller',
        'settings.network) !== null',
        'settings.network) === payer.type',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/ordinals/answers.ts',
    ['server/test/ordinals/hostile-texts.test.ts'],
    [
      ['traits can be counted', '!isText || !isCountable(trait)', '!isText'],
      ['traits fit the index', 'Buffer.byteLength(type + value) <= MOST_TRAIT_BYTES', 'isShort'],
      ['texts can be stored', String.raw`text.replaceAll('\0', '')`, 'text'],
    ],
  ),
];
