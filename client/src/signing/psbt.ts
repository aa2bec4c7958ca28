import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { demand, UnsafePsbt } from './unsafe-psbt.ts';

/** Characters of base64: what the service accepts back. */
const MAX_PSBT_LENGTH = 1_500_000;

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
}

export interface PsbtInput extends Coin {
  /** Of the output that is spent. */
  readonly script: Uint8Array;
  readonly fields: ReturnType<Transaction['getInput']>;
}

export interface PsbtOutput {
  readonly valueSats: number;
  readonly script: Uint8Array;
}

/** A PSBT as a wallet looks at it. */
export interface Psbt {
  readonly transaction: Transaction;
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
  /** Of the signed transaction, when each P2SH input carries its redeem script and every other input is segwit. */
  readonly txid: string;
}

/**
 * Reads a version 0 PSBT in which every input names the output it spends (`witnessUtxo`). Throws `UnsafePsbt` for anything else.
 * The values of coins are what the PSBT says: a taproot signature that covers all inputs commits to them, one by ECDSA
 * commits to its own only.
 */
export function readPsbt(psbtBase64: string): Psbt {
  demand(psbtBase64.length <= MAX_PSBT_LENGTH, () => `the PSBT is ${psbtBase64.length} characters long`);
  const transaction = decoded(psbtBase64);
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const fields = transaction.getInput(index);
    const { txid, index: vout, witnessUtxo } = fields;
    demand(txid !== undefined && vout !== undefined && witnessUtxo !== undefined, () => {
      return `input ${index} does not say which output it spends`;
    });
    const { script, amount } = witnessUtxo;
    return { txid: hex.encode(txid), vout, valueSats: Number(amount), script, fields };
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index);
    demand(script !== undefined && amount !== undefined, () => `output ${index} is incomplete`);
    return { valueSats: Number(amount), script };
  });
  return { transaction, inputs, outputs, txid: txidOf(transaction, inputs, outputs) };
}

function decoded(psbtBase64: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbtBase64), {
      allowUnknownVersion: true,
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    });
  } catch (error) {
    throw new UnsafePsbt(`it does not decode: ${error instanceof Error ? error.message : String(error)}`);
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
