import { SignerRefusal } from '../../signer/port.ts';
import type { PublishedSettings } from '../../signer/transport/settings-messages.ts';
import { requireSignersOf } from '../key-set-file.ts';
import { listOf, type Settings } from '../settings.ts';
import { type Found, orWell, warning, wrong } from './finding.ts';

/** One signer, as the check reaches it. */
export interface CheckedSigner<Keys extends object = object> {
  publicKeys(): Promise<Keys>;
  /** Throws a `SignerRefusal` when the signer is too old to publish its settings. */
  settings(): Promise<PublishedSettings>;
}

export interface Expected {
  readonly role: PublishedSettings['role'];
  readonly version: string;
  /** null: the service has none. */
  readonly keySet: {
    readonly publisher: string;
    readonly number: number;
    readonly market: string;
    readonly anchor: string;
    readonly policy: string | null;
    readonly gate: string | null;
  } | null;
}

/**
 * What is wrong with a signer: its keys are not those of the key set, or it decides by other settings than
 * the service. Throws `Refusal('unavailable')` when it is unreachable.
 */
export async function checkSigner(
  settings: Settings,
  signer: CheckedSigner,
  expected: Expected,
): Promise<Found[]> {
  const keys = await signer.publicKeys();
  const shown = Object.entries(keys).map(([name, key]) => `${name} key ${key}`);
  return orWell(
    [keyFault(keys, expected), ...(await settingFlaws(settings, signer, expected))],
    shown.join(', '),
  );
}

function keyFault(keys: object, { keySet, role }: Expected): Found | null {
  if (keySet === null) return null;
  try {
    requireSignersOf(keySet, keys);
    return null;
  } catch (error) {
    return wrong(
      (error as Error).message,
      'the keys of KEY_SET',
      `\`ordbook signer --role ${role} --keys <its key file>\`, or \`ordbook keys publish\` with the new key`,
    );
  }
}

async function settingFlaws(
  settings: Settings,
  signer: CheckedSigner,
  { role, version, keySet }: Expected,
): Promise<(Found | null)[]> {
  let published: PublishedSettings;
  try {
    published = await signer.settings();
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    return [
      warning(
        'does not publish its settings, so they cannot be compared',
        `version ${version} of ordbook, as the service`,
        'upgrade and restart the signer',
      ),
    ];
  }
  const restart = `restart \`ordbook signer --role ${role}\``;
  const differs = (name: keyof Settings, seen: string, own = String(settings[name])) =>
    seen === own
      ? null
      : wrong(
          `${name} of the signer is "${seen}", of the service "${own}"`,
          `one ${name} for both`,
          `\`export ${name}='${own}'\` for the signer, then ${restart}`,
        );
  const paysFees = role !== 'gate';
  return [
    published.role === role
      ? null
      : wrong(`is a ${published.role} signer`, `a ${role} signer`, `${restart} on its own endpoint`),
    differs('NETWORK', published.network),
    paysFees ? differs('FEE_ADDRESS', published.feeAddress) : null,
    differs('ADMISSION_TIERS', published.admissionTiers),
    ...(role === 'market' ? marketFlaws(settings, published, restart) : []),
    ...(paysFees ? feeFlaws(settings, published, restart) : []),
    keySetFault(published, keySet, restart),
    published.version === version
      ? null
      : warning(`has version ${published.version}`, `version ${version}, as this program`, 'upgrade it'),
  ];
}

function marketFlaws(settings: Settings, published: PublishedSettings, restart: string): (Found | null)[] {
  const { TRANSFER_FEE_RATE: rate, MAX_FEE_RATE: most } = settings;
  return [
    published.transferFeeRates.includes(rate)
      ? null
      : wrong(
          `TRANSFER_FEE_RATE of the service is ${rate}, the signer signs only ${published.transferFeeRates.join(', ')}`,
          'the same rate for both',
          `\`export TRANSFER_FEE_RATE=${rate} EARLIER_TRANSFER_FEE_RATES=${published.transferFeeRates.join(',')}\` for the signer, then ${restart}`,
        ),
    published.maxFeeRate >= most
      ? null
      : wrong(
          `MAX_FEE_RATE of the service is ${most}, of the signer ${published.maxFeeRate}: it refuses what is between`,
          'a MAX_FEE_RATE of the service that is not above that of the signer',
          `\`export MAX_FEE_RATE=${most}\` for the signer, then ${restart}`,
        ),
  ];
}

function feeFlaws(settings: Settings, published: PublishedSettings, restart: string): (Found | null)[] {
  const { FILL_FEE_BPS, SELLER_FEE_BPS, BUYER_FEE_BPS, DONATION_ADDRESS } = settings;
  const fillBps = FILL_FEE_BPS < 0 ? SELLER_FEE_BPS + BUYER_FEE_BPS : FILL_FEE_BPS;
  const { payoutAddresses: payouts, leastFeeBps } = published;
  const isUnpaid = payouts !== null && DONATION_ADDRESS !== '' && !payouts.includes(DONATION_ADDRESS);
  const own = listOf(settings.PAYOUT_ADDRESSES);
  const missing = payouts === null ? [] : own.filter((address) => !payouts.includes(address));
  return [
    fillBps >= leastFeeBps
      ? null
      : wrong(
          `the fee of a fill is ${fillBps} bps, the signer signs none below ${leastFeeBps} (SIGNER_LEAST_FEE_BPS)`,
          'a least fee of the signer that is not above the fee of the service',
          `\`export SIGNER_LEAST_FEE_BPS=${fillBps}\` for the signer, then ${restart}`,
        ),
    isUnpaid
      ? wrong(
          `the signer may not pay DONATION_ADDRESS ${DONATION_ADDRESS}`,
          'the same DONATION_ADDRESS for the signer',
          `\`export DONATION_ADDRESS=${DONATION_ADDRESS}\` for the signer, then ${restart}`,
        )
      : null,
    missing.length === 0
      ? null
      : wrong(
          `the signer may not pay ${missing.join(', ')} of PAYOUT_ADDRESSES`,
          'the same PAYOUT_ADDRESSES for the signer',
          `\`export PAYOUT_ADDRESSES=${own.join(',')}\` for the signer, then ${restart}`,
        ),
  ];
}

function keySetFault(
  published: PublishedSettings,
  keySet: Expected['keySet'],
  restart: string,
): Found | null {
  const shown = (set: { publisher: string; number: number } | null) =>
    set ? `number ${set.number} of ${set.publisher}` : 'none';
  if (shown(published.keySet) === shown(keySet)) return null;
  // a market signer without collection offers needs no key set
  if (published.keySet === null && published.role === 'market' && keySet?.policy === null) return null;
  return wrong(
    `its key set is ${shown(published.keySet)}, that of the service ${shown(keySet)}`,
    'one key set for all',
    `copy the file of KEY_SET of the newer set, then ${restart}`,
  );
}
