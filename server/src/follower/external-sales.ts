import { isPassthroughLeaf } from '@ordbook/protocol/listing/passthrough';
import type { Sats } from '@ordbook/protocol/sats';
import { type BlockInput, MAX_SIGNATURE_DIGITS } from '../chain/port.ts';
import type { ExternalSale } from '../store/sale/external-sales.ts';
import type { Hop } from './sat-moves.ts';

/**
 * Sales that other marketplaces settled, found from the chain alone. They share a shape: the seller signs the
 * input that holds the inscription with SINGLE|ANYONECANPAY, so it fits any transaction whose output at the
 * same index pays the seller. The buyer adds the rest. Inputs before it (dummies that shift the indexes) and
 * other parts of the transaction do not matter.
 *
 *   in  i: the inscription's coin, signed 0x83        out i: price + the coin's own value, to the seller
 *
 * A transfer is signed any other way and is no sale. A 0x83 input is no sale either when its output pays no
 * more than the coin's value, or receives the inscription itself (a recovery). There is one sale for each
 * coin sold, with every inscription on it. The signature is in the witness, or in the scriptSig of a coin
 * from before segwit (P2PKH, bare and P2SH multisig).
 */
const SINGLE_ANYONECANPAY = '83';
/** Hex digits of a Schnorr signature with a sighash byte, and of the shortest DER signature with one. */
const SCHNORR_DIGITS = 130;
const MIN_DER_DIGITS = 18;

/** Hops that are asked for their price between two pauses. */
const PRICED_AT_ONCE = 1_024;

/** Those of the hops that have a price, in their order. Yields now and then, so that a caller can pause. */
export function* pricedHops(hops: readonly Hop[]): Generator<undefined, Hop[]> {
  const priced: Hop[] = [];
  for (const [i, hop] of hops.entries()) {
    if (priceOf(hop) !== null) priced.push(hop);
    if (i % PRICED_AT_ONCE === PRICED_AT_ONCE - 1) yield undefined;
  }
  return priced;
}

/** The sales among the hops of blocks, in their order; without those of the own passthroughs. */
export function salesElsewhere(hops: readonly Hop[], marketKey: string): ExternalSale[] {
  const sold = new Map<string, ExternalSale>();
  for (const hop of hops) {
    const priceSats = priceOf(hop);
    if (priceSats === null || isOwnPassthrough(hop, marketKey)) continue;
    const { key, block, transaction, blockPosition, inputIndex, from, to } = hop;
    const coin = `${transaction.txid}:${inputIndex}`;
    const bundle = sold.get(coin)?.sold ?? [];
    sold.set(coin, {
      txid: transaction.txid,
      blockHeight: block.height,
      blockPosition,
      soldAt: new Date(block.time * 1000),
      sold: [...bundle, { key, buyerAddress: to.ownerAddress }],
      priceSats,
      sellerAddress: from.ownerAddress,
    });
  }
  return [...sold.values()];
}

/** Whether the inscription left a passthrough of this market through its leaf. */
export function isOwnPassthrough({ transaction, inputIndex }: Hop, marketKey: string): boolean {
  return transaction.inputs[inputIndex]!.witness.some((item) => isPassthroughLeaf(item, marketKey));
}

/**
 * What the seller gets above the value of the coin, sats: the price on another marketplace. null: this is no
 * sale.
 */
export function priceOf({ transaction, inputIndex, from, to }: Hop): Sats | null {
  const input = transaction.inputs[inputIndex]!;
  const payment = transaction.outputs[inputIndex];
  if (!payment) return null;
  const priceSats = payment.valueSats - input.valueSats;
  const cameBack = to.txid === transaction.txid && to.vout === inputIndex;
  if (priceSats <= 0 || cameBack || to.ownerAddress === from.ownerAddress) return null;
  return isSignedSingleAnyoneCanPay(input) ? priceSats : null;
}

function isSignedSingleAnyoneCanPay({ scriptSig, witness }: BlockInput): boolean {
  return [...witness, ...pushesOf(scriptSig)].some(
    (item) =>
      item.endsWith(SINGLE_ANYONECANPAY) &&
      (item.length === SCHNORR_DIGITS ||
        (item.startsWith('30') && item.length >= MIN_DER_DIGITS && item.length <= MAX_SIGNATURE_DIGITS)),
  );
}

/**
 * PUSHDATA1 and PUSHDATA2, with the number of bytes that hold the length of the push. Smaller opcodes are
 * lengths themselves.
 */
const PUSH_DATA = new Map([
  [0x4c, 1],
  [0x4d, 2],
]);

/** What a scriptSig pushes, hex. Standard scripts only push. */
function pushesOf(scriptSig: string): string[] {
  const bytes = Buffer.from(scriptSig, 'hex');
  const pushes: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const opcode = bytes[at]!;
    at += 1;
    const told = PUSH_DATA.get(opcode) ?? 0;
    if (opcode > 0x4b && told === 0) continue;
    if (at + told > bytes.length) break;
    const length = told === 0 ? opcode : bytes.readUIntLE(at, told);
    at += told;
    pushes.push(bytes.toString('hex', at, at + length));
    at += length;
  }
  return pushes;
}
