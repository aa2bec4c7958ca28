import { guardsOf, type Mutant } from './mutant.ts';

const testOf = (flow: string) => [`client/test/${flow}/check.test.ts`];

/** What the check of each flow refuses, and what the summary of a flow shows. */
export const CLIENT_CHECKS: readonly Mutant[] = [
  ...guardsOf('client/src/purchase/check.ts', testOf('purchase'), [
    ['coins lose what was announced', 'lost === totalBuyerCostSats', 'lost > 0'],
    ['others get what the figures leave them', 'paidSats <= shares', 'shares >= 0'],
    ['the figures add up', 'sum === totalBuyerCostSats', 'sum > 0'],
    ['the shares of a listing add up', 'shares === built.buyerPayTotalSats', 'shares > 0'],
    ['the price is the agreed one', 'built.priceSats === wanted.priceSats', 'built.priceSats > 0'],
    ['the listings are those asked for', 'built.inscriptionId === wanted.inscriptionId', 'index >= 0'],
    ['the fee of a listing has a limit', 'built.buyerPayTotalSats <= most', 'most > 0'],
    ['a donation was asked for', 'terms.roundUpDonation === true', 'donationSats > 0'],
    ['a donation has a limit', 'donationSats <= maxDonationSats', 'maxDonationSats > 0'],
    ['the total has a limit', 'totalBuyerCostSats <= maxTotalSats', 'maxTotalSats > 0'],
    ['the network fee is fair', 'listingTransferFeeSats <= fair', 'listingTransferFeeSats >= 0'],
    ['the transfers have one operator', 'other === operatorScript', "other !== ''"],
    ['the anchor holds what is known', '(purchaseAnchorSats ?? valueSats) === valueSats', 'vout >= 0'],
    [
      'the postage is that of the transfer',
      'inscriptionUtxoValueSats === passthrough.valueSats',
      'index >= 0',
    ],
  ]),
  ...guardsOf('client/src/offer/check.ts', testOf('offer'), [
    ['offers pay others what was agreed', 'shared <= agreed', 'agreed > 0'],
    ['offers have the agreed price', 'item.priceSats === terms.priceSats', 'index >= 0'],
    ['the fee of an offer has a limit', 'item.buyerPayTotalSats <= most', 'most > 0'],
    ['what is due to the seller is paid', 'proceedsSats >= least', 'least > 0'],
    ['the payout pays the announced fee', 'feeSats === preflight.estimatedNetworkFeeSats', 'feeSats >= 0'],
  ]),
  ...guardsOf('client/src/counter/check.ts', testOf('counter'), [
    ['the counter has our price', 'preflight.priceSats === priceSats', 'priceSats > 0'],
    ['what is due to the seller is paid', 'receivedSats >= least', 'least > 0'],
    ['the figures are those of the settlement', 'figure === receivedSats', 'figure > 0'],
    ['the buyer pays others what was agreed', 'shared <= agreed', 'agreed > 0'],
    ['no fee is negative', 'networkFee(paid) >= 0 && networkFee(table) >= 0', 'fundingSats > 0'],
    ['the fee is the announced one', 'feeSats === preflight.estimatedNetworkFeeSats', 'feeSats >= 0'],
  ]),
  ...guardsOf('client/src/fill/check.ts', testOf('fill'), [
    ['others get what the figures show', 'others <= fees', 'fees >= 0'],
    ['the network fee is the announced one', 'feeSats <= figure + DUST_SHARES_SATS', 'feeSats >= 0'],
    ['the seller gets the price less fees', 'preflight.sellerReceiveSats === priceSats - fees', 'fees >= 0'],
    ['fees have a limit', 'fees <= most', 'most > 0'],
    ['the network share has a limit', 'networkShare <= mostForNetwork', 'mostForNetwork > 0'],
    ['the offer holds its price', 'offer.valueSats === priceSats', 'offer.vout >= 0'],
    ['the offer has the agreed price', 'preflight.priceSats === priceSats', 'priceSats > 0'],
    ['an admission coin has a lock', 'lockBlocks >= 1 && ', ''],
    ['a better offer is named', 'terms.evenBelowTop !== true', 'terms.evenBelowTop === false'],
  ]),
  ...guardsOf('client/src/listing/check.ts', testOf('listing'), [
    ['what is due to the seller is paid', 'proceedsSats >= least', 'least > 0'],
    ['a coin is listed once', 'twice === undefined', "twice !== ''"],
  ]),
  ...guardsOf('client/src/listing/market-key.ts', testOf('listing'), [
    ['the market is the known one', '!wanted || key === wanted.slice(-64)', "key !== ''"],
  ]),
  ...guardsOf(
    'client/src/listing/check-take-back.ts',
    ['client/test/listing/check-take-back.test.ts'],
    [
      [
        'the passthrough is of the known market',
        'market === undefined || root === ',
        "root !== '' || root === ",
      ],
    ],
  ),
  ...guardsOf(
    'client/src/collection-offer/check-funding-parent.ts',
    ['client/test/collection-offer/check-funding-parent.test.ts'],
    [
      ['each offer has its price', 'offer.priceSats === wanted', 'wanted > 0'],
      ['the set is the one of our index', 'root === undefined || offer.eligibleRoot === root', "what !== ''"],
      ['the inscription reaches us', 'offer.buyerReceiveScriptHex === receiveScript', "receiveScript !== ''"],
      ['the money returns to our key', 'offer.buyerPublicKey === buyerKey', "buyerKey !== ''"],
      ['the expiry is not later than asked', 'expiresAtUnix * 1000 <= expiresBefore.getTime()', 'now > 0'],
      [
        'the keys are the pinned ones',
        '!pinned || pinned[role].slice(-64) === signers[role]',
        'role !== null',
      ],
      ['mainnet has three signers', '.size === 3 || ', '.size > 0 || '],
    ],
  ),
  ...guardsOf('client/src/offer/offered-coins.ts', testOf('purchase'), [
    ['only offered coins pay', 'coin !== undefined', 'offered.length >= 0'],
  ]),
  ...guardsOf(
    'client/src/flow/summarise.ts',
    ['client/test/flow/summarise.test.ts'],
    [
      ['inscriptions are no money', ' - arrivesSats;', ';'],
      ['a coin that pays is counted', ' - sumOf(paid.map(({ coin }) => coin))', ''],
      [
        'a leg leaves its inscription to the buyer',
        "startsWith('SINGLE') || lands",
        "startsWith('NONE') || lands",
      ],
      ['a transaction of the trade spends no coin of ours', 'if (made.has(coin.txid)) continue;', ''],
      ['one of several trades is paid', 'Math.min(costSats, worst', 'Math.max(costSats, worst'],
    ],
  ),
  ...guardsOf(
    'client/src/flow/judged.ts',
    ['client/test/flow/judged.test.ts'],
    [
      [
        'a worse case than the summary is refused',
        'demand(stop === undefined,',
        'demand(warnings !== undefined,',
      ],
      [
        'the loss is at most the cost',
        '(sum, { valueSats }) => sum + valueSats, costSats)',
        '(sum) => sum, 2 ** 50)',
      ],
      ['a trade brings what was agreed', '...(isLoose ? {} : { forAtLeastSats }),', ''],
    ],
  ),
];
