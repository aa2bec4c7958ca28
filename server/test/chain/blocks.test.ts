import { expect, test } from 'vitest';
import { blockOf } from '../../src/chain/blocks.ts';

test('a block keeps what may prove a sale of a witness, in its place, and not the data that an inscription reveals', () => {
  const signature = `30${'11'.repeat(72)}`;
  const coinbase = { txid: 'cb', version: 2, locktime: 0, vin: [{ coinbase: '00', sequence: 0 }], vout: [] };
  const reveal = {
    txid: 'aa',
    version: -1,
    locktime: 7,
    vin: [
      {
        txid: 'bb',
        vout: 1,
        sequence: 5,
        prevout: { value: 0.0001, scriptPubKey: { hex: '51', address: 'owner' } },
        scriptSig: { hex: '' },
        txinwitness: [signature, 'ff'.repeat(521), 'c0'],
      },
    ],
    vout: [{ value: 0.00009, scriptPubKey: { hex: '52' } }],
  };
  const block = blockOf({ hash: 'h', height: 1, time: 2, previousblockhash: 'g', tx: [coinbase, reveal] });
  expect(block.transactions[1]).toEqual({
    txid: 'aa',
    version: 0xffff_ffff,
    lockTime: 7,
    inputs: [
      {
        txid: 'bb',
        vout: 1,
        valueSats: 10_000,
        script: '51',
        scriptSig: '',
        sequence: 5,
        witness: [signature, '', 'c0'],
      },
    ],
    outputs: [{ valueSats: 9_000, script: '52', address: null }],
  });
});
