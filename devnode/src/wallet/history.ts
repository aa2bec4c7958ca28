import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import { tipOf } from '../chain/chain.ts';
import type { BlockNode } from '../chain/chain-state.ts';
import type { Coin } from '../chain/coins.ts';
import { withChecksum } from '../rpc/descriptor.ts';
import { btc } from '../rpc/parameters.ts';
import { transactionJson } from '../rpc/transaction-json.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { isCoinbase, sumSats, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import { type OpenWallet, ownerOf } from './wallet.ts';

/** A transaction that pays a wallet or spends of it. */
type Entry = {
  readonly tx: Transaction;
  readonly spent: readonly Coin[];
  /** Missing while it waits. */
  readonly node?: BlockNode;
  /** Unix seconds. */
  readonly time: number;
};

type Json = Record<string, unknown>;

/** The transactions of a wallet, oldest first; those that wait come last. */
export function historyOf(open: OpenWallet): Entry[] {
  const { chain, pool } = open.node;
  const confirmed = chain.active.flatMap((node) =>
    node.block.transactions.map((tx, n) => ({
      tx,
      spent: node.undo[n] ?? [],
      node,
      time: node.block.header.time,
    })),
  );
  const waiting = [...pool.byTxid.values()].map(({ tx, coins, time }) => ({ tx, spent: coins, time }));
  const ours = ({ script }: TransactionOutput) => ownerOf(open, script) !== undefined;
  return [...confirmed, ...waiting].filter(({ tx, spent }) => tx.outputs.some(ours) || spent.some(ours));
}

/** One of them as gettransaction shows it; undefined when it is not the wallet's. */
export function transactionEntry(open: OpenWallet, txid: string, verbose: boolean): Json | undefined {
  const found = historyOf(open).find(({ tx }) => txidOf(tx) === txid);
  if (!found) return undefined;
  const { debit, credit, feeSats } = sumsOf(open, found);
  return {
    amount: btc(credit - debit + feeSats),
    ...(debit > 0 && { fee: btc(-feeSats) }),
    ...placeJson(open, found),
    details: detailsOf(open, found),
    hex: hex.encode(serializeTransaction(found.tx)),
    ...(verbose && { decoded: transactionJson(found.tx, { show: 'nothing' }, false) }),
    lastprocessedblock: lastBlock(open),
  };
}

/**
 * What listtransactions shows: a row for each output sent or received, the newest `count` before `skip`,
 * oldest first.
 */
export function transactionRows(open: OpenWallet, label: string, count: number, skip: number): Json[] {
  const rows = historyOf(open).flatMap((entry) =>
    detailsOf(open, entry)
      .filter((row) => label === '*' || row['label'] === label)
      .map((row) => ({ ...row, ...placeJson(open, entry) })),
  );
  const end = Math.max(0, rows.length - skip);
  return rows.slice(Math.max(0, end - count), end);
}

export function lastBlock({ node }: OpenWallet): Json {
  const { block, height } = tipOf(node.chain);
  return { hash: block.hash, height };
}

/** What a transaction takes from a wallet and gives it, in sats. The fee is 0 unless the wallet pays it. */
export function sumsOf(
  open: OpenWallet,
  { tx, spent }: { tx: Transaction; spent: readonly TransactionOutput[] },
) {
  const ours = (outputs: readonly TransactionOutput[]) =>
    sumSats(outputs.filter(({ script }) => ownerOf(open, script)));
  const debit = ours(spent);
  return { debit, credit: ours(tx.outputs), feeSats: debit > 0 ? sumSats(spent) - sumSats(tx.outputs) : 0 };
}

function placeJson(open: OpenWallet, { tx, node, time }: Entry): Json {
  const tip = tipOf(open.node.chain);
  return {
    confirmations: node ? tip.height - node.height + 1 : 0,
    ...(isCoinbase(tx) && { generated: true }),
    ...(node
      ? {
          blockhash: node.block.hash,
          blockheight: node.height,
          blockindex: node.block.transactions.indexOf(tx),
          blocktime: node.block.header.time,
        }
      : { trusted: true }),
    txid: txidOf(tx),
    wtxid: wtxidOf(tx),
    walletconflicts: [],
    mempoolconflicts: [],
    time,
    timereceived: time,
    'bip125-replaceable': node ? 'no' : 'yes',
  };
}

/** A row for each output that a wallet sends, then for each that it receives. Change is not shown. */
function detailsOf(open: OpenWallet, entry: Entry): Json[] {
  const { tx, node } = entry;
  const { debit, feeSats } = sumsOf(open, entry);
  const rows = tx.outputs.map((output, vout) => {
    const owned = ownerOf(open, output.script);
    const address = addressOf(output.script);
    const label = owned && open.wallet.labels[hex.encode(output.script)];
    const shared = {
      ...(address !== undefined && { address }),
      ...(label !== undefined && { label }),
      vout,
    };
    return { output, owned, isChange: debit > 0 && owned?.imported.internal === true, shared };
  });
  const sent = debit > 0 ? rows.filter(({ isChange }) => !isChange) : [];
  const depth = node ? tipOf(open.node.chain).height - node.height + 1 : 0;
  const category = !isCoinbase(tx) ? 'receive' : depth <= 100 ? 'immature' : 'generate';
  return [
    ...sent.map(({ output, shared }) => ({
      ...shared,
      category: 'send',
      amount: btc(-output.valueSats),
      fee: btc(-feeSats),
      abandoned: false,
    })),
    ...rows
      .filter(({ owned, isChange }) => owned && !isChange)
      .map(({ output, owned, shared }) => ({
        ...shared,
        parent_descs: [withChecksum(owned!.descriptor.normalText)],
        category,
        amount: btc(output.valueSats),
        abandoned: false,
      })),
  ];
}
