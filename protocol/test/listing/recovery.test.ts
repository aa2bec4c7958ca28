import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../src/bitcoin/bytes.ts';
import { networkFee } from '../../src/layout/layout.ts';
import type { ListingTerms } from '../../src/layout/terms.ts';
import { transferFee } from '../../src/listing/listing.ts';
import {
  checkRecovery,
  RECOVERY_RULES,
  recoveryFee,
  recoveryLayout,
  recoverySize,
  recoveryStep,
  smallestAnchor,
} from '../../src/listing/recovery.ts';
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
  const table = recoveryLayout(items, KEYS);

  test('returns each passthrough, in full, at its own index, and what the fee leaves of the anchors after them', () => {
    expect(table.rows.map(({ input, output }) => [input?.coin.valueSats, output?.valueSats])).toEqual([
      [600, 600],
      [1200, 1200],
      [1800, 1800],
      [788, 3 * 788 - recoveryFee(items)],
      [788, undefined],
      [788, undefined],
    ]);
  });

  test('asks the seller for DEFAULT over each leaf, in one group', () => {
    expect(recoveryStep(items, KEYS, NETWORK).inputsToSign).toMatchObject([
      { publicKey: xOnly('seller'), disableTweakSigner: true, signingIndexes: [0, 1, 2], sigHash: 0 },
    ]);
  });

  test.each([1, 2, 3, 20])('of %i listings pays exactly the fee rate of its transfers', (count) => {
    for (const rate of [1, 2]) {
      const batch = Array.from({ length: count }, (_, index) => ({
        ...listingTerms(`item ${index}`, {
          transferFeeSats: transferFee(rate),
          anchor: coin(`anchor ${index}`, smallestAnchor(rate)),
        }),
        sellerKey: xOnly('seller'),
      }));
      const built = recoveryLayout(batch, KEYS);
      const signatures = readSignatures(
        built,
        'seller',
        signStep(recoveryStep(batch, KEYS, NETWORK), 'seller'),
        'the recovery PSBT',
      ).map(({ signature }) => signature);
      const { hex, txid } = completed(built, { sellers: signatures, ...operatorSignatures(built) });
      const raw = Transaction.fromRaw(hexToBytes(hex), {
        allowUnknownInputs: true,
        disableScriptCheck: true,
      });
      expect(raw.id).toBe(txid);
      expect(networkFee(built)).toBe(raw.vsize * rate);
      expect(raw.vsize).toBe(recoverySize(count));
    }
  });

  test('is worth nothing for a part of its batch, or in another order', () => {
    for (const part of [[0], [2], [1, 2], [2, 1, 0]]) {
      const other = recoveryLayout(
        part.map((index) => items[index]!),
        KEYS,
      );
      expect(() =>
        completed(other, { sellers: part.map((index) => sellers[index]!), ...operatorSignatures(other) }),
      ).toThrow('recovery: the signature of input 0 does not verify');
    }
  });

  test('leaves nothing to build when the anchors are too small: settings rule that out', () => {
    const small = smallestAnchor(1) - 1;
    const terms = { ...items[0]!, anchor: coin('small', small) };
    expect(() => recoveryLayout([terms], KEYS)).toThrow('below the dust limit');
    expect(() => recoveryLayout([{ ...terms, anchor: coin('large enough', small + 1) }], KEYS)).not.toThrow();
  });
});

describe('the rules of recoveries', () => {
  const table = recoveryLayout(items, KEYS);
  const theft = table.outputs[0]!.script;
  const BREAKS = {
    'a recovery spends the passthroughs of its items, then the anchor changes of their transfers': {
      ...table,
      inputs: [...table.inputs.slice(0, 5), { ...table.inputs[5]!, coin: coin('another', 788, 1) }],
    },
    'a passthrough returns to its seller, in full, at its own index': withOutput(table, 1, {
      valueSats: 1199,
    }),
    'what the fee leaves of the anchor changes returns to the operator': withOutput(table, 3, {
      script: theft,
    }),
    "a recovery pays the fee rate of its items' transfers": withOutput(table, 3, { valueSats: 400 }),
  };

  test('hold for a recovery of the items', () => {
    expect(brokenBy(() => checkRecovery(table, items, KEYS))).toBeNull();
  });

  test.each(Object.entries(BREAKS))('%s: broken, it fires', (sentence, broken) => {
    expect(brokenBy(() => checkRecovery(broken, items, KEYS))).toBe(sentence);
  });

  const twice = 'no coin is spent twice';
  test(`${twice}: broken, it fires`, () => {
    expect(brokenBy(() => recoveryLayout([items[0]!, items[0]!], KEYS))).toBe(twice);
  });

  test('are each broken once above', () => {
    expect(new Set(RECOVERY_RULES.map(({ sentence }) => sentence))).toEqual(
      new Set([...Object.keys(BREAKS), twice]),
    );
  });
});
