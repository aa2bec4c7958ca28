import { RawTx } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import {
  inputsOf,
  layout,
  layoutTxid,
  networkFee,
  pay,
  renderLayout,
  row,
  rows,
  serialized,
  serializedWithWitnesses,
  spend,
  toTransaction,
} from '../../src/layout/layout.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import { p2trLock } from '../../src/locks/p2tr.ts';
import { p2wpkhLock, p2wpkhScript } from '../../src/locks/p2wpkh.ts';
import { payerLock } from '../../src/locks/payer.ts';
import { coin, KEYS, payer, publicKey, xOnly } from '../parties.ts';

const lock = p2wpkhLock(publicKey('anchor'));
const NONE = new Uint8Array();
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

  test.each([1, 252, 253, 300])('of %i inputs and outputs is written as btc-signer writes it', (count) => {
    const p2sh = payerLock(payer('buyer', 'p2sh-p2wpkh'));
    const inputs = Array.from({ length: count }, (_, i) =>
      spend('payment', { ...coin(`coin ${i}`, 9000), vout: i }, i % 2 ? lock : p2sh, { buyer: 'ALL' }, i),
    );
    const outputs = Array.from({ length: count }, (_, i) => pay('to', 8000 + i, i % 2 ? lock.script : '6a'));
    const table = layout('many', rows(inputs, outputs), 3);
    const encoded = (scriptSigs: boolean) => ({
      version: 3,
      inputs: inputs.map(({ coin: { txid, vout }, lock: { type, script }, sequence }) => ({
        txid: hexToBytes(txid),
        index: vout,
        finalScriptSig: scriptSigs ? hexToBytes(type === 'p2wpkh' ? '' : `16${redeemOf(script)}`) : NONE,
        sequence,
      })),
      outputs: outputs.map(({ valueSats, script }) => ({
        amount: BigInt(valueSats),
        script: hexToBytes(script),
      })),
      lockTime: 0,
    });
    const redeemOf = (script: string) => (script === p2sh.script ? p2wpkhScript(publicKey('buyer')) : '');
    for (const scriptSigs of [true, false])
      expect(bytesToHex(serialized(table, scriptSigs))).toBe(
        bytesToHex(RawOldTx.encode(encoded(scriptSigs))),
      );

    const witnesses = inputs.map((_, i) => ['30', '', '02'.repeat(33)].slice(0, 1 + (i % 3)));
    expect(bytesToHex(serializedWithWitnesses(table, witnesses))).toBe(
      bytesToHex(
        RawTx.encode({
          ...encoded(true),
          segwitFlag: true,
          witnesses: witnesses.map((items) => items.map((item) => hexToBytes(item))),
        }),
      ),
    );
  });

  test('is written with a witness for each input, or not at all', () => {
    const table = layout('two', rows([anchor, anchor], [pay('to', 800, lock.script)]));
    for (const witnesses of [[], [['30'], []], [['30']], [['30'], ['30'], ['30']]])
      expect(() => serializedWithWitnesses(table, witnesses)).toThrow(/witnesses for 2 inputs/);
  });

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
