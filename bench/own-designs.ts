/** The sales of this service under attack: its own plans and tables, on a real mempool. */

import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { rows as inRows, type Layout, layout, pay, spend } from '@ordbook/protocol/layout/layout';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import { payerLock } from '@ordbook/protocol/locks/payer';
import type { Sent } from '../devnode/stack/differential/build.ts';
import { type Lab, openLab } from '../devnode/stack/differential/lab.ts';
import { KEYS, payer, xOnly } from '../protocol/test/parties.ts';
import {
  bought,
  filled,
  listed,
  OPERATOR,
  type Purchase,
  withAnotherAnchor,
} from '../stack/own-transactions/packages.ts';
import {
  coinOn,
  edited,
  paysMore,
  rewitnessed,
  sellerSigned,
  signed,
} from '../stack/own-transactions/tables.ts';
import { startBitcoind } from '../stack/real/bitcoind.ts';
import { refusalOf, rowsOf } from './attack-rows.ts';

const BLOCKS_LATER = 10;
/**
 * Inputs of a sale of one: the transfer's anchor change, the purchase anchor, the passthrough, then coins.
 */
const PASSTHROUGH = 2;
/** Of the settlement of a fill: the inscription, the offer output, the admission coin. */
const OFFER = 1;
const BUYER = payer('buyer', 'p2wpkh');
const MAKER = payer('maker', 'p2wpkh');

const whole = ({ transfers, sale }: Purchase): Sent[] => [...Object.values(transfers), sale];
const feeOf = ({ table }: Pick<Purchase, 'table'>) =>
  sum(table.inputs.map(({ coin }) => coin)) - sum(table.outputs);
const sum = (amounts: readonly { readonly valueSats: number }[]) =>
  amounts.reduce((total, { valueSats }) => total + valueSats, 0);

/** null: the node takes them; otherwise why it does not. */
function send({ call }: Lab, sent: readonly Sent[]): Promise<string | null> {
  if (sent.length === 1) return refusalOf(() => call('sendrawtransaction', [sent[0]!.hex, 0]));
  return refusalOf(async () => {
    const answer = (await call('submitpackage', [sent.map(({ hex }) => hex), 0])) as {
      package_msg: string;
      'tx-results': Record<string, { error?: string }>;
    };
    if (answer.package_msg === 'success') return;
    const errors = Object.values(answer['tx-results']).flatMap(({ error }) => error ?? []);
    // the child is the last, and pays for its parents
    throw new Error(errors.findLast((one) => !one.startsWith('package-not')) ?? answer.package_msg);
  });
}

/** A sale without the market: its place is taken by another signature. */
const withoutMarket = (sale: Sent): Sent =>
  rewitnessed(sale, PASSTHROUGH, ([_, seller, ...rest]) => [seller!, seller!, ...rest]);
const without = (sent: Sent, input: number, item: number): Sent =>
  rewitnessed(sent, input, (items) => items.with(item, ''));

/** `count` outputs to the one who pays. */
function split(
  coin: { txid: string; vout: number; valueSats: number },
  feeSats: number,
  count = 1_000,
): Sent {
  const each = Math.floor((coin.valueSats - feeSats) / count);
  const lock = payerLock(BUYER);
  const outputs = Array.from({ length: count }, (_, n) => pay(`part ${n}`, each, lock.script));
  return signed(layout('split', inRows([spend('change', coin, lock, { buyer: 'ALL' })], outputs)));
}

async function packageRows(lab: Lab): Promise<string[][]> {
  const { rows, row } = rowsOf('Listing as ours: transfer and sale');
  const twice = async (feeRate: number) => {
    const listings = await listed(lab, 1);
    const first = await bought(lab, listings, { feeRate: 10 });
    const second = await bought(lab, listings, { feeRate, name: 'other buyer' });
    const refusal = await send(lab, whole(first));
    if (refusal !== null) throw new Error(`the sale itself is refused: ${refusal}`);
    return { first, second };
  };
  const others = await twice(30);
  const { transfers } = others.second;
  row(
    'replace',
    'anybody but the market',
    await send(lab, [...Object.values(transfers), withoutMarket(others.second.sale)]),
    'sniped',
    `${feeOf(others.second) - feeOf(others.first)} more than the buyer`,
  );
  row(
    'replace',
    'the market',
    await send(lab, whole(others.second)),
    'sniped: the item, at its price, from the buyer',
    `${feeOf(others.second) - feeOf(others.first)} more than the buyer`,
  );

  for (const isMarketIn of [false, true]) {
    const by = isMarketIn ? 'the market' : 'anybody but the market';
    const harvested = await bought(lab, await listed(lab, 1));
    const table: Layout = {
      ...harvested.table,
      outputs: harvested.table.outputs.map((output) =>
        output.name === 'marketplace' ? { ...output, script: OPERATOR } : output,
      ),
    };
    const past = sellerSigned(signed(table), PASSTHROUGH, harvested.sale);
    const sale = isMarketIn ? past : withoutMarket(past);
    const answer = await send(lab, [...Object.values(harvested.transfers), sale]);
    row('harvest', by, answer, 'sold at its price, the fee of the market elsewhere', `${feeOf(harvested)}`);
  }
  const cheated = await bought(lab, await listed(lab, 1));
  await send(lab, Object.values(cheated.transfers));
  const lessFor = {
    ...cheated.table,
    outputs: cheated.table.outputs.map((output, at) =>
      at === PASSTHROUGH ? { ...output, valueSats: output.valueSats - 1 } : output,
    ),
  };
  row(
    'pay the seller one sat less',
    'the market',
    await send(lab, [sellerSigned(signed(lessFor), PASSTHROUGH, cheated.sale)]),
    'a sat',
    '0',
  );

  const early = (await listed(lab, 1))[0]!.terms;
  const transfer = signed(transferLayout(early, KEYS));
  const recovery = signed(recoveryLayout([early], KEYS));
  row(
    'send the transfer alone',
    'who has it',
    await send(lab, [transfer]),
    'locked: the item is in the passthrough',
    `${early.transferFeeSats}, of the anchor`,
  );
  const stolen = edited(recovery, ({ outputs }) => ({ outputs: outputs.toReversed() }));
  row('use the recovery as a sale', 'the market', await send(lab, [stolen]), 'the item', '0');
  row(
    'recover after that',
    'the operator',
    await send(lab, [recovery]),
    'the item is at the seller again',
    `of the anchor: ${recovery.vsize} vB`,
  );

  const open = await bought(lab, await listed(lab, 1));
  await lab.mineEmpty(BLOCKS_LATER);
  row(
    `reuse, ${BLOCKS_LATER} blocks after delisting`,
    'anybody but the market',
    await send(lab, [...Object.values(open.transfers), withoutMarket(open.sale)]),
    'the item, at its old price',
    `${feeOf(open)}`,
  );
  row(
    `reuse, ${BLOCKS_LATER} blocks after delisting, its anchor unspent`,
    'the market',
    await send(lab, whole(open)),
    'the item, at its old price',
    `${feeOf(open)}`,
  );

  const killed = await bought(lab, await listed(lab, 1));
  const { anchor } = killed.listings[0]!.terms;
  const spent = signed(
    layout(
      'anchor',
      inRows(
        [spend('anchor', anchor, operatorLock(KEYS), { operator: 'DEFAULT' })],
        [pay('anchor', anchor.valueSats - 400, OPERATOR)],
      ),
    ),
  );
  await lab.mine([spent.hex]);
  row(
    'reuse, after the anchor was spent',
    'the market',
    await send(lab, whole(killed)),
    'the item',
    `the operator: ${spent.vsize} vB`,
  );
  const gone = await bought(lab, await listed(lab, 1));
  const moved = await withAnotherAnchor(lab, gone.listings[0]!);
  await lab.mine([moved.hex]);
  row(
    'reuse, after the coin moved',
    'the market',
    await send(lab, whole(gone)),
    'the item',
    `the seller: ${moved.vsize} vB`,
  );

  const listings = await listed(lab, 1);
  const first = await bought(lab, listings, { feeRate: 10 });
  await send(lab, whole(first));
  const vout = first.table.outputs.findIndex(({ name }) => name === 'change');
  const change = { txid: first.sale.txid, vout, valueSats: first.table.outputs[vout]!.valueSats };
  const child = split(change, 12_000);
  const held = await send(lab, [child]);
  const shown: string[] = [];
  for (const feeRate of [20, 60]) {
    const rival = await bought(lab, listings, { feeRate, name: 'other buyer' });
    const answer = await send(lab, whole(rival));
    shown.push(
      `for ${feeOf(rival)} sats of fee is ${answer === null ? 'accepted' : `refused (\`${answer}\`)`}`,
    );
  }
  row(
    'pin, by a child of the change',
    'the buyer',
    held,
    `locked: another purchase ${shown.join(', ')}`,
    `12000 if it is mined, ${child.vsize} vB`,
  );
  return rows;
}

async function collectionRows(lab: Lab): Promise<string[][]> {
  const { rows, row } = rowsOf('Collection offer as ours: three inputs');
  const { parent, settlement } = await filled(lab);
  for (const [item, name] of ['policy', 'gate', 'market'].entries())
    row(
      `take the price without the ${name} signer`,
      'the seller and the two others',
      await send(lab, [parent, without(settlement, OFFER, item)]),
      'the price',
      '0',
    );
  row(
    'change an output',
    'the seller',
    await send(lab, [parent, paysMore(settlement, 1, 1)]),
    'a sat more',
    '0',
  );
  row(
    'harvest, the funding parent alone',
    'anybody',
    await send(lab, [parent]),
    'the price in the offer output',
    '0',
  );
  const worthless = await filled(lab, { utxo: await coinOn(lab, bip86Script(xOnly('seller')), 546) });
  row(
    'sell another coin',
    'the seller and all three signers',
    await send(lab, [worthless.parent, worthless.settlement]),
    'the price for a worthless coin',
    `${worthless.settlement.vsize} vB`,
  );
  const bare = await filled(lab);
  const table = { ...bare.table, inputs: bare.table.inputs.slice(1), outputs: bare.table.outputs.slice(1) };
  const nothing = signed(table);
  const answer = await send(lab, [bare.parent, nothing]);
  row('sell nothing', 'all three signers', answer, 'the price', `${nothing.vsize} vB`);
  const late = await filled(lab);
  await lab.mineEmpty(BLOCKS_LATER);
  row(
    `delay, ${BLOCKS_LATER} blocks`,
    'the seller and all three signers',
    await send(lab, [late.parent, late.settlement]),
    'filled at the old price',
    '0',
  );
  const gone = await filled(lab);
  const [paid] = gone.terms.funding.payments;
  const back = signed(
    layout(
      'back',
      inRows(
        [spend('payment', paid!, payerLock(MAKER), { buyer: 'ALL' })],
        [pay('maker', paid!.valueSats - 400, payerLock(MAKER).script)],
      ),
    ),
  );
  await lab.mine([back.hex]);
  row(
    'reuse, after the money moved',
    'the seller and all three signers',
    await send(lab, [gone.parent, gone.settlement]),
    'filled',
    `the maker: ${back.vsize} vB`,
  );
  return rows;
}

/** The rows of both, on a node of their own with the mempool policy of mainnet. */
export async function ownRows(): Promise<string[][]> {
  const node = await startBitcoind({ extraArgs: ['-acceptnonstdtxn=0'] });
  try {
    const lab = await openLab(node.call);
    return [...(await packageRows(lab)), ...(await collectionRows(lab))];
  } finally {
    await node.stop();
  }
}
