import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import type { SignerBounds } from '../signer/limits/limits.ts';
import { MAX_LARGER, MAX_SPLIT_OUTPUTS } from '../trading/operator-coins/fan-out-bounds.ts';
import type { Settings } from './settings.ts';
import { SETTINGS_GUIDE, type SettingFlaw, wrongSettings } from './wrong-settings.ts';

/** The operator's bounds on what a signer signs over time. */
export function signerBounds(settings: Settings): SignerBounds {
  return {
    packagesPerHour: settings.SIGNER_PACKAGES_PER_HOUR,
    feeSatsPerHour: settings.SIGNER_FEE_SATS_PER_HOUR,
    feeSatsPerDay: settings.SIGNER_FEE_SATS_PER_DAY,
    anchorsPerDay: settings.SIGNER_ANCHORS_PER_DAY,
  };
}

/** Throws one Error that names every bound of the market signer that is too tight for normal operation. */
export function checkSignerBounds(settings: Settings): void {
  const { MAX_FEE_RATE, ANCHOR_POOL_TARGET } = settings;
  const flaws: SettingFlaw[] = [];
  const check = (isRight: boolean, name: keyof Settings, allowed: string) => {
    if (!isRight) flaws.push({ name, seen: settings[name], allowed });
  };
  const dearest = fanOutFee(MAX_LARGER, MAX_SPLIT_OUTPUTS + 1, MAX_FEE_RATE);
  check(
    settings.SIGNER_FEE_SATS_PER_HOUR >= dearest,
    'SIGNER_FEE_SATS_PER_HOUR',
    `must be at least ${dearest}, the fee of a fan-out into ${MAX_SPLIT_OUTPUTS} anchors at MAX_FEE_RATE (${MAX_FEE_RATE})`,
  );
  check(
    settings.SIGNER_FEE_SATS_PER_DAY >= settings.SIGNER_FEE_SATS_PER_HOUR,
    'SIGNER_FEE_SATS_PER_DAY',
    `must not be below SIGNER_FEE_SATS_PER_HOUR (${settings.SIGNER_FEE_SATS_PER_HOUR})`,
  );
  check(
    settings.SIGNER_ANCHORS_PER_DAY >= ANCHOR_POOL_TARGET,
    'SIGNER_ANCHORS_PER_DAY',
    `must not be below ANCHOR_POOL_TARGET (${ANCHOR_POOL_TARGET}), or the pool cannot be filled within a day`,
  );
  if (flaws.length > 0) throw wrongSettings(flaws, SETTINGS_GUIDE);
}
