import type { NetworkName } from '@ordbook/protocol/network';
import type { Chain } from '../chain/port.ts';
import { checkedFirst } from '../ordinals/checked-first.ts';
import type { InscriptionContent } from '../ordinals/content-port.ts';
import type { Log } from '../ordinals/differences.ts';
import { ordContent } from '../ordinals/ord-content.ts';
import { ordServer } from '../ordinals/ord-server.ts';
import type { Ordinals } from '../ordinals/port.ts';
import { type TwoIndexesOptions, twoIndexes } from '../ordinals/two-indexes.ts';
import { sightings } from '../trading/custody/proof.ts';
import { listOf, type Settings } from './settings.ts';

type IndexSettings = Pick<Settings, 'ORD_URL' | 'REMOTE_TIMEOUT_MS'> & { readonly NETWORK: NetworkName };

const QUIET: Log = { info: () => {}, error: () => {} };

/** The index of `ORD_URL`, or its two as one. Makes no request yet. */
export function openIndex(
  { ORD_URL, REMOTE_TIMEOUT_MS: timeoutMs, NETWORK }: IndexSettings,
  chain: Chain,
  log: Log = QUIET,
): Ordinals {
  const [first, second] = urlsOf(ORD_URL).map((url) => checkedFirst(ordServer({ url, timeoutMs })));
  if (!second) return first!;
  return twoIndexes(first!, second, { chain, log, isThere: confirmedBy(chain, NETWORK) });
}

/** What decides between two indexes: the proof of an inscription, and that its coin is unspent. */
export function confirmedBy(chain: Chain, network: NetworkName): TwoIndexesOptions['isThere'] {
  const look = sightings(chain, network);
  // a proof may also end where the inscription was once
  return async (id, place) => (await chain.unspent(place)) !== null && (await look(id, place)).is === 'there';
}

/** Content of inscriptions from the first index that responds. */
export function openContent({ ORD_URL, REMOTE_TIMEOUT_MS: timeoutMs }: IndexSettings): InscriptionContent {
  const [first, second] = urlsOf(ORD_URL).map((url) => ordContent({ url, timeoutMs }));
  if (!second) return first!;
  return { read: (path) => first!.read(path).catch(() => second.read(path)) };
}

const urlsOf = (setting: string): string[] => (setting === '' ? [''] : listOf(setting));
