import { guardsOf, type Mutant } from './mutant.ts';

const attack = 'server/test/attacks/forged-sales.test.ts';
const formTests = ['server/test/follower/sale-forms/forms.test.ts'];
const marketTests = ['server/test/follower/market-signature.test.ts'];

/** What a block must prove before a sale is shown. */
export const SALES: readonly Mutant[] = [
  ...guardsOf(
    'server/src/follower/seller-signature.ts',
    ['server/test/follower/seller-signature.test.ts'],
    [
      [
        "the seller's signature verifies",
        'return (isSchnorr ? verifyBip340 : verifyEcdsa)(hash, hexToBytes(key), bytes);',
        'return bytes.length > 0 || verifyBip340(hash, hexToBytes(key), bytes) || verifyEcdsa(hash, hexToBytes(key), bytes);',
      ],
      ['few signatures are verified', 'tries.slice(0, MOST_VERIFIED)', 'tries.slice(0, 10 * MOST_VERIFIED)'],
    ],
  ),
  ...guardsOf('server/src/follower/market-signature.ts', marketTests, [
    ['the leaf is the one of the output', 'if (lock.script !== script) return false;', ''],
    ["the market's signature verifies", '=== null;', '!== undefined;'],
    ['no transaction of the market has a lock time', 'lockTime !== 0 ||', 'lockTime < 0 ||'],
  ]),
  ...guardsOf('server/src/follower/sale-forms/paired.ts', formTests, [
    ['others pay the price', 'money.spentByOthers(own) < receivedSats', 'money.spentByOthers(own) < 0'],
    ['the receiver is not the one who is paid', '[coin.script, payment.script, ...', '[coin.script, ...'],
    ['a coin passed on is no payment', 'money.isPassedOn(inputIndex) ||', ''],
  ]),
  ...guardsOf('server/src/follower/sale-forms/collection-offer.ts', formTests, [
    ['an offer pays no more than it holds', '&& offer.priceSats <= valueSats', ''],
    [
      'the push of the terms ends before the lock',
      'isPushed ? readTerms(dropped[2]!) : null',
      'dropped && readTerms(dropped[2]!)',
    ],
    [
      'the buyer did not take the offer back',
      "given.at(-2) === '' && given.at(-3) !== ''",
      'given.length > 0',
    ],
    ['somebody else gets the price', 'return 2 * most > priceSats;', 'return most >= 0;'],
    ['the receiver is the one of the leaf', 'receiverScript === receiver);', "receiverScript !== '');"],
  ]),
  ...guardsOf('server/src/follower/sale-forms/settlement.ts', formTests, [
    ['the holder pays nothing', 'if (money.coinsOf(coin.script) !== 1) return null;', ''],
    ['the coin moves whole', '|| !money.movesWhole(landing)', ''],
    ['two parties have money back', 'money.someoneElseHasChange(sellers) ||', 'sellers.size > 0 ||'],
    ['an offer is round', 'price % OFFERED_SATS === 0 &&', ''],
    [
      "the market's share is of this sum",
      'isRound && price - receivedSats === (price * strictly.sellerBps) / 10_000',
      'isRound',
    ],
  ]),
  ...guardsOf('server/src/follower/sale-forms/signed-pair.ts', formTests, [
    ['a co-signed coin has its own form', '|| twoOfTwo(coin) || multisigKeys(coin)', ''],
  ]),
  ...guardsOf(
    'server/src/follower/external-sales.ts',
    ['server/test/follower/external-sales.test.ts'],
    [
      [
        'signatures verify',
        "tier === 'inferred' || isSignedForSale(transaction, inputIndex)",
        "tier !== 'stated'",
      ],
      ['the market of an offer has signed', 'transaction.lockTime !== 0 ||', 'transaction.lockTime >= 0 ||'],
      [
        'a fill of this market is no sale elsewhere',
        'sale.offer?.marketKey === here.marketKey',
        'sale.inputIndex < 0',
      ],
      ['sales have the wanted evidence', '|| TIERS.indexOf(tier) > TIERS.indexOf(least)', ''],
    ],
  ),
  ...guardsOf(
    'server/src/follower/read-back-sales.ts',
    [attack],
    [
      [
        'sales are read back after a restore only',
        'restored !== null && now.getTime() <= restored.getTime() + IN_FLIGHT_MS',
        'restored === null || now.getTime() > 0',
      ],
      [
        'the market has signed a fill',
        'if (isOwnFill(transaction, i, marketKey)) return filled;',
        'return filled;',
      ],
    ],
  ),
  ...guardsOf(
    'server/src/follower/read-back-sales.ts',
    ['server/test/trading/restored.test.ts'],
    [
      ['the market has signed a counter', 'from.vout === 0 && isSigned &&', 'from.vout === 0 &&'],
      ['a counter is sold to its buyer', '&& to.ownerAddress === moved.buyerAddress ?', '?'],
    ],
  ),
];
