import { refuse } from '@ordbook/protocol/refusals';
import { type Static, Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import { satsOfBtc } from './amounts.ts';
import {
  type Block,
  type BlockInput,
  type BlockOutput,
  type BlockTransaction,
  MAX_WITNESS_ITEM_DIGITS,
} from './port.ts';

const ScriptPubKey = Type.Object({ hex: Type.String(), address: Type.Optional(Type.String()) });

const Input = Type.Object({
  coinbase: Type.Optional(Type.String()),
  txid: Type.Optional(Type.String()),
  vout: Type.Optional(Type.Integer()),
  sequence: Type.Integer(),
  scriptSig: Type.Optional(Type.Object({ hex: Type.String() })),
  txinwitness: Type.Optional(Type.Array(Type.String())),
  prevout: Type.Optional(Type.Object({ value: Type.Number(), scriptPubKey: ScriptPubKey })),
});

const Transaction = Type.Object({
  txid: Type.String(),
  version: Type.Integer(),
  locktime: Type.Integer(),
  vin: Type.Array(Input),
  vout: Type.Array(Type.Object({ value: Type.Number(), scriptPubKey: ScriptPubKey })),
});

const readBlock = responseReader(
  Type.Object({
    hash: Type.String(),
    height: Type.Integer(),
    time: Type.Integer(),
    previousblockhash: Type.Optional(Type.String()),
    tx: Type.Array(Transaction),
  }),
);

/** Decodes `getblock` with verbosity 3 (spent outputs included), emptying witness items that are too long. */
export function blockOf(answer: unknown): Block {
  const block = readBlock(answer, 'the node (getblock)');
  return {
    hash: block.hash,
    height: block.height,
    previousHash: block.previousblockhash ?? null,
    time: block.time,
    transactions: block.tx.map(transactionOf),
  };
}

function transactionOf(transaction: Static<typeof Transaction>): BlockTransaction {
  return {
    txid: transaction.txid,
    // some versions of the node show it with a sign
    version: transaction.version >>> 0,
    lockTime: transaction.locktime,
    inputs: transaction.vin
      .filter(({ coinbase }) => coinbase === undefined)
      .map((input) => inputOf(input, transaction.txid)),
    outputs: transaction.vout.map(
      ({ value, scriptPubKey }): BlockOutput => ({
        valueSats: satsOfBtc(value),
        script: scriptPubKey.hex,
        address: scriptPubKey.address ?? null,
      }),
    ),
  };
}

function inputOf(
  { txid, vout, sequence, prevout, scriptSig, txinwitness }: Static<typeof Input>,
  spender: string,
): BlockInput {
  if (txid === undefined || vout === undefined || prevout === undefined) {
    refuse(
      'unavailable',
      `the node does not know what ${spender} spends; the undo data of its block is missing`,
    );
  }
  return {
    txid,
    vout,
    valueSats: satsOfBtc(prevout.value),
    script: prevout.scriptPubKey.hex,
    scriptSig: scriptSig?.hex ?? '',
    sequence,
    witness: txinwitness?.map((item) => (item.length <= MAX_WITNESS_ITEM_DIGITS ? item : '')) ?? [],
  };
}
