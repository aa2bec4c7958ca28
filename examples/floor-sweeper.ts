/**
 * Floor sweeper: buys the cheapest listings of a collection, one after the other, while they are at most at a
 * price and the budget lasts.
 *
 *   npm run sandbox                                             # in another terminal
 *   MAX_PRICE_SATS=70000 BUDGET_SATS=300000 npx tsx --conditions=source examples/floor-sweeper.ts
 */
import { buy, isGone, listings, watch } from '@ordbook/client';
import { enterSandbox } from './enter-sandbox.ts';

const maxPriceSats = Number(process.env['MAX_PRICE_SATS'] ?? 70_000);
let budgetSats = Number(process.env['BUDGET_SATS'] ?? 300_000);

const { session, collectionSlug, esploraUrl } = await enterSandbox();
const own = session.wallet.ordinalsAddress;

for await (const listing of listings(session, { collectionSlug, sort: 'price', limit: 20 })) {
  if (listing.priceSats > maxPriceSats) break;
  if (listing.sellerAddress === own) continue;
  try {
    let costSats = 0;
    const bought = await buy(
      session,
      { collectionSlug, listings: [listing], maxTotalSats: budgetSats, esploraUrl },
      {
        onProgress: (progress) => {
          if (progress.step === 'prepared') costSats = progress.summary.paysSats;
        },
      },
    );
    budgetSats -= costSats;
    console.log(`bought ${listing.inscriptionName} for ${costSats} sats; ${budgetSats} are left`);
    // the change of this purchase pays for the next one: it has to be in a block first
    for await (const { state } of watch(session, bought, { esploraUrl })) console.log(`  ${state}`);
  } catch (error) {
    // somebody was faster: the next one, please. Everything else is for a person to look at
    if (!isGone(error)) throw error;
    console.log(`${listing.inscriptionName} is gone`);
  }
}
console.log(`done; ${budgetSats} sats are left`);
