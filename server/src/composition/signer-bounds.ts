import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import type { SignerBounds } from '../signer/limits/limits.ts';
import { MAX_LARGER, MAX_SPLIT_OUTPUTS } from '../trading/operator-coins/fan-out-bounds.ts';
import type { Settings } from './settings.ts';
import { SETTINGS_GUIDE, wrongSettings } from './wrong-settings.ts';

/** In one hour a compromised service may spend a third of a day's fees: the operator has time to see it. */
const HOURS_OF_FEES = 3;
/** Enough for a pool of any size to begin with. */
const LEAST_ANCHORS_PER_DAY = 5_000;

/** The operator's bounds on what a signer signs over time. */
export function signerBounds(settings: Settings): SignerBounds {
  return {
    packagesPerHour: settings.SIGNER_PACKAGES_PER_HOUR,
    feeSatsPerHour: Math.floor(settings.SIGNER_FEE_SATS_PER_DAY / HOURS_OF_FEES),
    feeSatsPerDay: settings.SIGNER_FEE_SATS_PER_DAY,
    anchorsPerDay: Math.max(LEAST_ANCHORS_PER_DAY, 25 * settings.ANCHOR_POOL_TARGET),
  };
}

/** Throws an Error when the bounds of the market signer are too tight for normal operation. */
export function checkSignerBounds(settings: Settings): void {
  const { MAX_FEE_RATE } = settings;
  const dearest = fanOutFee(MAX_LARGER, MAX_SPLIT_OUTPUTS + 1, MAX_FEE_RATE);
  if (signerBounds(settings).feeSatsPerHour < dearest)
    throw wrongSettings(
      [
        {
          name: 'SIGNER_FEE_SATS_PER_DAY',
          seen: settings.SIGNER_FEE_SATS_PER_DAY,
          allowed: `must be at least ${HOURS_OF_FEES * dearest}; a third of it per hour pays for a fan-out into ${MAX_SPLIT_OUTPUTS} anchors at MAX_FEE_RATE (${MAX_FEE_RATE})`,
        },
      ],
      SETTINGS_GUIDE,
    );
}
