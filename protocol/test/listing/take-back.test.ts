import { describe, expect, test } from 'vitest';
import { networkFee } from '../../src/layout/layout.ts';
import { layoutSize } from '../../src/layout/size.ts';
import {
  checkTakeBack,
  TAKE_BACK_RULES,
  TAKE_BACK_VSIZE,
  takeBackLayout,
  takeBackStep,
} from '../../src/listing/take-back.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { brokenBy, withOutput } from '../breaking.ts';
import {
  coin,
  completed,
  KEYS,
  listingTerms,
  NETWORK,
  operatorSignatures,
  signStep,
  xOnly,
} from '../parties.ts';

const terms = listingTerms('seller');
const table = takeBackLayout(terms, KEYS);
const step = takeBackStep(terms, KEYS, NETWORK);

describe('a take-back', () => {
  test('returns the passthrough in full, and pays the fee of its transfer from what that left of the anchor', () => {
    expect(table.rows.map(({ input, output }) => [input?.coin.valueSats, output?.valueSats])).toEqual([
      [546, 546],
      [788, 576],
    ]);
    expect(layoutSize(table)).toBe(TAKE_BACK_VSIZE);
    expect(networkFee(table)).toBe(TAKE_BACK_VSIZE);
  });

  test('asks the seller for the key path, DEFAULT, with the tweaked key', () => {
    expect(step.inputsToSign).toEqual([
      { address: step.signerAddress, publicKey: xOnly('seller'), signingIndexes: [0], sigHash: 0 },
    ]);
  });

  test('is completed with the signature of a wallet that tweaks by the merkle root of the PSBT', () => {
    const [signed] = readSignatures(table, 'seller', signStep(step, 'seller'), 'step 0');
    const { operator } = operatorSignatures(table);
    expect(() => completed(table, { sellers: [signed!.signature], operator })).not.toThrow();
  });

  test('is not completed with a signature of the leaf, or by another key', () => {
    expect(() => readSignatures(table, 'seller', step.psbtBase64, 'step 0')).toThrow('is not signed');
    expect(() => completed(table, { sellers: ['00'.repeat(64)], ...operatorSignatures(table) })).toThrow(
      'does not verify',
    );
  });
});

describe('the rules of take-backs', () => {
  const BREAKS = {
    'a take-back spends the passthrough and the anchor change of one transfer': {
      ...table,
      inputs: [table.inputs[0]!, { ...table.inputs[1]!, coin: coin('another', 788, 1) }],
    },
    'the passthrough returns to its seller, in full': withOutput(table, 0, { valueSats: 545 }),
    'what the fee leaves of the anchor returns to the operator': withOutput(table, 1, {
      script: table.outputs[0]!.script,
    }),
    'a take-back pays the fee of its transfer': withOutput(table, 1, { valueSats: 400 }),
  };

  test.each(Object.entries(BREAKS))('%s: broken, it fires', (sentence, broken) => {
    expect(brokenBy(() => checkTakeBack(broken, terms, KEYS))).toBe(sentence);
  });

  test('are each broken once above', () => {
    expect(TAKE_BACK_RULES.map(({ sentence }) => sentence)).toEqual(Object.keys(BREAKS));
  });
});
