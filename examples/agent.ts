/**
 * Agent: buys the cheapest listing by itself while little is at stake, and asks a person above a limit. The
 * person reads the dry run, which was checked and judged here, and not what the service or a name says.
 *
 *   ASK_ABOVE_SATS=50000 npx tsx --conditions=source examples/agent.ts
 */
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { buy, isGone, listings, type Summary } from '@ordbook/client';
import { enterSandbox } from './enter-sandbox.ts';

const askAboveSats = Number(process.env['ASK_ABOVE_SATS'] ?? 50_000);
const { session, collectionSlug, esploraUrl } = await enterSandbox();

class Declined extends Error {}

/** Goes on only with a yes: silence and a closed terminal are none. */
async function ask({ words, worst }: Summary): Promise<void> {
  if (worst.lossSats <= askAboveSats) return;
  console.log(words.join('\n'));
  const person = createInterface({ input: stdin, output: stdout });
  const closed = new Promise<string>((resolve) => person.once('close', () => resolve('')));
  const answer = await Promise.race([person.question('Sign this? Type yes: '), closed]);
  person.close();
  if (answer.trim() !== 'yes') throw new Declined('nothing was signed');
}

for await (const listing of listings(session, { collectionSlug, sort: 'price' })) {
  if (listing.sellerAddress === session.wallet.ordinalsAddress) continue;
  try {
    const { settlementTxid } = await buy(
      session,
      { collectionSlug, listings: [listing], esploraUrl },
      { onProgress: (progress) => (progress.step === 'prepared' ? ask(progress.summary) : undefined) },
    );
    console.log(`bought for ${listing.priceSats} sats in ${settlementTxid}`);
    break;
  } catch (error) {
    if (error instanceof Declined) {
      console.log(`\ndeclined: ${error.message}`);
      break;
    }
    if (!isGone(error)) throw error; // somebody was faster: the next one
  }
}
