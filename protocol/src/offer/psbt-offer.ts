/**
 * An inscription offer as one file: the PSBT of a settlement that only the owner has not signed. It needs no
 * account; `ord wallet offer create` makes it and `ord wallet offer accept` takes it. Anyone with the file
 * can offer it to the owner, until one of its coins is spent.
 */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { hexToBytes } from '../bitcoin/bytes.ts';
import { witnessOf } from '../bitcoin/witness.ts';
import type { Layout } from '../layout/layout.ts';
import type { InputSignature } from '../layout/terms.ts';
import { spendingOf } from '../locks/lock.ts';
import { refuse } from '../refusals.ts';

/**
 * The file of an offer, base64: its buyer's inputs are final, and no field asks for a sighash type, as
 * `ord wallet offer accept` demands. Throws Refusal `bad_signature` when a signature is missing, and
 * `bad_address` for a P2SH payer, whose inputs need more than `ord` allows.
 */
export function psbtOfferFile(table: Layout, signatures: readonly InputSignature[]): string {
  const transaction = new Transaction({
    version: table.version,
    disableScriptCheck: true,
    allowUnknownOutputs: true,
  });
  for (const [index, input] of table.inputs.entries()) {
    const { coin, lock, signs, sequence } = input;
    if (spendingOf(lock).scriptSig().length > 0)
      refuse(
        'bad_address',
        'ord takes no offer that a P2SH address pays; pay from a P2WPKH or taproot address',
      );
    const isBuyers = signs.buyer !== undefined;
    const witness = isBuyers ? witnessOf(input, () => signatureOf(signatures, index)) : [];
    transaction.addInput(
      {
        txid: coin.txid,
        index: coin.vout,
        sequence,
        witnessUtxo: { script: hexToBytes(lock.script), amount: BigInt(coin.valueSats) },
        ...(isBuyers ? { finalScriptWitness: witness.map((item) => hexToBytes(item)) } : {}),
      },
      true,
    );
  }
  for (const { script, valueSats } of table.outputs)
    transaction.addOutput({ script: hexToBytes(script), amount: BigInt(valueSats) }, true);
  return base64.encode(transaction.toPSBT());
}

function signatureOf(signatures: readonly InputSignature[], index: number): string {
  const found = signatures.find(({ inputIndex }) => inputIndex === index);
  return found?.signature ?? refuse('bad_signature', `input ${index} of the offer is not signed`);
}
