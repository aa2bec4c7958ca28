import type { Utxo } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { payTo, REGTEST } from '../../../sandbox/src/keys.ts';
import type { Desk } from './desk.ts';
import type { Trader } from './trader.ts';

const OP_RETURN = Uint8Array.of(0x6a);

export interface MoveOptions {
  /** To the mempool. Default true. */
  readonly send?: boolean;
  /** Spends the coin that pays the fee and leaves the inscription alone: what conflicts with the move. */
  readonly feeCoinOnly?: boolean;
  /** Another inscription of the owner that goes into the same output, behind the first. */
  readonly with?: string;
  /** Sats that the network gets. Default 1,000. */
  readonly feeSats?: number;
  /** The coin that pays the fee. Default: the owner's first. */
  readonly feeCoin?: Utxo;
}

/**
 * A wallet moves an inscription without us: its output to `address` in full, its first payment coin for the fee. `address` null:
 * it is burnt. Answers raw hex.
 */
export async function moveInscription(
  desk: Desk,
  owner: Trader,
  inscriptionId: string,
  address: string | null,
  { send = true, feeCoinOnly = false, feeSats = 1_000, ...options }: MoveOptions = {},
): Promise<string> {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  const ids = feeCoinOnly ? [] : [inscriptionId, ...(options.with ? [options.with] : [])];
  const moved = await desk.ctx.ordinals.inscriptions(ids);
  const ordinals = payTo(WIF(REGTEST).decode(owner.ordinals.wif), 'p2tr');
  const payment = payTo(WIF(REGTEST).decode(owner.payment.wif), owner.payment.type);
  for (const inscription of moved) {
    if (inscription?.outputValueSats == null) throw new Error(`no inscription ${ids.join(', ')}`);
    transaction.addInput({
      ...ordinals,
      txid: inscription.location.txid,
      index: inscription.location.vout,
      witnessUtxo: { script: ordinals.script, amount: BigInt(inscription.outputValueSats) },
    });
  }
  const movedSats = sumSats(moved.map((inscription) => inscription!.outputValueSats!));
  if (movedSats > 0 && address !== null) transaction.addOutputAddress(address, BigInt(movedSats), REGTEST);
  if (movedSats > 0 && address === null)
    transaction.addOutput({ script: OP_RETURN, amount: BigInt(movedSats) });
  const coin = options.feeCoin ?? (await firstCoin(desk, owner));
  transaction.addInput({
    ...payment,
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { script: payment.script, amount: BigInt(coin.valueSats) },
  });
  transaction.addOutputAddress(owner.payment.address, BigInt(coin.valueSats - feeSats), REGTEST);
  for (const index of moved.keys()) transaction.signIdx(WIF(REGTEST).decode(owner.ordinals.wif), index);
  transaction.signIdx(WIF(REGTEST).decode(owner.payment.wif), moved.length);
  transaction.finalize();
  const raw = hex.encode(transaction.extract());
  if (send) await desk.call('sendrawtransaction', [raw, null, movedSats / 1e8]);
  return raw;
}

async function firstCoin(desk: Desk, owner: Trader): Promise<Utxo> {
  const [coin] = (await desk.coinsOf(owner)).sort((a, b) =>
    a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.vout - b.vout,
  );
  if (!coin) throw new Error(`${owner.payment.address} has no coin`);
  return coin;
}
