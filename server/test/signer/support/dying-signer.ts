/** A market signer that is killed once a signature is on its journal, and before it is answered. */

import { KEYS, NETWORK } from '../../../../protocol/test/parties.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { countedSigner, openBooks } from '../../../src/signer/limits/counted.ts';
import { openJournal } from '../../../src/signer/limits/journal-file.ts';
import { marketLimits } from '../../../src/signer/limits/limits.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { serveSigner } from '../../../src/signer/transport/process.ts';
import { BOUNDS, SIGNER_OPTIONS } from '../requests.ts';

const [path, socketPath] = process.argv.slice(2) as [string, string];
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const real = await openJournal({ path, key: KEYS.market }, { renew: null });
const journal: typeof real = {
  ...real,
  async append(entry) {
    await real.append(entry);
    process.kill(process.pid, 'SIGKILL');
  },
};
const books = openBooks({
  journal,
  limits: marketLimits(BOUNDS, []),
  clock: systemClock,
  log,
  network: NETWORK,
});
await serveSigner(countedSigner(marketSigner(SIGNER_OPTIONS), KEYS, books), { socketPath, log });
process.send!('open');
