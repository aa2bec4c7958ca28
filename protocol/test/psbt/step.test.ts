import { describe, expect, test } from 'vitest';
import type { Layout } from '../../src/layout/layout.ts';
import type { InputToSign } from '../../src/layout/terms.ts';
import { sellerLegLayout, transferLayout } from '../../src/listing/listing.ts';
import { recoveryLayout } from '../../src/listing/recovery.ts';
import { readStep, readSteps } from '../../src/psbt/signed-step.ts';
import { psbtStep } from '../../src/psbt/step.ts';
import { KEYS, listingTerms, NETWORK, signStep } from '../parties.ts';

const SIGNER = { party: 'seller', address: 'the wallet' } as const;
const transfer = transferLayout(listingTerms('seller'), KEYS);
const leg = sellerLegLayout(listingTerms('seller'), KEYS, NETWORK);

function signed(table: Layout, stepIndex = 0) {
  const step = psbtStep(table, SIGNER.party, stepIndex, SIGNER.address);
  return { ...step, psbtBase64: signStep(step, SIGNER.party) };
}

/** Reads the step with its first input to sign changed. */
function readChanged(table: Layout, change: object) {
  const step = signed(table);
  const [first, ...others] = step.inputsToSign;
  const inputsToSign = [{ ...first, ...change } as InputToSign, ...others];
  return () => readStep(table, SIGNER, { ...step, inputsToSign }, 'step 0');
}

describe('a signed step', () => {
  test('repeats who signs which inputs, or leaves it out, in whole or in part', () => {
    for (const table of [transfer, leg]) {
      const { psbtBase64, signerAddress, inputsToSign } = signed(table);
      const bare = inputsToSign.map(({ address, signingIndexes }) => ({ address, signingIndexes }));
      const split = inputsToSign.flatMap((input) =>
        input.signingIndexes.map((index) => ({ ...input, signingIndexes: [index] })).reverse(),
      );
      for (const more of [
        {},
        { signerAddress },
        { inputsToSign },
        { signerAddress, inputsToSign: bare },
        { inputsToSign: split },
      ])
        expect(readStep(table, SIGNER, { psbtBase64, ...more }, 'step 0')).toHaveLength(1);
    }
  });

  test('may name each sighash type that is accepted: a recovery is asked for with ALL, and takes DEFAULT', () => {
    const recovery = recoveryLayout([listingTerms('seller')], KEYS);
    for (const sigHash of [0, 1]) expect(readChanged(recovery, { sigHash })()).toHaveLength(1);
    for (const sigHash of [2, 3, 129, 131])
      expect(readChanged(recovery, { sigHash })).toThrow('inputsToSign of step 0 was changed');
  });

  test('that says something else than its preflight is refused', () => {
    const other = { ...signed(leg), signerAddress: 'another wallet' };
    const read = () => readSteps([leg], SIGNER, [other], ' of a listing');
    expect(read).toThrow('signerAddress of step 0 of a listing is another wallet, not the wallet');
    for (const change of [
      { address: 'another wallet' },
      { signingIndexes: [] },
      { signingIndexes: [1] },
      { signingIndexes: [0, 1] },
      { signingIndexes: [0, 0] },
      { sigHash: 1 },
      { disableTweakSigner: false },
      { publicKey: '02'.repeat(32) },
    ])
      expect(readChanged(leg, change)).toThrow('inputsToSign of step 0 was changed');
    const none = { ...signed(transfer), inputsToSign: [] };
    expect(() => readStep(transfer, SIGNER, none, 'step 0')).toThrow('inputsToSign of step 0 was changed');
  });
});
