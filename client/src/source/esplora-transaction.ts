/** Esplora's JSON of a transaction. */

import { hex } from '@scure/base';
import { sumOf } from '../responses/sats.ts';
import { ADDRESS, type Fields, MAX_SATS, MAX_VOUT, SCRIPT, TXID } from './fields.ts';
import type { Outpoint } from './source.ts';

export interface EsploraInput extends Outpoint {
  /** Value of the spent output, sats. */
  readonly valueSats: number;
  readonly witness: readonly Uint8Array[];
}

export interface EsploraOutput {
  readonly valueSats: number;
  readonly script: string;
  readonly address: string | null;
}

export interface EsploraTransaction {
  readonly txid: string;
  readonly confirmed: boolean;
  readonly inputs: readonly EsploraInput[];
  readonly outputs: readonly EsploraOutput[];
}

/** Most inputs or outputs of a transaction that fits into a block. */
const MOST = 120_000;
const WITNESS_ITEM = /^(?:[0-9a-f]{2}){0,4000000}$/;

/**
 * The transaction `txid` of a response. A coinbase has no inputs here: its sats come from no output. Throws
 * `SourceError`, also when the outputs hold more than the inputs.
 */
export function transactionIn(fields: Fields, txid: string): EsploraTransaction {
  const named = fields.text('txid', TXID);
  if (named !== txid) fields.fail('txid', `is ${named}, not ${txid}`);
  const inputs = fields
    .objects('vin', MOST)
    .flatMap((input) => (input.flag('is_coinbase') ? [] : [inputIn(input)]));
  const outputs = fields.objects('vout', MOST).map((output) => ({
    valueSats: output.whole('value', 0, MAX_SATS),
    script: output.text('scriptpubkey', SCRIPT),
    address: output.textOrNull('scriptpubkey_address', ADDRESS),
  }));
  if (inputs.length > 0 && sumOf(outputs) > sumOf(inputs))
    fields.fail('vout', `holds ${sumOf(outputs)} sats, more than the inputs' ${sumOf(inputs)}`);
  return { txid, confirmed: fields.object('status').flag('confirmed'), inputs, outputs };
}

function inputIn(input: Fields): EsploraInput {
  return {
    txid: input.text('txid', TXID),
    vout: input.whole('vout', 0, MAX_VOUT),
    valueSats: input.object('prevout').whole('value', 0, MAX_SATS),
    witness: input.texts('witness', WITNESS_ITEM, MOST).map((item) => hex.decode(item)),
  };
}
