/** Arguments that cannot be right are refused where they enter: before a request, a PSBT or the wallet. */
import { isSats } from '@ordbook/protocol/sats';

/**
 * An argument of a call is missing or cannot be right. Nothing was sent to the service, and nothing was
 * signed. `option` names it as a path within the argument, such as `listings[0].priceSats`.
 */
export class WrongArgument extends Error {
  override readonly name = 'WrongArgument';
  readonly option: string;

  /** `demand` follows the name of the option, as in "must be the slug of a collection". */
  constructor(option: string, demand: string) {
    super(`${option} ${demand}`);
    this.option = option;
  }
}

type Rule = readonly [isRight: (value: unknown) => boolean, demand: string];

const whole = (least: number, most: number): Rule => [
  (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  `a whole number, ${least} to ${most}`,
];
const TEXT: Rule = [(value) => typeof value === 'string' && value !== '', 'a text that is not empty'];
const LIST: Rule = [(value) => Array.isArray(value) && value.length > 0, 'a list that is not empty'];
const SATS: Rule = [(value) => isSats(value) && value !== 0, 'a whole number of sats, 1 or more'];
/** Infinity is one: without limit. */
const LIMIT: Rule = [(value) => typeof value === 'number' && value >= 0, 'a number, 0 or more'];
const RATE: Rule = [(value) => Number.isFinite(value) && Number(value) > 0, 'a number of sat/vB above 0'];
const TXID: Rule = [
  (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  'a transaction id, 64 hex digits in lower case',
];
const WHOLE_SATS: Rule = [isSats, 'a whole number of sats'];
const HOURS: readonly unknown[] = [6, 12, 24, 168, 720, 2160];
const NETWORKS: readonly unknown[] = ['mainnet', 'testnet', 'signet', 'regtest'];

/** What an option must be, by its name, which means the same wherever it occurs. */
const RULES: Readonly<Record<string, Rule>> = {
  slug: TEXT,
  id: TEXT,
  collectionSlug: TEXT,
  listingId: TEXT,
  inscriptionId: TEXT,
  offerId: TEXT,
  listings: LIST,
  items: LIST,
  inscriptionIds: LIST,
  coins: LIST,
  priceSats: SATS,
  ladderStepSats: WHOLE_SATS,
  offerCount: whole(1, 10),
  validityHours: [(value) => HOURS.includes(value), `one of ${HOURS.join(', ')}`],
  confirmations: whole(1, 1_000),
  maxFeeRate: LIMIT,
  maxNetworkFeeSats: LIMIT,
  maxPostageSats: LIMIT,
  maxTotalSats: LIMIT,
  maxDonationSats: LIMIT,
  maxFeeSats: LIMIT,
  bps: LIMIT,
  atLeastSats: LIMIT,
  maxFeeShare: [(value) => Number(value) > 0 && Number(value) <= 1, 'a share above 0 and up to 1'],
  feeRate: RATE,
  offset: LIMIT,
  valueSats: WHOLE_SATS,
  vout: whole(0, 0xffff_ffff),
  txid: TXID,
  transferTxid: TXID,
  settlementTxid: TXID,
  marketPublicKey: [
    (value) => typeof value === 'string' && /^(0[23])?[0-9a-f]{64}$/.test(value),
    'a key in hex, x-only or compressed',
  ],
  fundingParent: TEXT,
  address: TEXT,
  toAddress: TEXT,
  secret: [(value) => value instanceof Uint8Array && value.length === 32, 'a key of 32 bytes'],
  network: [(value) => NETWORKS.includes(value), `one of ${NETWORKS.join(', ')}`],
  type: [(value) => ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'].includes(String(value)), 'p2wpkh, p2sh-p2wpkh or p2tr'],
};
/** Options whose parts have rules too. */
const PARTS = [
  'listings',
  'items',
  'spendableUtxos',
  'coins',
  'coin',
  'feeCoin',
  'inscriptionCoin',
  'anchor',
  'feeLimit',
  'limits',
];

/**
 * Throws `WrongArgument` for an option that is `needed` and missing, or that cannot be right. `needed` are
 * paths: `listings.priceSats` is needed of each listing.
 */
export function requireOptions(given: unknown, needed: readonly string[], path = ''): void {
  if (typeof given !== 'object' || given === null)
    throw new WrongArgument(path || 'request', `is ${shown(given)}; it must be an object`);
  const options = given as Readonly<Record<string, unknown>>;
  for (const name of new Set([...needed.map((one) => one.split('.')[0]!), ...Object.keys(options)])) {
    const value = options[name];
    const isNeeded = needed.some((one) => one === name || one.startsWith(`${name}.`));
    if (value === undefined && !isNeeded) continue;
    const at = path === '' ? name : `${path}.${name}`;
    const [isRight, demand] = (Object.hasOwn(RULES, name) && RULES[name]) || [];
    if (isRight && !isRight(value))
      throw new WrongArgument(
        at,
        `is ${isSecret(name, value) ? 'another text' : shown(value)}; it must be ${demand}`,
      );
    if (!PARTS.includes(name)) continue;
    const below = needed.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));
    if (!Array.isArray(value)) requireOptions(value, below, at);
    else for (const [index, part] of value.entries()) requireOptions(part, below, `${at}[${index}]`);
  }
}

/**
 * The same for an object that has more than options, as a wallet of another program or an answer of the
 * service: nothing else of it is looked at.
 */
export function requireFields(given: object, names: readonly string[], path = ''): void {
  const fields = (given ?? null) as Readonly<Record<string, unknown>> | null;
  requireOptions(fields && Object.fromEntries(names.map((name) => [name, fields[name]])), names, path);
}

/** Throws `WrongArgument` unless `session` has what a signed-in one has: a promise of it has not. */
export function requireSession(session: { readonly client: unknown; readonly wallet: unknown }): void {
  const { client, wallet } = (session ?? {}) as Partial<typeof session>;
  if (!client || !wallet) throw new WrongArgument('session', 'is none; it must be what signIn resolves to');
}

/** Throws `WrongArgument` unless `value` is the URL of a server. It is not shown: it may have a password. */
export function requireUrl(option: string, value: unknown): void {
  if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new WrongArgument(
      option,
      `is ${typeof value === 'string' ? 'another text' : shown(value)}; it must be a URL that begins with http:// or https://`,
    );
}

/**
 * Throws `WrongArgument` unless a request says which coins pay: a list of them, or where to look them up.
 * Whether a list has enough in it is for the service to say.
 */
export function requireCoins(request: object): void {
  const { spendableUtxos, esploraUrl } = request as { spendableUtxos?: unknown; esploraUrl?: unknown };
  if (!('spendableUtxos' in request)) requireUrl('esploraUrl', esploraUrl);
  else if (!Array.isArray(spendableUtxos))
    throw new WrongArgument('spendableUtxos', `is ${shown(spendableUtxos)}; it must be a list of coins`);
  else
    requireOptions(
      request,
      ['txid', 'vout', 'valueSats'].map((name) => `spendableUtxos.${name}`),
    );
}

const isSecret = (name: string, value: unknown) => name === 'secret' && typeof value === 'string';

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'an object';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
}
