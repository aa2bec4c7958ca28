/** Transactions as forms see them, made of parties: shapes without outpoints, with signatures of no meaning. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { hash160 } from '@ordbook/protocol/bitcoin/keys';
import { publicKey, xOnly } from '../../../../protocol/test/parties.ts';
import { possibleLandings, readSales } from '../../../src/follower/sale-forms/read-sales.ts';
import type { SeenTransaction } from '../../../src/follower/sale-forms/seen.ts';

type SeenInput = SeenTransaction['inputs'][number];

const hash160Hex = (hex: string) => bytesToHex(hash160(hexToBytes(hex)));
const schnorr = 'ab'.repeat(64);
const der = `30${'ab'.repeat(69)}`;
const byte = (sighash: number) => sighash.toString(16).padStart(2, '0');

/** The script of the address whose key is `owner`'s as it is. */
export const taproot = (owner: string) => `5120${xOnly(owner)}`;
export const segwit = (owner: string) => `0014${hash160Hex(publicKey(owner))}`;
export const nested = (owner: string) => `a914${hash160Hex(segwit(owner))}87`;
export const signed = (sighash: number) => (sighash === 0 ? schnorr : schnorr + byte(sighash));

export const pays = (script: string, valueSats: number) => ({ script, valueSats });

/** A coin on a key's address, signed with the type. */
export function coin(
  script: string,
  valueSats: number,
  sighash = script.startsWith('5120') ? 0 : 1,
): SeenInput {
  const witness = script.startsWith('5120')
    ? [signed(sighash)]
    : [der + byte(sighash), publicKey('any payer')];
  return { script, valueSats, scriptSig: '', witness };
}

const CONTROL = `c0${'11'.repeat(32)}`;

/** A coin by a leaf, given this. */
export const byLeaf = (valueSats: number, leaf: string, given: readonly string[]): SeenInput => ({
  script: `5120${bytesToHex(sha256(hexToBytes(leaf)))}`,
  valueSats,
  scriptSig: '',
  witness: [...given, leaf, CONTROL],
});

/** A passthrough of a seller and a market's key: `pair`, the sighash type of the seller. */
export const passthrough = (
  { seller, market, pair = 0x83 }: { seller: string; market: string; pair?: number },
  valueSats: number,
): SeenInput => byLeaf(valueSats, `20${xOnly(seller)}ac20${market}ba529c`, [signed(0), signed(pair)]);

/** A coin of a 2-of-2 multisig in P2WSH. */
export function multisig(seller: string, valueSats: number, sighash = 0x83): SeenInput {
  const script = `5221${publicKey(seller)}21${publicKey('some market')}52ae`;
  return {
    script: `0020${bytesToHex(sha256(hexToBytes(script)))}`,
    valueSats,
    scriptSig: '',
    witness: ['', der + byte(sighash), `${der}01`, script],
  };
}

/** What sales are in it, of any coin that may hold an inscription: price, seller's and buyer's scripts, form. */
export function salesIn(transaction: SeenTransaction) {
  return readSales(transaction, possibleLandings(transaction)).map(
    ({ form, tier, priceSats, sellerScript, vout }) => ({
      form,
      tier,
      priceSats,
      seller: sellerScript,
      buyer: transaction.outputs[vout]!.script,
    }),
  );
}
