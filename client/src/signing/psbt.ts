import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { demand, UnsafePsbt } from './unsafe-psbt.ts';

/** Most characters of base64, as in the service. */
const MAX_PSBT_LENGTH = 1_500_000;

/** Reads transactions of any version, with any scripts. */
export const ANY = {
  allowUnknownVersion: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
} as const;

/** An unspent output and its value. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
}

/** An input of a PSBT, with the coin that it spends. */
export interface PsbtInput extends Coin {
  /** Script of the spent output. */
  readonly script: Uint8Array;
  readonly fields: ReturnType<Transaction['getInput']>;
}

/** The coin that an input spends. */
export function coinOf({ txid, vout, valueSats }: PsbtInput): Coin {
  return { txid, vout, valueSats };
}

/** An output of a PSBT. */
export interface PsbtOutput {
  readonly valueSats: number;
  readonly script: Uint8Array;
}

/** The parts of a PSBT that a wallet checks. */
export interface Psbt {
  readonly transaction: Transaction;
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
  /**
   * Txid of the signed transaction, provided that each P2SH input has its redeem script and all other inputs
   * are segwit.
   */
  readonly txid: string;
}

/**
 * Reads a version 0 PSBT in which every input has the output that it spends (`witnessUtxo`). Throws
 * `UnsafePsbt` for anything else. Coin values are taken from the PSBT: a taproot signature over all inputs
 * commits to them, an ECDSA signature only to its own.
 */
export function readPsbt(psbtBase64: string): Psbt {
  demand(
    psbtBase64.length <= MAX_PSBT_LENGTH,
    () => `the PSBT has ${psbtBase64.length} characters; the limit is ${MAX_PSBT_LENGTH}`,
  );
  const transaction = decoded(psbtBase64);
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const fields = transaction.getInput(index);
    const { txid, index: vout, witnessUtxo } = fields;
    demand(txid !== undefined && vout !== undefined && witnessUtxo !== undefined, () => {
      return `input ${index} of the PSBT does not include the output that it spends`;
    });
    const { script, amount } = witnessUtxo;
    return { txid: hex.encode(txid), vout, valueSats: Number(amount), script, fields };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index);
    demand(script !== undefined && amount !== undefined, () => `output ${index} of the PSBT is incomplete`);
    return { valueSats: Number(amount), script };
  });
  return { transaction, inputs, outputs, txid: txidOf(transaction, inputs, outputs) };
}

function decoded(psbtBase64: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbtBase64), ANY);
  } catch (error) {
    throw new UnsafePsbt(
      `the PSBT cannot be decoded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function txidOf(
  { version, lockTime }: Transaction,
  inputs: readonly PsbtInput[],
  outputs: readonly PsbtOutput[],
): string {
  const bytes = RawOldTx.encode({
    version,
    lockTime,
    inputs: inputs.map(({ txid, vout, fields: { redeemScript, sequence } }) => ({
      txid: hex.decode(txid),
      index: vout,
      finalScriptSig: redeemScript ? Uint8Array.of(redeemScript.length, ...redeemScript) : new Uint8Array(),
      sequence: sequence ?? 0xffffffff,
    })),
    outputs: outputs.map(({ valueSats, script }) => ({ amount: BigInt(valueSats), script })),
  });
  return hex.encode(sha256x2(bytes).reverse());
}
