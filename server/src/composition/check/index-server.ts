import { Refusal } from '@ordbook/protocol/refusals';
import type { Chain } from '../../chain/port.ts';
import type { Ordinals } from '../../ordinals/port.ts';
import { wrongNetwork } from '../genesis.ts';
import type { Settings } from '../settings.ts';
import { type Found, orWell, wrong } from './finding.ts';

const RUN = '`ord --index-sats --index-addresses --index-runes server`';
const NEEDED = 'ord 0.29 or newer, with --index-sats, --index-addresses and --index-runes, and JSON enabled';

interface Checked {
  readonly ordinals: Pick<Ordinals, 'status' | 'blockHash' | 'pair'>;
  readonly chain: Pick<Chain, 'tip'>;
}

/** What is wrong with the index, or with each of two. */
export async function checkIndex(settings: Settings, { ordinals, chain }: Checked): Promise<Found[]> {
  if (!ordinals.pair) return checkOne(settings, { ordinals, chain });
  const found = await Promise.all(
    ordinals.pair.indexes.map((index) => checkOne(settings, { ordinals: index, chain })),
  );
  return found.flatMap((each, i) =>
    each.map((one) => ({ ...one, is: `${i === 0 ? 'first' : 'second'} of two: ${one.is}` })),
  );
}

async function checkOne({ NETWORK }: Settings, { ordinals, chain }: Checked): Promise<Found[]> {
  let status: Awaited<ReturnType<Ordinals['status']>>;
  try {
    status = await ordinals.status();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const mend = `${RUN}; other flags need a new index file (\`--index <file>\`)`;
    return [wrong(error.message, `at ORD_URL: ${NEEDED}`, mend)];
  }
  const network = wrongNetwork(NETWORK, await ordinals.blockHash(0), 'ORD_URL');
  const flaws: (Found | null)[] = [
    network === null
      ? null
      : wrong(network, `an index of ${NETWORK}`, `point ORD_URL at the index of your node, ${RUN}`),
  ];
  // an unreachable node is a finding of its own
  const tip = await chain.tip().catch(() => null);
  const behind = tip === null ? 0 : tip.height - status.height;
  if (behind > 1 && network === null)
    flaws.push(
      wrong(
        `ord ${status.version} is ${behind} blocks behind the node`,
        "the node's tip",
        `wait until it has caught up; if its height ${status.height} stays, restart it: ${RUN}`,
      ),
    );
  return orWell(flaws, `ord ${status.version} at height ${status.height}`);
}
