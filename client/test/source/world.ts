/** A regtest chain in this process, with both kinds of server that a source can ask. */

import { createEsplora, createNode, createOrd } from '@ordbook/devnode';
import { hex } from '@scure/base';
import { p2tr, p2wpkh, TaprootControlBlock, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { leafWith } from '../../../devnode/test/ord/envelope-script.ts';
import { networkParams } from '../../src/wallet/network.ts';

const REGTEST = networkParams('regtest');
const KEY = new Uint8Array(32).fill(10);
const WALLET = p2wpkh(pubECDSA(KEY), REGTEST);
export const ORD_URL = 'http://ord.test';
export const ESPLORA_URL = 'http://esplora.test/api';
const COINBASE_SATS = 5_000_000_000;

export interface TestCoin {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
  readonly script: Uint8Array;
  /** The leaf that reveals; none: a coin of the wallet. */
  readonly leaf?: Uint8Array;
}

export interface Spent {
  readonly txid: string;
  readonly raw: string;
  readonly coins: readonly TestCoin[];
}

type Payment = number | { readonly valueSats: number; readonly script: Uint8Array };

/** The taproot output that `leaf` opens, without a signature. */
function lockOf(leaf: Uint8Array) {
  return p2tr(undefined, { script: leaf }, REGTEST, true);
}

export async function createWorld() {
  const { call } = createNode();
  const ord = createOrd({ call });
  const esplora = createEsplora({ call });
  const mine = async (blocks = 1) => {
    await call('generatetoaddress', [blocks, WALLET.address!]);
    await ord.sync();
  };
  await mine(130);
  let height = 0;

  /** Spends `coins` into `payments`; the rest is the fee. */
  function spend(coins: readonly TestCoin[], payments: readonly Payment[]): Spent {
    const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
    for (const { txid, vout, valueSats, script } of coins)
      transaction.addInput({ txid, index: vout, witnessUtxo: { script, amount: BigInt(valueSats) } });
    const outputs = payments.map((payment) =>
      typeof payment === 'number' ? { valueSats: payment, script: WALLET.script } : payment,
    );
    for (const { valueSats, script } of outputs)
      transaction.addOutput({ script, amount: BigInt(valueSats) }, true);
    for (const [index, { leaf }] of coins.entries()) {
      if (!leaf) {
        transaction.signIdx(KEY, index);
        transaction.finalizeIdx(index);
        continue;
      }
      const control = lockOf(leaf).tapLeafScript![0]![0];
      const finalScriptWitness = [leaf, TaprootControlBlock.encode(control)];
      transaction.updateInput(index, { finalScriptWitness }, true);
    }
    const txid = transaction.id;
    return {
      txid,
      raw: hex.encode(transaction.extract()),
      coins: outputs.map((output, vout) => ({ ...output, txid, vout })),
    };
  }

  /** One block with these transactions, whose fees its coinbase does not claim. */
  async function confirm<T extends Spent>(...transactions: readonly T[]): Promise<T> {
    await call('generateblock', [WALLET.address!, transactions.map(({ raw }) => raw)]);
    await ord.sync();
    return transactions.at(-1)!;
  }

  /** Confirmed coins of the wallet, or of leaves that reveal. */
  async function fund(...wanted: readonly { valueSats: number; leaf?: Uint8Array }[]): Promise<TestCoin[]> {
    height += 1;
    const block = (await call('getblock', [await call('getblockhash', [height]), 1])) as { tx: string[] };
    const coinbase = { txid: block.tx[0]!, vout: 0, valueSats: COINBASE_SATS, script: WALLET.script };
    const payments = wanted.map(({ valueSats, leaf }) => ({
      valueSats,
      script: leaf ? lockOf(leaf).script : WALLET.script,
    }));
    const { coins } = await confirm(spend([coinbase], payments));
    return coins.map((coin, index) => ({
      ...coin,
      ...(wanted[index]!.leaf ? { leaf: wanted[index]!.leaf } : {}),
    }));
  }

  /** Reveals envelopes (or other script) with one input of `valueSats`, into these payments. */
  async function reveal(parts: readonly Uint8Array[], valueSats: number, payments: readonly Payment[]) {
    const coins = await fund({ valueSats, leaf: leafWith(...parts) });
    return confirm(spend(coins, payments));
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { host, pathname } = new URL(String(input));
    const answer =
      host === 'ord.test'
        ? await ord.handle(pathname)
        : await esplora.handle(pathname.replace(/^\/api/, ''), {
            method: init?.method,
            body: typeof init?.body === 'string' ? init.body : undefined,
          });
    return new Response(Buffer.from(answer.body), { status: answer.status });
  };
  return {
    call,
    mine,
    spend,
    confirm,
    fund,
    reveal,
    fetch,
    send: (transaction: Spent) => call('sendrawtransaction', [transaction.raw, 0]),
    taproot: p2tr(pubSchnorr(KEY), undefined, REGTEST).script,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
