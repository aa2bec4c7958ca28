import { guardsOf, type Mutant } from './mutant.ts';

const attack = 'server/test/attacks/forged-sales.test.ts';
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
  ...guardsOf(
    'server/src/follower/external-sales.ts',
    ['server/test/follower/external-sales.test.ts'],
    [
      ['others pay the price', '>= priceSats;', '>= 0;'],
      ['the receiver is not the one who is paid', '|| to.ownerAddress === payment.address', ''],
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
