import { SignerRefusal } from '../../signer/port.ts';
import { type PublishedSettings, waitsText } from '../../signer/transport/settings-messages.ts';
import { chainRead } from '../chain-read.ts';
import { requireSignersOf } from '../key-set-file.ts';
import { listedPayees } from '../payout-addresses.ts';
import type { Settings } from '../settings.ts';
import type { SignerRole } from '../signer-roles.ts';
import { type Found, orWell, warning, wrong } from './finding.ts';
import { ENDPOINTS, type Mends, signerMends } from './mends.ts';

/** One signer, as the check reaches it. */
export interface CheckedSigner<Keys extends object = object> {
  publicKeys(): Promise<Keys>;
  /** Throws a `SignerRefusal` when the signer is too old to publish its settings. */
  settings(): Promise<PublishedSettings>;
}

export interface Expected {
  readonly role: PublishedSettings['role'];
  readonly version: string;
  /** null: the service has none. Absent: it cannot be read, which is a finding of its own. */
  readonly keySet?:
    | {
        readonly publisher: string;
        readonly number: number;
        readonly market: string;
        readonly anchor: string;
        readonly policy: string | null;
        readonly gate: string | null;
      }
    | null
    | undefined;
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
  const mends = signerMends(settings, expected.role);
  const keys = await keysOrRole(signer, expected.role);
  if ('isOf' in keys)
    return [
      wrong(
        `is a ${keys.isOf} signer`,
        `a ${expected.role} signer`,
        `name the right one in ${ENDPOINTS[expected.role]} of the service, or ${mends.restart} there`,
      ),
    ];
  const shown = Object.entries(keys).map(([name, key]) => `${name} key ${key}`);
  return orWell(
    [keyFault(keys, expected, mends), ...(await settingFlaws(settings, signer, expected, mends))],
    shown.join(', '),
  );
}

/** The keys of a signer, or the role of another one in its place. Throws what `publicKeys` throws. */
async function keysOrRole(
  signer: CheckedSigner,
  role: SignerRole,
): Promise<object | { readonly isOf: SignerRole }> {
  try {
    return await signer.publicKeys();
  } catch (error) {
    const other = await signer.settings().catch(() => null);
    if (other === null || other.role === role) throw error;
    return { isOf: other.role };
  }
}

function keyFault(keys: object, { keySet }: Expected, { restart }: Mends): Found | null {
  if (!keySet) return null;
  try {
    requireSignersOf(keySet, keys);
    return null;
  } catch (error) {
    return wrong(
      (error as Error).message,
      'the keys of KEY_SET',
      `${restart} with its key file, or \`ordbook keys publish\` with the new key`,
    );
  }
}

async function settingFlaws(
  settings: Settings,
  signer: CheckedSigner,
  { role, version, keySet }: Expected,
  mends: Mends,
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
  const { set, restart } = mends;
  const differs = (name: keyof Settings, seen: string, own = String(settings[name])) =>
    seen === own
      ? null
      : wrong(
          `${name} of the signer is "${seen}", of the service "${own}"`,
          `one ${name} for both`,
          `${set(name, own)} for the signer, then ${restart}`,
        );
  const paysFees = role !== 'gate';
  return [
    published.role === role
      ? null
      : wrong(`is a ${published.role} signer`, `a ${role} signer`, `${restart} at its own endpoint`),
    differs('NETWORK', published.network),
    paysFees ? differs('FEE_ADDRESS', published.feeAddress) : null,
    differs('ADMISSION_TIERS', published.admissionTiers),
    ...(role === 'market' ? marketFlaws(settings, published, mends) : []),
    ...(paysFees ? feeFlaws(settings, published, mends) : []),
    sharedEyes(settings, published, mends),
    keySet === undefined ? null : keySetFault(published, keySet, restart),
    waitFound(published),
    published.version === version
      ? null
      : warning(`has version ${published.version}`, `version ${version}, as this program`, 'upgrade it'),
  ];
}

/** What the signer does not sign for now. Without sales the market stands still; the rest is a warning. */
function waitFound({ waits = [] }: PublishedSettings): Found | null {
  if (waits.length === 0) return null;
  const found = waits.some(({ what }) => what === 'sales') ? wrong : warning;
  return found(
    waitsText(waits),
    'limits with room for what is traded',
    "wait, or read the signer's log: raise the limit that it names only if the trades are real",
  );
}

function marketFlaws(
  settings: Settings,
  published: PublishedSettings,
  { set, restart }: Mends,
): (Found | null)[] {
  const { TRANSFER_FEE_RATE: rate, MAX_FEE_RATE: most } = settings;
  return [
    published.transferFeeRates.includes(rate)
      ? null
      : wrong(
          `TRANSFER_FEE_RATE of the service is ${rate}, the signer signs only ${published.transferFeeRates.join(', ')}`,
          'the same rate for both',
          `${set('TRANSFER_FEE_RATE', String(rate))} and ${set('EARLIER_TRANSFER_FEE_RATES', published.transferFeeRates.join(','))} for the signer, then ${restart}`,
        ),
    published.maxFeeRate >= most
      ? null
      : wrong(
          `MAX_FEE_RATE of the service is ${most}, of the signer ${published.maxFeeRate}: it refuses what is between`,
          'a MAX_FEE_RATE of the service that is not above that of the signer',
          `${set('MAX_FEE_RATE', String(most))} for the signer, then ${restart}`,
        ),
  ];
}

function feeFlaws(
  settings: Settings,
  published: PublishedSettings,
  { set, restart }: Mends,
): (Found | null)[] {
  const { SELLER_FEE_BPS, BUYER_FEE_BPS, DONATION_ADDRESS } = settings;
  const fillBps = SELLER_FEE_BPS + BUYER_FEE_BPS;
  const { role, payoutAddresses: payouts, leastFeeBps } = published;
  const paid = [
    { of: 'a fill', bps: fillBps },
    // the policy signer signs fills only
    ...(role === 'market' ? [{ of: 'a sale', bps: SELLER_FEE_BPS + BUYER_FEE_BPS }] : []),
  ];
  const unpaid = paid.filter(({ bps }) => bps < leastFeeBps);
  const least = Math.min(...unpaid.map(({ bps }) => bps));
  const isUnpaid = payouts !== null && DONATION_ADDRESS !== '' && !payouts.includes(DONATION_ADDRESS);
  const own = listedPayees(settings);
  const missing = payouts === null ? [] : own.filter((address) => !payouts.includes(address));
  return [
    unpaid.length === 0
      ? null
      : wrong(
          `the fee of ${unpaid.map(({ of, bps }) => `${of} is ${bps} bps`).join(', of ')}: the signer signs none below ${leastFeeBps} (SIGNER_LEAST_FEE_BPS)`,
          'a least fee of the signer that is not above the fees of the service',
          `${set('SIGNER_LEAST_FEE_BPS', String(least))} for the signer, then ${restart}`,
        ),
    isUnpaid
      ? wrong(
          `the signer may not pay DONATION_ADDRESS ${DONATION_ADDRESS}`,
          'the same DONATION_ADDRESS for the signer',
          `${set('DONATION_ADDRESS', DONATION_ADDRESS)} for the signer, then ${restart}`,
        )
      : null,
    missing.length === 0
      ? null
      : wrong(
          `the signer may not pay ${missing.join(', ')} of PAYOUT_ADDRESSES`,
          'the same PAYOUT_ADDRESSES for the signer',
          `${set('PAYOUT_ADDRESSES', own.join(','))} for the signer, then ${restart}`,
        ),
  ];
}

/**
 * A warning when the policy signer reads the node or the index of the service: it then believes what deceives
 * the service. null: it does not, or does not say. No index is well: proofs show what it would.
 */
function sharedEyes(
  settings: Settings,
  { role, reads }: PublishedSettings,
  { set, restart }: Mends,
): Found | null {
  if (!reads || settings.CHAIN_RPC_URL === '' || settings.ORD_URL === '') return null;
  const own = chainRead(settings);
  const isFar = settings[ENDPOINTS[role]].startsWith('https://');
  const shared = (['node', 'index'] as const).filter((part) =>
    (own[part] ?? '').split(',').some(
      (place) =>
        (reads[part] ?? '').split(',').includes(place) &&
        // a loopback address of another machine is another program
        !(isFar && /^(127\.|localhost:|\[::1\])/.test(place)),
    ),
  );
  if (shared.length === 0) return null;
  const isNode = shared.includes('node');
  return warning(
    `reads the ${shared.map((part) => `${part} of the service (${own[part]})`).join(' and the ')}: a second opinion of the same eyes`,
    isNode
      ? 'a node of its own, which may be pruned, so that nobody deceives service and signer at once'
      : 'no index, or one of its own: proofs show it where an inscription is',
    isNode
      ? `${set('CHAIN_RPC_URL', '<its own>')} for the signer, then ${restart}`
      : `${set('ORD_URL', '')} for the signer, then ${restart}`,
  );
}

function keySetFault(
  published: PublishedSettings,
  keySet: NonNullable<Expected['keySet']> | null,
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
