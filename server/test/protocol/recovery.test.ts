import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../src/protocol/bytes.ts';
import { networkFee } from '../../src/protocol/layout.ts';
import {
  checkRecovery,
  RECOVERY_RULES,
  recoveryFee,
  recoveryLayout,
  recoveryStep,
} from '../../src/protocol/recovery.ts';
import { readSignatures } from '../../src/protocol/signed-step.ts';
import type { ListingTerms } from '../../src/protocol/terms.ts';
import { brokenBy, withOutput } from './breaking.ts';
import {
  coin,
  completed,
  KEYS,
  listingTerms,
  NETWORK,
  operatorSignatures,
  signStep,
  xOnly,
} from './parties.ts';

/** Three listings of one seller. */
const items = [1, 2, 3].map(
  (number): ListingTerms => ({
    ...listingTerms(`item ${number}`, { utxo: coin(`item ${number}`, 600 * number) }),
    sellerKey: xOnly('seller'),
  }),
);
const sellers = readSignatures(
  recoveryLayout(items, KEYS),
  'seller',
  signStep(recoveryStep(items, KEYS, NETWORK), 'seller'),
  'the recovery PSBT',
).map(({ signature }) => signature);

describe('a recovery', () => {
  test('returns each passthrough, in full, at its own index', () => {
    const { rows } = recoveryLayout(items, KEYS);
    expect(rows.map(({ input, output }) => [input?.coin.valueSats, output?.valueSats])).toEqual([
      [600, 600],
      [1200, 1200],
      [1800, 1800],
    ]);
  });

  test('asks the seller for 0x83 over each leaf, in one group', () => {
    expect(recoveryStep(items, KEYS, NETWORK).inputsToSign).toMatchObject([
      { publicKey: xOnly('seller'), disableTweakSigner: true, signingIndexes: [0, 1, 2], sigHash: 131 },
    ]);
  });

  test('of any subset is completed with the signatures of the batch, and pays its fee from operator coins', () => {
    for (const subset of [[0], [2], [1, 2], [0, 1, 2], [2, 0]]) {
      const chosen = subset.map((index) => items[index]!);
      const feeCoins = [coin('fee coin', 9000)];
      const funding = { feeCoins, feeSats: recoveryFee(chosen.length, 1, 7) };
      const table = recoveryLayout(chosen, KEYS, funding);
      const { hex, txid } = completed(table, {
        sellers: subset.map((index) => sellers[index]!),
        ...operatorSignatures(table),
      });
      const raw = Transaction.fromRaw(hexToBytes(hex), {
        allowUnknownInputs: true,
        disableScriptCheck: true,
      });
      expect(raw.id).toBe(txid);
      expect(networkFee(table)).toBe(funding.feeSats);
      expect(funding.feeSats - raw.vsize * 7).toBeLessThanOrEqual(7);
      expect(funding.feeSats).toBeGreaterThanOrEqual(raw.vsize * 7);
    }
  });

  test("with another seller's signature in a place is not completed", () => {
    const table = recoveryLayout(items, KEYS);
    expect(() =>
      completed(table, {
        sellers: sellers.toReversed(),
        ...operatorSignatures(table),
      }),
    ).toThrow('recovery: the signature of input 0 does not verify');
  });

  test('whose change would be dust leaves it to the network', () => {
    const table = recoveryLayout(items, KEYS, { feeCoins: [coin('fee coin', 1000)], feeSats: 800 });
    expect(table.outputs).toHaveLength(3);
    expect(networkFee(table)).toBe(1000);
  });

  test('whose coins miss the fee is a bug', () => {
    expect(() => recoveryLayout(items, KEYS, { feeCoins: [], feeSats: 1 })).toThrow('miss 1 sats');
  });
});

describe('the rules of recoveries', () => {
  const feeCoin = coin('fee coin', 9000);
  const table = recoveryLayout(items, KEYS, { feeCoins: [feeCoin], feeSats: 800 });
  const stranger = table.outputs[0]!.script;
  const BREAKS = {
    'a passthrough returns to its seller, in full, at its own index': withOutput(table, 1, {
      valueSats: 1199,
    }),
    'whatever is left of the fee coins returns to the operator': withOutput(table, 3, { script: stranger }),
    'no coin is spent twice': { ...table, inputs: [...table.inputs, table.inputs[3]!] },
    'a recovery pays out no more than it spends': withOutput(table, 3, { valueSats: 9001 }),
  };

  test('hold for a recovery of the items', () => {
    expect(brokenBy(() => checkRecovery(table, items, KEYS))).toBeNull();
  });

  test.each(Object.entries(BREAKS))('%s: broken, it fires', (sentence, broken) => {
    expect(brokenBy(() => checkRecovery(broken, items, KEYS))).toBe(sentence);
  });

  test('are each broken once above', () => {
    expect(RECOVERY_RULES.map(({ sentence }) => sentence)).toEqual(Object.keys(BREAKS));
  });
});
