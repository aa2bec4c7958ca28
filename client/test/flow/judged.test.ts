/** The judge is the last check: what it finds beyond the summary is refused. */
import { outpointText } from '@ordbook/protocol/outpoint';
import { expect, test } from 'vitest';
import { requireJudged } from '../../src/flow/judged.ts';
import { checkListing } from '../../src/listing/check.ts';
import { checkPurchase } from '../../src/purchase/check.ts';
import type { BuiltStep } from '../../src/signing/rebuilt.ts';
import { ownScripts } from '../../src/wallet/network.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { listingPreflight, PRICE, purchasePreflight } from '../honest.ts';

const POSTAGE = 10_000;

function mineIn(wallet: Wallet, steps: readonly BuiltStep[]): string[] {
  const signed = steps.flatMap(({ table, party }) =>
    table.inputs.filter(({ signs }) => signs[party] !== undefined),
  );
  return [...ownScripts(wallet), ...signed.map(({ lock }) => lock.script)];
}

function judgedPurchase(costSats: number) {
  const { preflight, terms, wallet } = purchasePreflight();
  const { step } = checkPurchase(preflight, terms);
  const inscriptions = terms.listings.map(({ inscriptionId }) => {
    return { inscriptionId, valueSats: POSTAGE, toAddress: wallet.ordinalsAddress, isToUs: true };
  });
  const inscribed = terms.listings.map(({ inscriptionId }, index) => {
    return { inscriptionId, coin: `${preflight.expectedListingTransferTxids[index]}:0` };
  });
  return requireJudged({ wallet, title: '', trades: [[step]], inscribed }, mineIn(wallet, [step]), {
    costSats,
    inscriptions,
    forAtLeastSats: {},
  });
}

test('signatures that can cost more than the summary says are refused', () => {
  const { preflight } = purchasePreflight();
  // what comes back under the inscriptions is no loss
  const lossSats = preflight.totalBuyerCostSats - 2 * POSTAGE;
  expect(judgedPurchase(lossSats)).toMatchObject({ lossSats, isBounded: true });
  expect(() => judgedPurchase(lossSats - 1)).toThrow(
    /^the signatures allow more than their summary says: You can lose [\d,]+ sats, but agreed to [\d,]+ sats\.$/,
  );
});

function judgedListing(forAtLeastSats: number, isGiven = true) {
  const { preflight, terms, wallet } = listingPreflight(1);
  const { listings, recovery } = checkListing(preflight, terms);
  const [{ inscriptionId, steps }] = listings as [(typeof listings)[number]];
  const coin = outpointText(steps[0].table.inputs[0]!.coin);
  const summarised = {
    ...{ wallet, title: '', trades: [steps], otherwise: [recovery] },
    inscribed: [{ inscriptionId, coin }],
  };
  return requireJudged(summarised, mineIn(wallet, [...steps, recovery]), {
    costSats: 0,
    inscriptions: isGiven ? [{ inscriptionId, valueSats: POSTAGE, toAddress: null, isToUs: false }] : [],
    forAtLeastSats: { [inscriptionId]: forAtLeastSats },
  });
}

test('an inscription that can leave for less than its trade brings is refused', () => {
  const proceedsSats = PRICE - 1_000 + POSTAGE;
  expect(judgedListing(proceedsSats).cheaper).toEqual([]);
  expect(() => judgedListing(proceedsSats + 1)).toThrow(
    /can be taken from you for 109,000 sats, and not for 109,001 sats\.$/,
  );
});

test('an inscription that can leave, and does not by the summary, is refused', () => {
  expect(() => judgedListing(0, false)).toThrow(/can be taken from you for 109,000 sats\.$/);
});
