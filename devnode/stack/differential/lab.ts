import type { RpcCall } from '@ordbook/devnode';
import { RpcError } from '@ordbook/devnode';
import { Address, OutScript, TEST_NETWORK } from '@scure/btc-signer';
import { type Built, build, type Coin, type Plan, type PlannedInput, type Sent } from './build.ts';
import { type Lock, p2wpkh } from './locks.ts';
import { rejectClass } from './reject-class.ts';

/** One node under test, and the money of its chain; every case runs once per node and must tell the same. */
export type Lab = {
  call: RpcCall;
  /** Confirmed coins, one per lock, of `sats` each (default 50,000), in one block. */
  coins(locks: readonly Lock[], sats?: number): Promise<Coin[]>;
  coin(lock: Lock, sats?: number): Promise<Coin>;
  /** A coinbase with so many confirmations, counting the one that a spend in the next block would add. */
  coinbase(confirmations: number): Promise<Coin>;
  address(lock: Lock): string;
  /** Mines a block with these transactions (raw hex) and nothing else; resolves to its hash. */
  mine(hexes: readonly string[]): Promise<string>;
  /** Mines empty blocks; nothing of the mempool goes in. */
  mineEmpty(blocks: number): Promise<void>;
  /** Calls a method and returns the result, with ids replaced by the given names. */
  ask(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Gives a transaction's ids a name that is the same on every node. */
  name<T extends Sent>(name: string, tx: T): T;
  /** Replaces the ids of named transactions, and other hashes, in any answer. */
  anonymous<T>(answer: T): T;
};

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' };
export const MINER = p2wpkh('miner');

export function addressOf(lock: Lock): string {
  return Address(regtest).encode(OutScript.decode(lock.script));
}

/** Mines the first 110 blocks of an empty chain to the miner's key and takes its first coin as the purse. */
export async function openLab(call: RpcCall): Promise<Lab> {
  const miner = addressOf(MINER);
  await call('generatetoaddress', [110, miner]);
  const first = (await call('getblock', [await call('getblockhash', [1]), 1])) as { tx: string[] };
  let purse: Coin = { txid: first.tx[0]!, vout: 0, sats: 50_0000_0000, lock: MINER };
  const names = new Map<string, string>();

  const anonymous = <T>(answer: T): T => {
    if (answer === undefined) return answer;
    const text = JSON.stringify(answer).replaceAll(/[0-9a-f]{64}/g, (id) => names.get(id) ?? '<hash>');
    return JSON.parse(text) as T;
  };
  const mine: Lab['mine'] = async (hexes) => {
    const { hash } = (await call('generateblock', [miner, hexes])) as { hash: string };
    return hash;
  };
  const coins: Lab['coins'] = async (locks, sats = 50_000) => {
    const outputs = locks.map((lock) => ({ lock, sats }));
    const change = { lock: MINER, sats: purse.sats - sats * locks.length };
    const tx = build({ inputs: [{ coin: purse }], outputs: [change, ...outputs] });
    await mine([tx.hex]);
    purse = tx.coin(0);
    return locks.map((_, index) => tx.coin(index + 1));
  };
  return {
    call,
    coins,
    mine,
    coin: async (lock, sats) => (await coins([lock], sats))[0]!,
    coinbase: async (confirmations) => {
      const height = Number(await call('getblockcount')) + 1 - confirmations;
      const hash = await call('getblockhash', [height]);
      const { tx } = (await call('getblock', [hash, 2])) as {
        tx: { txid: string; vout: { value: number }[] }[];
      };
      const { txid, vout } = tx[0]!;
      return { txid, vout: 0, sats: Math.round(vout[0]!.value * 1e8), lock: MINER };
    },
    address: addressOf,
    mineEmpty: async (blocks) => {
      for (let i = 0; i < blocks; i++) await mine([]);
    },
    ask: async (method, params) => anonymous(await answerOf(call, method, params)),
    name: (name, tx) => {
      names.set(tx.txid, name);
      if (tx.wtxid !== tx.txid) names.set(tx.wtxid, `${name}:w`);
      return tx;
    },
    anonymous,
  };
}

/** The result of a call, or `{ code, message }` of the error, the message as its reject class. */
export async function answerOf(call: RpcCall, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await call(method, params);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { code: error.code, message: rejectClass(error.message) };
  }
}

export type Payment = Omit<PlannedInput, 'coin'> &
  Pick<Plan, 'version' | 'lockTime'> & {
    fee?: number;
    to?: Lock;
    /** Further outputs after the first. */
    also?: Plan['outputs'];
  };

/** One coin, or several, to one output; the fee (default 1000 sats) is what is left out. */
export function spend(coins: Coin | readonly Coin[], payment: Payment = {}): Built {
  const { fee = 1000, to = p2wpkh('receiver'), also = [], version, lockTime, ...input } = payment;
  const list = 'txid' in coins ? [coins] : coins;
  const total = list.reduce((sum, { sats }) => sum + sats, 0);
  const others = also.reduce((sum, { sats }) => sum + Number(sats), 0);
  return build({
    inputs: list.map((coin) => ({ coin, ...input })),
    outputs: [{ lock: to, sats: total - others - fee }, ...also],
    ...(version === undefined ? {} : { version }),
    ...(lockTime === undefined ? {} : { lockTime }),
  });
}
