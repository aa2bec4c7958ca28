import { MANDATORY_FLAGS } from '../script/flags.ts';
import { sameBytes } from '../script/script-bytes.ts';
import { sigopCostOf } from '../script/sigops.ts';
import { checkTransaction } from '../transaction/check.ts';
import { hasWitness, isCoinbase, sumSats, type Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import {
  type Block,
  blockSizes,
  isCommitmentScript,
  transactionsRoot,
  witnessCommitmentScript,
} from './block.ts';
import type { BlockNode, ChainState } from './chain-state.ts';
import { heightPush, subsidySats } from './coinbase.ts';
import { type Coin, type CoinLookup, coinOf, outpointKey } from './coins.ts';
import { meetsTarget, REGTEST_BITS } from './header.ts';
import { type Rejection, reject } from './rejection.ts';
import { checkBlockScripts } from './scripts.ts';
import { feeOf, isFinal, sequenceLocksPassed, spentCoins } from './transaction-rules.ts';

const MAX_BLOCK_WEIGHT = 4_000_000;
const MAX_BLOCK_SIGOP_COST = 80_000;
const MAX_FUTURE_SECONDS = 2 * 60 * 60;

/**
 * Rules of a block that need only its parent: header, shape, heights, commitments (CheckBlock and its
 * context).
 */
export function checkBlockForm(
  block: Block,
  parent: BlockNode,
  nowSeconds: number,
  proofNeeded = true,
): Rejection | undefined {
  const { header, transactions } = block;
  const height = parent.height + 1;
  if (proofNeeded && !meetsTarget(block.hash))
    return reject('consensus', 'high-hash', 'proof of work failed');
  if (header.bits !== REGTEST_BITS) return reject('consensus', 'bad-diffbits', 'incorrect proof of work');
  if (header.time <= parent.medianTime)
    return reject('consensus', 'time-too-old', "block's timestamp is too early");
  if (header.time > nowSeconds + MAX_FUTURE_SECONDS)
    return reject('consensus', 'time-too-new', 'block timestamp too far in the future');
  if (header.merkleRoot !== transactionsRoot(transactions))
    return reject('consensus', 'bad-txnmrklroot', 'hashMerkleRoot mismatch');
  if (transactions.length === 0) return reject('consensus', 'bad-blk-length', 'size limits failed');
  if (!isCoinbase(transactions[0]!)) return reject('consensus', 'bad-cb-missing', 'first tx is not coinbase');
  if (transactions.slice(1).some(isCoinbase))
    return reject('consensus', 'bad-cb-multiple', 'more than one coinbase');
  for (const tx of transactions) {
    const broken = checkTransaction(tx);
    if (broken)
      return reject('consensus', broken, `Transaction check failed (tx hash ${txidOf(tx)}) ${broken}`);
    if (!isFinal(tx, height, parent.medianTime))
      return reject('consensus', 'bad-txns-nonfinal', 'non-final transaction');
  }
  const push = heightPush(height);
  const { scriptSig } = transactions[0]!.inputs[0]!;
  if (!sameBytes(scriptSig.subarray(0, push.length), push))
    return reject('consensus', 'bad-cb-height', 'block height mismatch in coinbase');
  if (blockSizes(block).weight > MAX_BLOCK_WEIGHT)
    return reject('consensus', 'bad-blk-weight', 'ContextualCheckBlock : weight limit failed');
  return checkWitnessCommitment(block);
}

function checkWitnessCommitment(block: Block): Rejection | undefined {
  const coinbase = block.transactions[0]!;
  const commitment = coinbase.outputs.findLast((output) => isCommitmentScript(output.script));
  if (!commitment) {
    if (!block.transactions.some(hasWitness)) return undefined;
    return reject('consensus', 'unexpected-witness', 'ContextualCheckBlock : unexpected witness data found');
  }
  const { witness } = coinbase.inputs[0]!;
  if (witness.length !== 1 || witness[0]!.length !== 32)
    return reject(
      'consensus',
      'bad-witness-nonce-size',
      'ContextualCheckBlock : invalid witness reserved value size',
    );
  if (!sameBytes(commitment.script.subarray(0, 38), witnessCommitmentScript(block.transactions, witness[0]!)))
    return reject(
      'consensus',
      'bad-witness-merkle-match',
      'ContextualCheckBlock : witness merkle commitment mismatch',
    );
  return undefined;
}

/** BIP-30: a transaction must not repeat while outputs of its first occurrence are unspent. */
function overwritesCoins({ coins }: ChainState, tx: Transaction): boolean {
  const txid = txidOf(tx);
  return [...tx.outputs.keys()].some((vout) => coins.has(outpointKey({ txid, vout })));
}

/**
 * Rules of a block that need the coins of its parent, which `state.coins` must be: spends, locks, scripts,
 * reward.
 */
export function checkBlockSpends(state: ChainState, block: Block, parent: BlockNode): Rejection | undefined {
  if (block.transactions.some((tx) => overwritesCoins(state, tx)))
    return reject('consensus', 'bad-txns-BIP30', 'tried to overwrite transaction');
  const height = parent.height + 1;
  const created = new Map<string, Coin>();
  const spent = new Set<string>();
  const lookup: CoinLookup = (outpoint) => {
    const key = outpointKey(outpoint);
    return spent.has(key) ? undefined : (created.get(key) ?? state.coins.get(key));
  };
  let feesSats = 0;
  let sigops = 0;
  for (const tx of block.transactions) {
    const coins = isCoinbase(tx) ? [] : spentCoins(tx, lookup);
    if (!coins)
      return reject(
        'consensus',
        'bad-txns-inputs-missingorspent',
        `CheckTxInputs: inputs missing/spent in transaction ${txidOf(tx)}`,
      );
    if (!isCoinbase(tx)) {
      const fee = feeOf(tx, coins, height);
      if (typeof fee !== 'number') return fee;
      feesSats += fee;
      if (!sequenceLocksPassed(tx, coins, height, parent.medianTime, (h) => state.active[h]!.medianTime))
        return reject(
          'consensus',
          'bad-txns-nonfinal',
          `contains a non-BIP68-final transaction ${txidOf(tx)}`,
        );
    }
    sigops += sigopCostOf(tx, coins, MANDATORY_FLAGS);
    if (sigops > MAX_BLOCK_SIGOP_COST) return reject('consensus', 'bad-blk-sigops', 'too many sigops');
    const badScript = isCoinbase(tx) ? undefined : checkBlockScripts(tx, coins, state);
    if (badScript) return badScript;
    for (const input of tx.inputs) spent.add(outpointKey(input));
    const txid = txidOf(tx);
    for (const vout of tx.outputs.keys()) created.set(outpointKey({ txid, vout }), coinOf(tx, vout, height)!);
  }
  const rewardSats = sumSats(block.transactions[0]!.outputs);
  const limitSats = feesSats + subsidySats(height);
  if (rewardSats <= limitSats) return undefined;
  return reject(
    'consensus',
    'bad-cb-amount',
    `coinbase pays too much (actual=${rewardSats} vs limit=${limitSats})`,
  );
}
