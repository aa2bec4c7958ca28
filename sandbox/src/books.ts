import { systemClock } from '@ordbook/server/base/clock';
import { readSettings } from '@ordbook/server/composition/settings';
import { signerBounds } from '@ordbook/server/composition/signer-bounds';
import { type Books, openBooks } from '@ordbook/server/signer/limits/counted';
import { memoryJournal } from '@ordbook/server/signer/limits/journal';
import type { Limit, SignerBounds } from '@ordbook/server/signer/limits/limits';
import type { SignerLog } from '@ordbook/server/signer/transport/process';

/** Ledger and decisions of a sandbox signer: as in production, with a journal in memory. */
export function sandboxBooks(limits: readonly Limit[], log: SignerLog): Books {
  return openBooks({ journal: memoryJournal(), limits, clock: systemClock, log, network: 'regtest' });
}

/** The default bounds, multiplied by `scale`. */
export function sandboxBounds(scale: number): SignerBounds {
  const { packagesPerHour, feeSatsPerHour, feeSatsPerDay, anchorsPerDay } = signerBounds(readSettings({}));
  return {
    packagesPerHour: packagesPerHour * scale,
    feeSatsPerHour: feeSatsPerHour * scale,
    feeSatsPerDay: feeSatsPerDay * scale,
    anchorsPerDay: anchorsPerDay * scale,
  };
}
