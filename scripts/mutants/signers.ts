import { guardsOf, type Mutant } from './mutant.ts';

const rules = (name: string) => [`server/test/signer/market/${name}-rules.test.ts`];

/** What the signers sign, how much of it, and for whom. */
export const SIGNERS: readonly Mutant[] = [
  ...guardsOf('server/src/signer/market/sale-rules.ts', rules('sale'), [
    [
      'nobody else has the operator keys',
      'return parties.find((key) => [market, anchor].includes(xOnlyKey(key))) ?? null;',
      'return parties[-1] ?? market[-1] ?? anchor[-1] ?? null;',
    ],
    [
      'no seller buys from himself',
      'selfDealer(terms.listings, terms.payer, terms.buyerOrdinalsAddress, settings.network)',
      'null',
    ],
    ['payouts go to the addresses of the settings', '!known.includes(script)', "script === ''"],
    [
      'the market key signs passthroughs of the request',
      'if (input.signs.market && !passthroughs.has(input.lock.script)) return true;',
      '',
    ],
    ['fees are bounded', 'fee <= settings.maxFeeRate * vbytes', 'settings.maxFeeRate * vbytes > 0'],
    ['a transfer pays the fee of the settings', 'return wrong ? `', "return wrong?.name === '' ? `"],
    ['output 0 returns the operator coins in full', ' && first.valueSats === spent', ''],
  ]),
  ...guardsOf('server/src/signer/market/return-rules.ts', rules('return'), [
    [
      'a return spends the anchor changes of its transfers',
      'return seen.join() === named.join() ?',
      'return seen.length >= 0 ?',
    ],
    ['a return pays no more than the rate of its transfers', ' && networkFee(table) <= most', ''],
  ]),
  ...guardsOf('server/src/signer/market/counter-rules.ts', rules('counter'), [
    ['a counter spends one anchor', 'return seen === anchor ?', 'return seen !== null ?'],
  ]),
  ...guardsOf(
    'server/src/signer/market/admission-fan-out-rules.ts',
    ['server/test/signer/market/admission-fan-out-rules.test.ts'],
    [['a tier has no more coins than its setting', '.length > tier.coins', '.length < 0']],
  ),
  ...guardsOf(
    'server/src/signer/limits/limits.ts',
    ['server/test/signer/limits/limits.test.ts'],
    [
      ['what is asked for counts', 'if (used + asked <= most)', 'if (used <= most)'],
      [
        'a lost journal counts as half of a limit',
        'return lostAt === null || limit.isOwn ? uses',
        'return lostAt === null || limit ? uses',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/signer/transport/certificate-role.ts',
    ['server/test/signer/transport/certificate-role.test.ts'],
    [
      [
        'a certificate names one role',
        'seen.length === 1 && seen[0] === expected',
        'seen.includes(expected)',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/signer/signing/fill-rules.ts',
    ['server/test/signer/signing/fill-rules.test.ts'],
    [
      ['the keys are those of the operator', 'key !== [keys.market', "key === '' && key !== [keys.market"],
      ['nothing is signed after the expiry', 'now.getTime() < expiresAt * 1000', 'expiresAt > 0'],
      ['the fee is at least that of the settings', 'paid >= least || least < dust', 'paid >= 0'],
      ['the network fee is a part of the price', 'fee <= mostFillFee(terms.offer.priceSats)', 'fee >= 0'],
      ['the block of the set is deep enough', 'height <= tip - depth + 1', 'height <= tip - depth + 99'],
      [
        'the gate signs after the other two',
        "signatureFault(table, 1, 'market', market) ?? signatureFault(table, 1, 'policy', policy)",
        "signatureFault(table, 1, 'market', market)",
      ],
      ['a line beyond those of the tier is refused', ' && line.line <= tier.coins', ''],
    ],
  ),
  ...guardsOf(
    'server/src/signer/policy/goods.ts',
    ['server/test/signer/policy/goods.test.ts'],
    [
      ['a block is of the chain of the signer', 'if (own !== hash)', "if (own === '')"],
      ['the sat is that of the terms', 'goods.place.offset !== inscription.offset', 'goods.place.offset < 0'],
      [
        'the source is on the list',
        '!described.sources.includes(source.inscriptionId)',
        "source.proof === ''",
      ],
      ['a member is not younger than the criteria', 'membership.since <= height', 'height > 0'],
      ['the traits are those of the target', 'meets(target, membership.traits)', 'target'],
      [
        'the index agrees',
        'if (!sameOutpoint(location, place) || offset !== place.offset)',
        'if (location === null)',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/signer/gate/admission-lines.ts',
    ['server/test/signer/gate/admission-lines.test.ts'],
    [
      ['a line is taken once', 'if (taken.has(nameOf(line))) return false;', ''],
      ['a line begins again only if all earlier coins are excluded', 'before.every(', 'before.some('],
      ['a fan-out gets lines for all coins', 'begun.length < made.length ? null : ', ''],
    ],
  ),
  ...guardsOf(
    'server/src/signer/gate/gate-signer.ts',
    ['server/test/signer/gate/gate-signer.test.ts'],
    [
      ['only the operator makes admission coins', 'checkRules([SIGNED_BY_OPERATOR], { table, hex });', ''],
      [
        'a new journal waits',
        'if (lostAt !== null && now.getTime() < signsFrom(lostAt, tier))',
        'if (lostAt !== null && now.getTime() < 0)',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/fill/settle.ts',
    ['server/test/trading/fill/settle.test.ts'],
    [
      [
        'an unsent fill is not sent after the expiry',
        'if (hasExpired(ctx, await offerOf(ctx.db, attempt))) await failFill(ctx, attempt, EXPIRED);\n  else if (missing)',
        'if (missing)',
      ],
      [
        'a fill without an answer is not sent again after the expiry',
        'if (hasExpired(ctx, await offerOf(ctx.db, attempt))) return displaceFill(ctx, attempt, EXPIRED_UNSENT);',
        '',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/trading/fill/end.ts',
    ['server/test/trading/fill/settle.test.ts'],
    [
      [
        'a cancel is refused once the fill is public',
        "if (isPublic(attempt) || attempt.state === 'accepted')",
        "if (attempt.state === 'accepted')",
      ],
      [
        'a fill that ends has no pending sale',
        'await failFillSale(db, attempt.settlementTxid, attempt.inscriptionId);',
        '',
      ],
    ],
  ),
];
