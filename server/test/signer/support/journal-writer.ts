/** Writes entries to a journal as fast as it can and tells each once it is written, until it is killed. */
import { randomBytes } from 'node:crypto';
import { openJournal } from '../../../src/signer/limits/journal-file.ts';

const [path, key] = process.argv.slice(2) as [string, string];
const journal = await openJournal({ path, key }, { renew: null });
process.send!('open');
for (;;) {
  const txid = randomBytes(32).toString('hex');
  await journal.append({ at: Date.now(), kind: 'sale', txid, usage: { sales: 1 } });
  process.send!(txid);
}
