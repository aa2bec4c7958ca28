import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../src/bitcoin/bytes.ts';
import {
  inputsOf,
  layout,
  layoutTxid,
  networkFee,
  pay,
  renderLayout,
  row,
  rows,
  spend,
  toTransaction,
} from '../../src/layout/layout.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import { p2trLock } from '../../src/locks/p2tr.ts';
import { p2wpkhLock } from '../../src/locks/p2wpkh.ts';
import { payerLock } from '../../src/locks/payer.ts';
import { coin, KEYS, payer, publicKey, xOnly } from '../parties.ts';

const lock = p2wpkhLock(publicKey('anchor'));
const anchor = spend('anchor', coin('a', 1000), lock, { operator: 'ALL' });
const leg = spend('passthrough', coin('b', 546), passthroughLock(xOnly('seller'), KEYS.market), {
  seller: 'SINGLE|ANYONECANPAY',
  market: 'DEFAULT',
});

describe('a layout', () => {
  test('has its columns in the order of its rows', () => {
    const table = layout('example', [
      row(anchor, pay('a', 400, lock.script)),
      row(leg, pay('b', 500, lock.script)),
    ]);
    expect(table.inputs.map(({ name }) => name)).toEqual(['anchor', 'passthrough']);
    expect(table.outputs.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(networkFee(table)).toBe(646);
    expect(inputsOf(table, 'market')).toEqual([1]);
  });

  test('has no gap above an entry', () => {
    const output = pay('a', 400, lock.script);
    expect(() => layout('gap', [row(null, output), row(anchor, output)])).toThrow(
      'the input column has a gap',
    );
    expect(() => layout('gap', [row(anchor, null), row(null, output)])).toThrow(
      'the output column has a gap',
    );
    expect(layout('no gap', rows([anchor], [output, output])).outputs).toHaveLength(2);
  });

  test('has an output beside every SINGLE signature', () => {
    expect(() => layout('alone', [row(anchor, pay('a', 400, lock.script)), row(leg, null)])).toThrow(
      'passthrough is signed SINGLE, but output 1 does not exist',
    );
  });

  test('has an output', () => {
    expect(() => layout('burnt', [row(anchor, null)])).toThrow('burnt: it has no outputs');
  });

  test('has no output below the dust limit and none that is not an amount', () => {
    expect(() => layout('dust', [row(anchor, pay('crumb', 293, lock.script))])).toThrow(
      'crumb of 293 sats is below the dust limit of 294',
    );
    for (const value of [-1, 0.5, Number.NaN]) {
      expect(() => layout('no amount', [row(anchor, pay('crumb', value, lock.script))])).toThrow(RangeError);
    }
  });

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'knows its txid before a %s input is signed',
    (type) => {
      const input = spend('payment', coin('c', 9000), payerLock(payer('buyer', type)), { buyer: 'ALL' });
      const table = layout('payment', [row(input, pay('to', 8000, lock.script))]);
      const transaction = toTransaction(table, 'buyer');
      const unsigned = layoutTxid(table);
      if (type !== 'p2sh-p2wpkh') expect(transaction.id).toBe(unsigned);
      else expect(transaction.getInput(0).redeemScript).toBeDefined();
    },
  );

  test('gives the fields for signing to the inputs of one party only', () => {
    const table = layout('two parties', [
      row(
        spend('mine', coin('m', 5000), p2trLock(xOnly('seller')), { seller: 'DEFAULT' }),
        pay('a', 4000, lock.script),
      ),
      row(leg, pay('b', 500, lock.script)),
      row(anchor, null),
    ]);
    const transaction = toTransaction(table, 'seller');
    expect(bytesToHex(transaction.getInput(0).tapInternalKey!)).toBe(xOnly('seller'));
    expect(transaction.getInput(1).sighashType).toBe(0x83);
    expect(Object.keys(transaction.getInput(2)).sort()).toEqual(['index', 'sequence', 'txid', 'witnessUtxo']);
  });

  test('never tells a wallet the internal key or the merkle root of a passthrough', () => {
    const table = layout('leg', [row(leg, pay('b', 500, lock.script))]);
    for (const party of ['seller', 'market'] as const) {
      const fields = toTransaction(table, party).getInput(0);
      expect(fields.tapInternalKey).toBeUndefined();
      expect(fields.tapMerkleRoot).toBeUndefined();
      expect(fields.tapLeafScript).toHaveLength(1);
    }
  });

  test('renders as a Markdown table', () => {
    const table = layout('example', [row(leg, pay('seller', 1234567, lock.script)), row(anchor, null)]);
    expect(renderLayout(table)).toBe(
      [
        '| # | spends | sats | signed by | pays | sats |',
        '| --: | --- | --: | --- | --- | --: |',
        '| 0 | passthrough | 546 | seller SINGLE\\|ANYONECANPAY, market DEFAULT | seller | 1,234,567 |',
        '| 1 | anchor | 1,000 | operator ALL |  |  |',
      ].join('\n'),
    );
  });
});
