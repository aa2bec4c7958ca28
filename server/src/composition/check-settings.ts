import { isIP } from 'node:net';
import { describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { smallestAnchor } from '@ordbook/protocol/listing/recovery';
import { Refusal } from '@ordbook/protocol/refusals';
import { NOBODY } from '../base/settings.ts';
import { hostUrls } from '../store/database/hosts.ts';
import { adminFlaws } from './admin-settings.ts';
import { listedPayees } from './payout-addresses.ts';
import { listOf, type Settings } from './settings.ts';
import { readTiers } from './tiers.ts';
import { SETTINGS_GUIDE, type SettingFlaw, wrongSettings } from './wrong-settings.ts';

/** Settings that `ordbook start` requires. */
export const NEEDED_TO_START = [
  'CHAIN_RPC_URL',
  'ORD_URL',
  'FEE_ADDRESS',
  'TOKEN_KEYS',
  'SIGNER_ENDPOINT',
] as const;

const URLS = {
  CHAIN_RPC_URL: ['http:', 'https:'],
  ORD_URL: ['http:', 'https:'],
  ESPLORA_URL: ['http:', 'https:'],
  PRICE_URL: ['http:', 'https:'],
  ALERT_WEBHOOK: ['http:', 'https:'],
  DATABASE_URL: ['postgres:', 'postgresql:'],
  REDIS_URL: ['redis:', 'rediss:'],
  PUBLIC_URL: ['http:', 'https:'],
  CONTENT_URL: ['http:', 'https:'],
  EXPLORER_URL: ['http:', 'https:'],
  COLLECTION_PAGE_URL: ['http:', 'https:'],
  DONATION_URL: ['http:', 'https:'],
} as const satisfies Partial<Record<keyof Settings, readonly string[]>>;

/**
 * Checks settings in combination, after `readSettings` has checked each on its own. Throws one Error that
 * names every wrong setting. `given`: required settings that the caller supplies in another way, e.g. the
 * sandbox's own signer.
 */
export function checkSettings(settings: Settings, given: readonly (keyof Settings)[] = []): void {
  const flaws = settingFlaws(settings, given);
  if (flaws.length > 0) throw wrongSettings(flaws, SETTINGS_GUIDE);
}

/** What `checkSettings` throws, as a list. */
export function settingFlaws(settings: Settings, given: readonly (keyof Settings)[] = []): SettingFlaw[] {
  return [
    ...NEEDED_TO_START.filter((name) => settings[name] === '' && !given.includes(name)).map((name) =>
      flaw(settings, name, 'set it; the service cannot start without it'),
    ),
    ...(settings.DATABASE_URL === '' && settings.DATA_DIR === '' && !given.includes('DATABASE_URL')
      ? [
          flaw(
            settings,
            'DATABASE_URL',
            'set it, or DATA_DIR for a trial; without both, every trade would be lost when the process ends',
          ),
        ]
      : []),
    ...valueFlaws(settings),
  ];
}

/**
 * A warning when balances on mainnet come from scans of the UTXO set, which take a minute or more each; else
 * null.
 */
export function scanWarning({
  NETWORK,
  ESPLORA_URL,
}: Pick<Settings, 'NETWORK' | 'ESPLORA_URL'>): { readonly detail: string; readonly advice: string } | null {
  if (NETWORK !== 'mainnet' || ESPLORA_URL !== '') return null;
  return {
    detail:
      "each sign-in, and each purchase in the console, scans the node's whole UTXO set, one scan at a time",
    advice:
      'set ESPLORA_URL to an Esplora server; without it sign-ins and purchases are slow, and many at once block each other',
  };
}

/** What is wrong with the settings that are set. */
function valueFlaws(settings: Settings): SettingFlaw[] {
  const flaws: SettingFlaw[] = [];
  const check = (isRight: boolean, name: keyof Settings, allowed: string) => {
    if (!isRight) flaws.push(flaw(settings, name, allowed));
  };
  for (const [name, protocols] of Object.entries(URLS) as [keyof typeof URLS, readonly string[]][]) {
    const allowed = `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
    const urls =
      name === 'DATABASE_URL'
        ? hostUrls(settings[name])
        : name === 'ORD_URL'
          ? listOf(settings[name])
          : [settings[name]];
    check(settings[name] === '' || urls.every((url) => isUrl(url, protocols)), name, allowed);
  }
  const indexes = listOf(settings.ORD_URL);
  check(
    indexes.length <= 2 && new Set(indexes).size === indexes.length,
    'ORD_URL',
    'must be one URL, or two different ones, separated by a comma',
  );
  for (const name of ['FEE_ADDRESS', 'DONATION_ADDRESS'] as const) {
    check(
      settings[name] === '' || isAddress(settings[name], settings),
      name,
      `must be an address of ${settings.NETWORK}`,
    );
  }
  const payout = listedPayees(settings).find((address) => !isAddress(address, settings));
  check(
    payout === undefined,
    'PAYOUT_ADDRESSES',
    `must be addresses of ${settings.NETWORK}, or "${NOBODY}", but has ${payout}`,
  );
  check(
    settings.MIN_FEE_RATE <= settings.MAX_FEE_RATE,
    'MAX_FEE_RATE',
    `must not be below ${settings.MIN_FEE_RATE}, the lowest package fee rate`,
  );
  check(
    settings.OFFER_MINIMUM_SATS <= settings.OFFER_MAXIMUM_SATS,
    'OFFER_MINIMUM_SATS',
    `must not be above OFFER_MAXIMUM_SATS (${settings.OFFER_MAXIMUM_SATS})`,
  );
  const tierFault = faultOf(() => readTiers(settings.ADMISSION_TIERS));
  check(tierFault === null, 'ADMISSION_TIERS', String(tierFault));
  check(
    settings.POLICY_SIGNER_ENDPOINT === '' || settings.KEY_SET !== '',
    'KEY_SET',
    'set it to the file of `ordbook keys publish`; collection offers need it',
  );
  for (const [name, other] of [
    ['POLICY_SIGNER_ENDPOINT', 'GATE_SIGNER_ENDPOINT'],
    ['GATE_SIGNER_ENDPOINT', 'POLICY_SIGNER_ENDPOINT'],
  ] as const)
    check(
      settings[name] !== '' || settings[other] === '',
      name,
      `set it, or leave ${other} empty; collection offers need both`,
    );
  check(
    settings.TRANSFER_FEE_RATE <= settings.MIN_FEE_RATE,
    'TRANSFER_FEE_RATE',
    `must not be above ${settings.MIN_FEE_RATE}, the lowest package fee rate, because a purchase pays for its transfers`,
  );
  const leastAnchor = smallestAnchor(settings.TRANSFER_FEE_RATE);
  check(
    settings.ANCHOR_SATS >= leastAnchor,
    'ANCHOR_SATS',
    `must be at least ${leastAnchor}, because an anchor pays for a transfer and a recovery at TRANSFER_FEE_RATE ${settings.TRANSFER_FEE_RATE}`,
  );
  const oddRate = listOf(settings.EARLIER_TRANSFER_FEE_RATES).find(
    (rate) => !/^\d{1,3}(\.\d{1,3})?$/.test(rate) || Number(rate) < 0.1,
  );
  check(
    oddRate === undefined,
    'EARLIER_TRANSFER_FEE_RATES',
    `must be rates in sat/vB of at least 0.1, but has ${oddRate}`,
  );
  check(
    settings.TOKEN_KEYS === '' || listOf(settings.TOKEN_KEYS).every((key) => /^[^:]+:.{32,}$/.test(key)),
    'TOKEN_KEYS',
    'must be id:secret, separated by commas, each secret with at least 32 characters',
  );
  const ids = listOf(settings.TOKEN_KEYS).map((key) => key.split(':')[0]);
  check(new Set(ids).size === ids.length, 'TOKEN_KEYS', 'must not use an id twice');
  const proxy = listOf(settings.TRUSTED_PROXIES).find((range) => !isRange(range));
  check(proxy === undefined, 'TRUSTED_PROXIES', `must be IP addresses or CIDRs, but has ${proxy}`);
  check(
    settings.DONATION_NAME === '' || settings.DONATION_ADDRESS !== '',
    'DONATION_ADDRESS',
    'set it, or leave DONATION_NAME empty',
  );
  check(
    settings.DATABASE_URL === '' || settings.DATA_DIR === '',
    'DATA_DIR',
    'leave it empty when DATABASE_URL is set',
  );
  check(
    settings.FOLLOW === 'on' || settings.DATABASE_URL !== '',
    'FOLLOW',
    'leave it on, or set DATABASE_URL: the embedded database has no other process that could follow the chain',
  );
  for (const name of ['SIGNER_ENDPOINT', 'POLICY_SIGNER_ENDPOINT', 'GATE_SIGNER_ENDPOINT'] as const)
    check(
      !/^[a-z][a-z0-9+.-]*:\/\//i.test(settings[name]) || isUrl(settings[name], ['https:']),
      name,
      'must be the path of a unix socket, or https://host:port; signers are reached over TLS only',
    );
  const isSignerFar = [
    settings.SIGNER_ENDPOINT,
    settings.POLICY_SIGNER_ENDPOINT,
    settings.GATE_SIGNER_ENDPOINT,
  ].some((where) => where.startsWith('https://'));
  flaws.push(...adminFlaws(settings));
  for (const name of ['SIGNER_TLS_CERT', 'SIGNER_TLS_KEY', 'SIGNER_TLS_CA'] as const)
    check(!isSignerFar || settings[name] !== '', name, 'set it; a signer endpoint is an https:// address');
  return flaws;
}

function flaw(settings: Settings, name: keyof Settings, allowed: string): SettingFlaw {
  // empty text means "not set"
  return { name, seen: settings[name] === '' ? undefined : settings[name], allowed };
}

/** The error message of `read`; null when it does not throw. */
function faultOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

function isAddress(address: string, { NETWORK }: Settings): boolean {
  try {
    describeAddress(address, NETWORK);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
