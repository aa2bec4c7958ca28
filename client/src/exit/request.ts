import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { validatePubkey } from '@scure/btc-signer/utils.js';
import type { Coin } from '../signing/psbt.ts';
import { type NetworkName, networkParams, scriptOf } from '../wallet/network.ts';
import type { KeyType } from '../wallet/signing-key.ts';
import type { OfferExit } from './offer.ts';
import type { PassthroughExit } from './passthrough.ts';
import type { PaymentExit } from './payment.ts';
import type { InscriptionExit } from './spend-by-key-path.ts';

/** The options of every command of `ordbook-exit`. */
export interface ExitOptions {
  readonly key: string;
  readonly to: string;
  readonly feeRate: string;
  readonly network: NetworkName;
  readonly maxFeeShare?: string;
  readonly maxFeeSats?: string;
}

/** The options of `exit offer`. */
export interface OfferOptions extends ExitOptions {
  readonly parent: string;
}

/** The options of `exit inscription`. */
export interface InscriptionOptions extends ExitOptions {
  readonly coin: string;
  readonly offset: string;
  readonly feeCoin?: string;
  readonly feeKey?: string;
  readonly feeType: KeyType;
}

/** The options of `exit payment`. */
export interface PaymentOptions extends ExitOptions {
  readonly coin: readonly string[];
  readonly type: KeyType;
}

/** The options of `exit passthrough`. */
export interface PassthroughOptions extends InscriptionOptions {
  readonly marketKey: string;
}

/** Fee rates, sat/vB. Nodes from version 30 on relay from 0.1; above 1,000 the user probably typed sats. */
const FEE_RATES = { least: 0.1, most: 1_000 };
const ALL_SATS = 21e14;
/** Used without `--fee-rate` and without `--esplora`, sat/vB. */
export const DEFAULT_FEE_RATE = '2';

/**
 * Reads files and values. Throws an Error with one sentence that says what is wrong and what to do; it never
 * shows the key.
 */
export function readOfferExit(options: OfferOptions): OfferExit {
  const common = readCommon(options);
  return { fundingParent: contentOf('--parent', options.parent), ...common };
}

/** As `readOfferExit`. */
export function readInscriptionExit(options: InscriptionOptions): InscriptionExit {
  const { coin, offset, feeCoin, feeKey, feeType, network } = options;
  const common = readCommon(options);
  if ((feeCoin === undefined) !== (feeKey === undefined))
    throw new Error(
      feeCoin === undefined
        ? '--fee-key is set without --fee-coin; add --fee-coin, the coin that pays'
        : '--fee-coin is set without --fee-key; add --fee-key, the file with its key',
    );
  return {
    coin: coinOf('--coin', coin),
    offset: numberOf('--offset', offset, 0, 'sats before the inscription, the last part of its satpoint'),
    ...common,
    ...(feeCoin === undefined
      ? {}
      : {
          feeCoin: {
            ...coinOf('--fee-coin', feeCoin),
            type: feeType,
            secret: secretIn('--fee-key', feeKey!, network),
          },
        }),
  };
}

/** As `readOfferExit`. */
export function readPassthroughExit(options: PassthroughOptions): PassthroughExit {
  const { marketKey } = options;
  const exit = readInscriptionExit(options);
  orElse(`--market-key is ${marketKey}; use a public key of 64 or 66 characters in hex`, () => {
    const bytes = hex.decode(marketKey);
    validatePubkey(bytes, bytes.length === 32 ? 1 : 0);
  });
  return { ...exit, marketPublicKey: marketKey.toLowerCase() };
}

/** As `readOfferExit`. */
export function readPaymentExit(options: PaymentOptions): PaymentExit {
  const coins = options.coin.map((coin) => coinOf('--coin', coin));
  return { coins, type: options.type, ...readCommon(options) };
}

function readCommon({ key, to, feeRate, network, maxFeeShare, maxFeeSats }: ExitOptions) {
  const rate = feeRate.trim() === '' ? Number.NaN : Number(feeRate);
  if (!(rate >= FEE_RATES.least && rate <= FEE_RATES.most))
    throw new Error(`--fee-rate is ${feeRate}; use ${FEE_RATES.least} to ${FEE_RATES.most} sat/vB`);
  orElse(`--to is ${to}; use an address of ${network}, or another --network`, () => scriptOf(to, network));
  return {
    secret: secretIn('--key', key, network),
    toAddress: to,
    network,
    feeRate: rate,
    ...(maxFeeShare === undefined ? {} : { maxFeeShare: shareOf(maxFeeShare) }),
    ...(maxFeeSats === undefined
      ? {}
      : { maxFeeSats: numberOf('--max-fee-sats', maxFeeSats, 1, 'the most sats of fee') }),
  };
}

function shareOf(text: string): number {
  const share = /^[01](\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(share > 0 && share <= 1))
    throw new Error(`--max-fee-share is ${text}; use a number above 0 and up to 1, such as 0.25`);
  return share;
}

function secretIn(option: string, file: string, network: NetworkName): Uint8Array {
  const wif = contentOf(option, file);
  return orElse(
    `${option}: ${file} has no key of ${network} in wallet import format; export it from the wallet, or use another --network`,
    () => WIF(networkParams(network)).decode(wif),
  );
}

/** `txid:vout:sats`. */
function coinOf(option: string, text: string): Coin {
  const [txid = '', vout = '', sats = '', ...more] = text.split(':');
  if (!/^[0-9a-f]{64}$/.test(txid) || more.length > 0)
    throw new Error(`${option} is ${text}; use txid:vout:sats, as a wallet or explorer shows them`);
  return {
    txid,
    vout: numberOf(option, vout, 0, 'txid:vout:sats'),
    valueSats: numberOf(option, sats, 1, 'txid:vout:sats'),
  };
}

function numberOf(option: string, text: string, least: number, wanted: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= ALL_SATS))
    throw new Error(`${option} has ${text || 'nothing'} instead of a whole number; use ${wanted}`);
  return value;
}

function contentOf(option: string, file: string): string {
  return orElse(`${option}: ${file} cannot be read; use the path of a file`, () => {
    return readFileSync(file, 'utf8').trim();
  });
}

/** The result of `read`. Throws an Error with `sentence` instead of the error of `read`. */
function orElse<T>(sentence: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error(sentence);
  }
}
