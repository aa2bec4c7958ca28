/**
 * What the service never sends, and why: each rule of its own that one version of a node asks for and another
 * does not. docs/devnode-policies.md lists them.
 */

import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { type Built, build } from '../../devnode/stack/differential/build.ts';
import { type Lab, spend } from '../../devnode/stack/differential/lab.ts';
import { p2tr, p2wpkh, rawLock } from '../../devnode/stack/differential/locks.ts';
import { type Case, offer, submit } from '../../devnode/stack/differential/verdicts.ts';
import { payer, xOnly } from '../../protocol/test/parties.ts';
import { bought, filled, listed, type Package, type Purchase } from './packages.ts';
import { utxo } from './tables.ts';

const BUYER = rawLock(hexToBytes(payerLock(payer('buyer', 'p2wpkh')).script));
const SELLER = rawLock(hexToBytes(bip86Script(xOnly('seller'))));

const whole = ({ transfers, sale }: Purchase): Package => ({ ...transfers, sale });

/** An unconfirmed transaction that pays `count` coins of 800,000 sats to the buyer. */
async function unconfirmedPurse(lab: Lab, count: number): Promise<Built> {
  const purse = build({
    inputs: [{ coin: await lab.coin(p2wpkh('purse'), 850_000 * count) }],
    outputs: Array.from({ length: count }, () => ({ lock: BUYER, sats: 800_000 })),
  });
  await lab.call('sendrawtransaction', [lab.name('purse', purse).hex]);
  return purse;
}

const paidFrom = (purse: Built, vouts: readonly number[]) => vouts.map((vout) => utxo(purse.coin(vout)));

/** The buyer's change of a purchase, as a coin. */
function changeOf({ table, sale }: Purchase) {
  const vout = table.outputs.findLastIndex(({ script }) => script === bytesToHex(BUYER.script));
  return { txid: sale.txid, vout, valueSats: table.outputs[vout]!.valueSats };
}

/** A fill of an inscription that an unconfirmed transaction of this version moved. */
async function filledUnconfirmed(lab: Lab, version: number) {
  const moved = spend(await lab.coin(p2tr('a'), 2000), { to: SELLER, fee: 2000 - 546, version });
  await lab.call('sendrawtransaction', [lab.name('moved', moved).hex]);
  return filled(lab, { utxo: utxo(moved.coin(0)) });
}

export const OWN_VERSIONS: Case[] = [
  {
    title:
      'own rule, buyers pay with confirmed coins: a purchase with another, which Core takes from version 30 on',
    expects: { core: 'accepted', knots: 'package-not-child-with-unconfirmed-parents' },
    run: async (lab) => {
      const purse = await unconfirmedPurse(lab, 2);
      return submit(lab, whole(await bought(lab, await listed(lab, 2), { coins: paidFrom(purse, [0, 1]) })));
    },
  },
  {
    title:
      'own rule, a purchase waits for the change of another: one of 20 that does not, which Core takes from 31 on',
    expects: { core: 'accepted', knots: 'too-long-mempool-chain' },
    run: async (lab) => {
      const purse = await lab.coins(new Array(4).fill(BUYER), 800_000);
      const first = await bought(lab, await listed(lab, 20), { coins: purse.map(utxo) });
      const second = await bought(lab, await listed(lab, 20), { coins: [changeOf(first)] });
      await submit(lab, whole(first));
      for (const { hex } of Object.values(second.transfers)) await lab.call('sendrawtransaction', [hex]);
      return offer(lab, second.sale);
    },
  },
  {
    title: 'own rule, a bump brings confirmed coins: one that does not, which Core takes from version 31 on',
    expects: { core: 'accepted', knots: 'replacement-adds-unconfirmed' },
    run: async (lab) => {
      const listings = await listed(lab, 1);
      const slow = await bought(lab, listings, { feeRate: 1 });
      await submit(lab, whole(slow));
      const purse = await unconfirmedPurse(lab, 2);
      const fast = await bought(lab, listings, {
        feeRate: 40,
        coins: [...slow.terms.payments, ...paidFrom(purse, [0])],
      });
      return offer(lab, fast.sale);
    },
  },
  {
    title: 'own rule, a fill waits for the inscription: one moved by version 2 is refused',
    expects: { core: 'transaction failed', knots: 'package-not-child-with-unconfirmed-parents' },
    run: async (lab) => {
      const { parent, settlement } = await filledUnconfirmed(lab, 2);
      return submit(lab, { parent, settlement });
    },
  },
  {
    title: 'own rule, a fill waits for the inscription: one moved by version 3 is refused as a second parent',
    expects: { core: 'TRUC-violation', knots: 'package-not-child-with-unconfirmed-parents' },
    run: async (lab) => {
      const { parent, settlement } = await filledUnconfirmed(lab, 3);
      return submit(lab, { parent, settlement });
    },
  },
  {
    title:
      'own rule, a fill waits for the inscription: with its parent in a block, one moved by version 3 is taken',
    expects: 'accepted',
    run: async (lab) => {
      const { parent, settlement } = await filledUnconfirmed(lab, 3);
      await lab.mine([parent.hex]);
      return offer(lab, settlement);
    },
  },
];
