/**
 * Whether this market has signed the leaf that an input executed, verified over the whole transaction. The
 * bytes of a leaf prove nothing by themselves: anybody can put them into a witness.
 *
 *   passthrough:  [market, seller, leaf, control block]
 *   offer output: [policy, gate, market, empty, secret, leaf, control block]
 */
import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import { tapLeafHash } from '@ordbook/protocol/bitcoin/taproot';
import { type Layout, pay, spend } from '@ordbook/protocol/layout/layout';
import { isPassthroughLeaf } from '@ordbook/protocol/listing/passthrough';
import { leafLock } from '@ordbook/protocol/locks/leaf';
import type { BlockTransaction } from '../chain/port.ts';

/** Items of a witness without an annex, whose control block names an internal key and no other leaf. */
const PASSTHROUGH = { items: 4, market: 0 } as const;
const OFFER_OUTPUT = { items: 7, market: 2 } as const;
const CONTROL_BLOCK = /^c[01].{64}$/;

/** Whether the input spends a passthrough of this market by a leaf that the market has signed. */
export function isOwnPassthrough(
  transaction: BlockTransaction,
  inputIndex: number,
  marketKey: string,
): boolean {
  const leaf = transaction.inputs[inputIndex]!.witness.at(-2);
  return (
    leaf !== undefined &&
    isPassthroughLeaf(leaf, marketKey) &&
    isSignedByMarket(transaction, inputIndex, PASSTHROUGH, marketKey)
  );
}

/** Whether the input spends the output of a collection offer by a leaf that the market has signed. */
export function isOwnFill(transaction: BlockTransaction, inputIndex: number, marketKey: string): boolean {
  return isSignedByMarket(transaction, inputIndex, OFFER_OUTPUT, marketKey);
}

/** Costs one tweak and one verification where the witness has the shape; else nothing. */
function isSignedByMarket(
  { version, lockTime, inputs, outputs }: BlockTransaction,
  inputIndex: number,
  shape: typeof PASSTHROUGH | typeof OFFER_OUTPUT,
  marketKey: string,
): boolean {
  const { script, witness } = inputs[inputIndex]!;
  const [leaf, controlBlock] = witness.slice(-2);
  // no transaction of this market has a lock time
  if (witness.length !== shape.items || lockTime !== 0 || !CONTROL_BLOCK.test(controlBlock!)) return false;
  const lock = leafLock(
    controlBlock!.slice(2),
    leaf!,
    tapLeafHash(hexToBytes(leaf!)),
    { market: marketKey },
    ['market'],
  );
  if (lock.script !== script) return false;
  const spent = inputs.map((input, index) =>
    index === inputIndex
      ? spend('sold', input, lock, { market: 'DEFAULT' }, input.sequence)
      : spend('other', input, { type: 'seen', script: input.script }, {}, input.sequence),
  );
  const paid = outputs.map((output) => pay('paid', output.valueSats, output.script));
  // not by `layout`, which refuses what blocks may have
  const table: Layout = { name: 'mined', version, rows: [], inputs: spent, outputs: paid };
  return signatureFault(table, inputIndex, 'market', witness[shape.market]!) === null;
}
