/** Transactions that show what a sale of this market shows, and execute none of it. Keys are those of `parties.ts`, by name. */
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { tapLeafHash } from '@ordbook/protocol/bitcoin/taproot';
import { leafLock } from '@ordbook/protocol/locks/leaf';
import type { Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { signSchnorr } from 'tiny-secp256k1';
import { secret, xOnly } from '../../../protocol/test/parties.ts';

/** As long as a signature of SINGLE|ANYONECANPAY. */
const JUNK = `${'ab'.repeat(64)}83`;
const SINGLE_ANYONECANPAY = 0x83;

/** A lock, and what opens it; hex. */
export interface OpenLock {
  readonly lock: string;
  readonly opens: readonly string[];
}

const p2wsh = (script: Uint8Array): OpenLock => ({
  lock: `0020${hex.encode(sha256(script))}`,
  opens: [hex.encode(script)],
});

/** An output that whoever knows its number can spend: a party of the attacker's. */
export const loose = (party: number) => p2wsh(Uint8Array.of(1, party, 0x75, 0x51));

/** How the coin with the inscription is locked, and the witness that spends it. */
export interface Forgery {
  readonly lock: string;
  witness(unsigned: Transaction, inscription: Utxo): readonly string[];
}

/** The witness shows `leaf` and a signature, and the script drops both. */
export function dropping(leaf: string): Forgery {
  const { lock, opens } = p2wsh(Uint8Array.of(0x75, 0x75, 0x51));
  return { lock, witness: () => [leaf, JUNK, ...opens] };
}

/** The owner's key alone signs, with SINGLE|ANYONECANPAY, and `leaf` lies beside: the script drops it. */
export function beside(leaf: string): Forgery {
  const script = `20${xOnly('attacker')}ac77`;
  const own = leafLock(xOnly('attacker'), script, tapLeafHash(hexToBytes(script)), {}, []);
  return {
    lock: own.script,
    witness(unsigned, { valueSats }) {
      const scripts = [new Uint8Array(), hexToBytes(own.script), new Uint8Array()];
      const amounts = [0n, BigInt(valueSats), 0n];
      const ran = hexToBytes(own.leaf);
      const hash = unsigned.preimageWitnessV1(1, scripts, SINGLE_ANYONECANPAY, amounts, undefined, ran, 0xc0);
      return [leaf, `${hex.encode(signSchnorr(hash, secret('attacker')))}83`, own.leaf, own.controlBlock];
    },
  };
}

export interface ForgedSale {
  readonly forgery: Forgery;
  /** Of the payer, the forgery, and the payer. */
  readonly coins: readonly [Utxo, Utxo, Utxo];
  readonly payer: OpenLock;
  readonly priceSats: Sats;
  /** Output scripts, hex. */
  readonly buyer: string;
  readonly seller: string;
}

/** Raw hex. The network gets what the payer's coins hold beyond the price. */
export function forgedSale({ forgery, coins, payer, priceSats, ...paid }: ForgedSale): string {
  const [change, inscription] = coins;
  const outputs = [
    { valueSats: change.valueSats + inscription.valueSats, script: paid.buyer },
    { valueSats: inscription.valueSats + priceSats, script: paid.seller },
  ];
  const unsigned = new Transaction({
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const { txid, vout } of coins) unsigned.addInput({ txid, index: vout, sequence: 0xffff_fffd });
  for (const { script, valueSats } of outputs)
    unsigned.addOutput({ script: hexToBytes(script), amount: BigInt(valueSats) });
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: coins.map(({ txid, vout }) => ({
      txid: hexToBytes(txid),
      index: vout,
      finalScriptSig: new Uint8Array(),
      sequence: 0xffff_fffd,
    })),
    outputs: outputs.map(({ script, valueSats }) => ({
      script: hexToBytes(script),
      amount: BigInt(valueSats),
    })),
    witnesses: [payer.opens, forgery.witness(unsigned, inscription), payer.opens].map((items) =>
      items.map((item) => hexToBytes(item)),
    ),
    lockTime: 0,
  });
  return hex.encode(raw);
}
