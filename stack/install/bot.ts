/** A client that trades with the packed SDK, in a folder of its own. */

/** What a client saw while the service was upgraded. */
export interface Load {
  /** Responses by status. */
  readonly reads: Readonly<Record<number, number>>;
  readonly bought: readonly string[];
  readonly failed: readonly string[];
}

/** `node trade.mjs sell | try | buy | load | sales`, with its wallets and inscriptions in TRADE. */
export const TRADE = `
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buy, createClient, listInscriptions, localWallet, ordSource, signIn } from '@ordbook/client';
const { url, ordUrl, esploraUrl, seller, buyer, inscriptionIds, collectionSlug, priceSats } = JSON.parse(process.env.TRADE);
// by itself, a client asks a paused market again for a minute
const retries = process.argv[2] === 'try' ? 0 : undefined;
const enter = ({ ordinals, payment }) =>
  signIn(createClient({ baseUrl: url, retries }), localWallet({ ordinals, payment, network: 'regtest' }), {
    source: ordSource(ordUrl, { esploraUrl }),
  });
const purchase = async (bob, inscriptionId) => {
  let listing;
  // a listing is public from the follower's next poll on
  for (let tries = 0; listing === undefined; tries += 1) {
    const { listings } = await bob.client.get('/listings', { query: { collectionSlug } });
    listing = listings.find((one) => one.inscriptionId === inscriptionId);
    if (tries > 60) throw new Error(inscriptionId + ' is not among ' + JSON.stringify(listings));
    if (listing === undefined) await sleep(1_000);
  }
  return buy(bob, { collectionSlug, listings: [listing], maxTotalSats: 130_000, esploraUrl });
};
if (['sell', 'try'].includes(process.argv[2])) {
  const items = inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats }));
  await listInscriptions(await enter(seller), { collectionSlug, items });
  console.log('listed');
} else if (process.argv[2] === 'buy') {
  const bob = await enter(buyer);
  for (const id of inscriptionIds) console.log('bought ' + (await purchase(bob, id)).settlementTxid);
} else if (process.argv[2] === 'load') {
  const bob = await enter(buyer);
  const reads = {};
  const failed = [];
  const bought = [];
  let wantsMore = true;
  const reading = (async () => {
    while (wantsMore) {
      const headers = { authorization: 'Bearer ' + bob.client.options.token };
      const response = await fetch(url + '/api/v1/listings?collectionSlug=' + collectionSlug, { headers }).then(
        async (answer) => ({ status: answer.status, body: await answer.text() }),
        (error) => ({ status: String(error.cause ?? error), body: '' }),
      );
      const { status, body } = response;
      reads[status] = (reads[status] ?? 0) + 1;
      if (status !== 200) failed.push('a read: ' + status + ' ' + body);
      await sleep(50);
    }
  })();
  for (const id of inscriptionIds) {
    // spread over the restarts
    await sleep(4_000);
    await purchase(bob, id).then(() => bought.push(id), (error) => failed.push(String(error.stack)));
  }
  while (!existsSync('stop')) await sleep(100);
  wantsMore = false;
  await reading;
  console.log(JSON.stringify({ reads, bought, failed }));
} else {
  const bob = await enter(buyer);
  const { sales } = await bob.client.get('/sales', { query: { collectionSlug } });
  for (const sale of sales) console.log('sold ' + sale.inscriptionId + ' for ' + sale.priceSats);
}
`;
