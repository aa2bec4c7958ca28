import { coverageOf, isFinal, madeSighashes, statedSighash } from '@ordbook/judge';
import type { TransactionInput } from '@scure/btc-signer/psbt.js';
import type { Explanation, InputSignature } from './explanation.ts';

/** What the wallet is asked for. */
export interface AskedSighash {
  /** `default`: the one that the PSBT states. null: nothing is asked of it. */
  readonly sighash: number | 'default' | null;
  /** Whether the request names the input. The wallet signs then, whatever is there already. */
  readonly isNamed: boolean;
}

/** The signature of an input. */
export function signatureOf(
  fields: TransactionInput,
  script: string | null,
  { sighash: asked, isNamed }: AskedSighash,
): InputSignature {
  const stated = statedSighash(fields, script);
  const signature = (state: InputSignature['state'], byte: number): InputSignature => {
    // ECDSA has no DEFAULT: wallets read 0 as ALL
    const sighash = byte === 0 ? statedSighash({}, script) : byte;
    return { state, byte: sighash, coverage: coverageOf(sighash) };
  };
  if (isNamed) return signature('asked', asked === null || asked === 'default' ? stated : asked);
  const [made] = madeSighashes(fields);
  if (isFinal(fields))
    return made === undefined ? { state: 'final', byte: null, coverage: null } : signature('final', made);
  if (made !== undefined) return signature('made', made);
  if (asked === null) return signature('missing', stated);
  return signature('asked', asked === 'default' ? stated : asked);
}

/** The inputs that the viewer signs; without a viewer all that are unsigned. */
export function signedByViewer({ inputs, hasViewer }: Explanation): number[] {
  return inputs.flatMap(({ signature: { state } }, index) =>
    state === 'asked' || (!hasViewer && state === 'missing') ? [index] : [],
  );
}
