import { type Layout, networkFee, type Pay } from '@ordbook/protocol/layout/layout';
import type { Sent } from '../../devnode/stack/differential/build.ts';
import { type Case, offer } from '../../devnode/stack/differential/verdicts.ts';
import { KEYS } from '../../protocol/test/parties.ts';
import { bought, listed, type Purchase } from './packages.ts';
import { edited, paysMore, rewitnessed, sellerSigned, signed, witnessOf } from './tables.ts';

/**
 * Inputs of a sale of two: 0 and 1 the transfers' anchor changes, 2 the purchase anchor, 3 and 4 the
 * passthroughs, then coins.
 */
const [PURCHASE_ANCHOR, PASSTHROUGH, OTHER_PASSTHROUGH, PAYMENT] = [2, 3, 4, 5];
/**
 * Its outputs: 0 the anchors, 1 and 2 the inscriptions, then the sellers, each beside the own passthrough.
 */
const SELLER = PASSTHROUGH;

const BAD_ECDSA = 'script (Signature must be zero for failed CHECK(MULTI)SIG operation)';
const BAD_SCHNORR = 'script (Invalid Schnorr signature)';

/**
 * A sale of two listings, changed. Its transfers are in the mempool: it is judged alone, and the reason is
 * its own.
 */
const sale = (title: string, expects: string, change: (purchase: Purchase) => Sent): Case => ({
  title: `sale, ${title}`,
  expects,
  run: async (lab) => {
    const purchase = await bought(lab, await listed(lab, 2));
    for (const { hex } of Object.values(purchase.transfers)) await lab.call('sendrawtransaction', [hex]);
    return offer(lab, change(purchase));
  },
});

/** Changes of a finished sale: what stands in the way is the first signature that is over all of it. */
const underSignatures = (title: string, expects: string, change: (tx: Sent) => Sent): Case =>
  sale(title, expects, (purchase) => change(purchase.sale));

/**
 * Operator, market and buyer sign what the change makes; the sellers' witnesses are those of the honest sale.
 */
const againstSellers = (title: string, expects: string, change: (table: Layout) => Layout): Case =>
  sale(title, expects, ({ table, sale: honest }) =>
    [PASSTHROUGH, OTHER_PASSTHROUGH].reduce(
      (tx, index) => sellerSigned(tx, index, honest),
      signed(change(table)),
    ),
  );

const paying = (table: Layout, change: (output: Pay, index: number) => Pay): Layout => ({
  ...table,
  outputs: table.outputs.map(change),
});

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  return items.map((item, i) => (i === one ? items[other]! : i === other ? items[one]! : item));
}

export const OWN_SALES: Case[] = [
  underSignatures('untouched', 'accepted', (tx) => tx),
  underSignatures('pays a seller one sat less', BAD_SCHNORR, (tx) => paysMore(tx, SELLER, -1)),
  underSignatures('pays a seller one sat more', BAD_SCHNORR, (tx) => paysMore(tx, SELLER, 1)),
  underSignatures('pays out more than it has', 'bad-txns-in-belowout', (tx) =>
    paysMore(tx, SELLER, 9_000_000),
  ),
  underSignatures('its sellers change places', BAD_SCHNORR, (tx) =>
    edited(tx, ({ outputs }) => ({ outputs: swapped(outputs, SELLER, SELLER + 1) })),
  ),
  underSignatures('an output more', BAD_SCHNORR, (tx) =>
    edited(tx, ({ outputs }) => ({ outputs: [...outputs, { ...outputs.at(-1)!, amount: 600n }] })),
  ),
  underSignatures('without its purchase anchor', BAD_SCHNORR, (tx) =>
    edited(tx, ({ inputs, witnesses = [] }) => ({
      inputs: inputs.toSpliced(PURCHASE_ANCHOR, 1),
      witnesses: witnesses.toSpliced(PURCHASE_ANCHOR, 1),
    })),
  ),
  underSignatures('a coin spent twice', 'bad-txns-inputs-duplicate', (tx) =>
    edited(tx, ({ inputs, witnesses = [] }) => ({
      inputs: [...inputs, inputs[PAYMENT]!],
      witnesses: [...witnesses, witnesses[PAYMENT]!],
    })),
  ),
  underSignatures('other sequences', BAD_SCHNORR, (tx) =>
    edited(tx, ({ inputs }) => ({ inputs: inputs.map((input) => ({ ...input, sequence: 0xffffffff })) })),
  ),
  underSignatures('a lock time ahead', 'non-final', (tx) => edited(tx, () => ({ lockTime: 400_000_000 }))),
  underSignatures('a lock time behind', BAD_SCHNORR, (tx) => edited(tx, () => ({ lockTime: 5 }))),
  underSignatures('version 3 over transfers of version 2', 'TRUC-violation', (tx) =>
    edited(tx, () => ({ version: 3 })),
  ),
  underSignatures('version 1', BAD_SCHNORR, (tx) => edited(tx, () => ({ version: 1 }))),

  underSignatures(
    'without the market',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    (tx) => rewitnessed(tx, PASSTHROUGH, ([_market, ...rest]) => ['', ...rest]),
  ),
  underSignatures(
    'without the seller',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    (tx) => rewitnessed(tx, PASSTHROUGH, ([market, _seller, ...rest]) => [market!, '', ...rest]),
  ),
  underSignatures('seller and market change places', BAD_SCHNORR, (tx) =>
    rewitnessed(tx, PASSTHROUGH, ([market, seller, ...rest]) => [seller!, market!, ...rest]),
  ),
  underSignatures("a seller's signature for another listing", BAD_SCHNORR, (tx) =>
    rewitnessed(tx, PASSTHROUGH, ([market, _seller, ...rest]) => [
      market!,
      witnessOf(tx, OTHER_PASSTHROUGH)[1]!,
      ...rest,
    ]),
  ),
  underSignatures("a seller's signature as one of everything", BAD_SCHNORR, (tx) =>
    rewitnessed(tx, PASSTHROUGH, ([market, seller, ...rest]) => [market!, seller!.slice(0, -2), ...rest]),
  ),
  underSignatures(
    "a seller's signature of no known type",
    'script (Invalid Schnorr signature hash type)',
    (tx) =>
      rewitnessed(tx, PASSTHROUGH, ([market, seller, ...rest]) => [
        market!,
        `${seller!.slice(0, -2)}84`,
        ...rest,
      ]),
  ),
  underSignatures('the passthrough by its key path', BAD_SCHNORR, (tx) =>
    rewitnessed(tx, PASSTHROUGH, ([market]) => [market!]),
  ),
  underSignatures('the leaf of another seller', 'script (Witness program hash mismatch)', (tx) =>
    rewitnessed(tx, PASSTHROUGH, () => witnessOf(tx, OTHER_PASSTHROUGH)),
  ),
  underSignatures('a control block of the other parity', 'script (Witness program hash mismatch)', (tx) =>
    rewitnessed(tx, PASSTHROUGH, (items) => {
      const control = items.at(-1)!;
      return [...items.slice(0, -1), (control.startsWith('c0') ? 'c1' : 'c0') + control.slice(2)];
    }),
  ),
  underSignatures('an unsigned payment', 'script (Witness program hash mismatch)', (tx) =>
    rewitnessed(tx, PAYMENT, () => []),
  ),
  underSignatures(
    'a payment with the key of somebody else',
    'script (Script failed an OP_EQUALVERIFY operation)',
    (tx) => rewitnessed(tx, PAYMENT, ([signature]) => [signature!, KEYS.anchor]),
  ),
  underSignatures('a payment that claims another sighash type', BAD_ECDSA, (tx) =>
    rewitnessed(tx, PAYMENT, ([signature, key]) => [`${signature!.slice(0, -2)}81`, key!]),
  ),

  againstSellers('signed by all others: untouched', 'accepted', (table) => table),
  againstSellers('signed by all others: a seller gets one sat less', BAD_SCHNORR, (table) =>
    paying(table, (output, i) => (i === SELLER ? { ...output, valueSats: output.valueSats - 1 } : output)),
  ),
  againstSellers('signed by all others: a seller gets it elsewhere', BAD_SCHNORR, (table) =>
    paying(table, (output, i) => (i === SELLER ? { ...output, script: table.outputs[0]!.script } : output)),
  ),
  againstSellers('signed by all others: sellers change places', BAD_SCHNORR, (table) => ({
    ...table,
    outputs: swapped(table.outputs, SELLER, SELLER + 1),
  })),
  againstSellers('signed by all others: another sequence of the passthrough', BAD_SCHNORR, (table) => ({
    ...table,
    inputs: table.inputs.map((input, i) => (i === PASSTHROUGH ? { ...input, sequence: 0xfffffffe } : input)),
  })),
  againstSellers('signed by all others: what no seller has signed changes', 'accepted', (table) =>
    paying(table, (output, i) => (i === 0 ? { ...output, valueSats: output.valueSats - 1 } : output)),
  ),

  sale('signed by all, without a fee', 'min relay fee not met', ({ table }) =>
    signed(
      paying(table, (output, i) =>
        i === table.outputs.length - 1
          ? { ...output, valueSats: output.valueSats + networkFee(table) }
          : output,
      ),
    ),
  ),
  sale('signed by all, with a marketplace fee that is dust', 'dust', ({ table }) =>
    signed(
      paying(table, (output) => (output.name === 'marketplace' ? { ...output, valueSats: 100 } : output)),
    ),
  ),
];
