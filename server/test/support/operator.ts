import type { AdminSettings } from '../../src/api/admin/server.ts';
import type { By } from '../../src/trading/operation/act.ts';
import { flawOf } from '../../src/webhook/https-sender.ts';

/** An act of the operator, for this reason. */
export const by = (reason: string, name = 'ada'): By => ({ actor: { name }, reason });

/** The least fee of a fill that the signers sign, 1/100 of a percent. */
export const signerLeast = (leastFeeBps: number) => ({ feeBounds: { leastFeeBps } });

/** Settings of an admin API whose process has no signers, no audits and no console. */
export function adminSettings(
  given: Pick<AdminSettings, 'access' | 'logger'> & Partial<AdminSettings>,
): AdminSettings {
  const none = { isRunning: false, progress: null, everyHours: 0, last: null, failed: null };
  return {
    ...signerLeast(100),
    webhooks: { flawOf: (url) => flawOf(url, { allowPrivate: false }), giveUpMs: 24 * 3_600_000 },
    live: { signers: () => [], audits: { state: () => none, start: () => false } },
    started: { settings: [], dataDir: null },
    publicUrl: 'https://market.test',
    console: null,
    ...given,
  };
}
