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

/** Throws `WrongArgument` unless `value` is 1 or more whole sats. */
export function requireSats(option: string, value: unknown): void {
  if (!isSats(value) || value === 0)
    throw new WrongArgument(option, `is ${shown(value)}; it must be a whole number of sats, 1 or more`);
}

/** Throws `WrongArgument` unless `value` is a text with something in it. */
export function requireText(option: string, value: unknown): void {
  if (typeof value !== 'string' || value === '')
    throw new WrongArgument(option, `is ${shown(value)}; it must be a text that is not empty`);
}

/** Throws `WrongArgument` unless `value` is a list with something in it. */
export function requireList(option: string, value: unknown): void {
  if (!Array.isArray(value) || value.length === 0)
    throw new WrongArgument(option, `is ${shown(value)}; it must be a list that is not empty`);
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
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'an object';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(value);
}
