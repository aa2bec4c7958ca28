import { type Static, Type } from 'typebox';
import type { Wait } from '../limits/ledger.ts';
import { type SignerClientOptions, type SignerPeer, signerCalls } from './client.ts';
import type { MessageTable } from './messages.ts';

/** The settings by which a signer decides. None of them is secret. */
const PublishedSettings = Type.Object({
  role: Type.Union([Type.Literal('market'), Type.Literal('policy'), Type.Literal('gate')]),
  version: Type.String(),
  network: Type.String(),
  /** Empty: the role signs no fees. */
  feeAddress: Type.String(),
  /** null: payouts are not restricted. */
  payoutAddresses: Type.Union([Type.Array(Type.String()), Type.Null()]),
  admissionTiers: Type.String(),
  leastFeeBps: Type.Integer(),
  maxFeeRate: Type.Number(),
  transferFeeRates: Type.Array(Type.Number()),
  /** Where the policy signer reads the chain, as `host:port`, without its user. No index: it has none. */
  reads: Type.Optional(Type.Object({ node: Type.String(), index: Type.Optional(Type.String()) })),
  /** What it does not sign for now, and until when. Absent: it is of a version that does not say. */
  waits: Type.Optional(Type.Array(Type.Object({ what: Type.String(), until: Type.String() }))),
  keySet: Type.Union([Type.Object({ publisher: Type.String(), number: Type.Integer() }), Type.Null()]),
});

export type PublishedSettings = Static<typeof PublishedSettings>;

/** Served by every signer besides its own messages, so that `ordbook check` can compare. */
export const SETTINGS_MESSAGES = {
  settings: { request: Type.Object({}), answer: PublishedSettings },
} as const satisfies MessageTable;

/**
 * Asks a signer for the settings by which it decides. Throws `Refusal('unavailable')` when it is unreachable,
 * and a `SignerRefusal` when it is of a version that does not publish them.
 */
export function settingsClient(
  options: SignerClientOptions,
  peer: SignerPeer,
): () => Promise<PublishedSettings> {
  const ask = signerCalls(options, SETTINGS_MESSAGES, peer);
  return () => ask('settings', {});
}

/** One sentence: what a signer does not sign for now; empty: nothing. */
export function waitsText(waits: readonly Wait[]): string {
  return waits.map(({ what, until }) => `${what} wait until ${until}`).join('; ');
}
