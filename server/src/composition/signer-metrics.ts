import type { SignerAddress } from '../signer/transport/address.ts';
import { MARKET_PEER, signerMetrics } from '../signer/transport/client.ts';
import { GATE_PEER, POLICY_PEER } from '../signer/transport/fill-clients.ts';
import { settingsClient } from '../signer/transport/settings-messages.ts';
import type { Settings } from './settings.ts';
import type { SignerWaits } from './watch-parts.ts';

/** A scrape does not wait longer for a signer, ms. */
const TIMEOUT_MS = 2_000;

const SIGNERS = [
  { setting: 'SIGNER_ENDPOINT', peer: MARKET_PEER },
  { setting: 'POLICY_SIGNER_ENDPOINT', peer: POLICY_PEER },
  { setting: 'GATE_SIGNER_ENDPOINT', peer: GATE_PEER },
] as const;

/**
 * Reads the metrics of all signers as one Prometheus text, for a part of the service's own: their units have
 * no network. Each sample has the label `signer`. A signer that does not respond is left out.
 */
export function metricsOfSigners(
  settings: Settings,
  addressOf: (setting: (typeof SIGNERS)[number]['setting']) => SignerAddress,
): () => Promise<string> {
  const readers = SIGNERS.filter(({ setting }) => settings[setting] !== '').map(({ setting, peer }) => ({
    signer: peer.role.split(':').at(-1)!,
    read: signerMetrics({ ...addressOf(setting), timeoutMs: TIMEOUT_MS }, peer),
  }));
  return async () => {
    const texts = readers.map(async ({ signer, read }) => ({ signer, text: await read().catch(() => '') }));
    return joinedMetrics(await Promise.all(texts));
  };
}

/** Asks each signer what it does not sign for now. */
export function waitsOfSigners(
  settings: Settings,
  addressOf: (setting: (typeof SIGNERS)[number]['setting']) => SignerAddress,
): SignerWaits {
  return Object.fromEntries(
    SIGNERS.filter(({ setting }) => settings[setting] !== '').map(({ setting, peer }) => {
      const ask = settingsClient({ ...addressOf(setting), timeoutMs: TIMEOUT_MS }, peer);
      return [setting, async () => (await ask()).waits ?? []];
    }),
  );
}

/** One text of several, a metric's lines together; what is no line of a metric is left out. */
export function joinedMetrics(texts: readonly { readonly signer: string; readonly text: string }[]): string {
  const metrics = new Map<string, Set<string>>();
  for (const { signer, text } of texts)
    for (const line of text.split('\n')) {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const [, described = ''] = /^# (?:HELP|TYPE) (\w+) /.exec(line) ?? [];
      const metric = described || name;
      if (metric === '') continue;
      const lines = metrics.get(metric) ?? new Set();
      metrics.set(metric, lines);
      const all = `signer="${signer}"${labels === '' ? '' : `,${labels}`}`;
      lines.add(described === '' ? `${name}{${all}} ${value}` : line);
    }
  return [...metrics.values()].map((lines) => `${[...lines].join('\n')}\n`).join('');
}
