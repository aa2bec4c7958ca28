import { readFileSync } from 'node:fs';
import { WIF } from '@scure/btc-signer';
import { type NetworkName, networkParams, scriptOf } from '../wallet/network.ts';
import type { TakeBackRequest } from './take-back.ts';

/** The options of `npm run exit`, as typed. */
export interface ExitOptions {
  readonly parent: string;
  readonly key: string;
  readonly to: string;
  readonly feeRate: string;
  readonly network: NetworkName;
}

/** sat/vB. Nodes from 30 on relay from 0.1; above 1,000 somebody has typed sats. */
const FEE_RATES = { least: 0.1, most: 1_000 };

/** Reads files and values. Throws an Error of one sentence that says what to do about a wrong one; it never shows the key. */
export function readRequest({ parent, key, to, feeRate, network }: ExitOptions): TakeBackRequest {
  const rate = feeRate.trim() === '' ? Number.NaN : Number(feeRate);
  if (!(rate >= FEE_RATES.least && rate <= FEE_RATES.most))
    throw new Error(`--fee-rate is ${feeRate}: give sat/vB, ${FEE_RATES.least} to ${FEE_RATES.most}`);
  orElse(`--to is ${to}: give an address of ${network}, or another --network`, () => scriptOf(to, network));
  const wif = contentOf('--key', key);
  return {
    fundingParent: contentOf('--parent', parent),
    secret: orElse(
      `--key: ${key} holds no key of ${network} in wallet import format: export it from the wallet, or give another --network`,
      () => WIF(networkParams(network)).decode(wif),
    ),
    toAddress: to,
    network,
    feeRate: rate,
  };
}

function contentOf(option: string, file: string): string {
  return orElse(`${option}: ${file} cannot be read: give the path of a file`, () => {
    return readFileSync(file, 'utf8').trim();
  });
}

/** What `read` returns; `sentence` instead of what it throws. */
function orElse<T>(sentence: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new Error(sentence);
  }
}
