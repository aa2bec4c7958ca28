import { systemClock } from '../base/clock.ts';
import { readSettings } from '../composition/settings.ts';
import { signerBounds } from '../composition/signer-bounds.ts';
import { type Books, openBooks } from '../signer/limits/counted.ts';
import { memoryJournal } from '../signer/limits/journal.ts';
import type { Limit, SignerBounds } from '../signer/limits/limits.ts';
import type { SignerLog } from '../signer/transport/process.ts';

/** What a signer of the sandbox is counted with: as in production, with a journal that ends with the process. */
export function sandboxBooks(limits: readonly Limit[], log: SignerLog): Books {
  return openBooks({ journal: memoryJournal(), limits, clock: systemClock, log, network: 'regtest' });
}

/** The bounds by default, `scale` times. */
export function sandboxBounds(scale: number): SignerBounds {
  const { packagesPerHour, feeSatsPerHour, feeSatsPerDay, anchorsPerDay } = signerBounds(readSettings({}));
  return {
    packagesPerHour: packagesPerHour * scale,
    feeSatsPerHour: feeSatsPerHour * scale,
    feeSatsPerDay: feeSatsPerDay * scale,
    anchorsPerDay: anchorsPerDay * scale,
  };
}
