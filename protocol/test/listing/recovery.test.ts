import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../src/bitcoin/bytes.ts';
import { type Layout, layoutTxid, networkFee } from '../../src/layout/layout.ts';
import type { ListingTerms } from '../../src/layout/terms.ts';
import { transferFee } from '../../src/listing/listing.ts';
import {
  checkRecovery,
  RECOVERY_RULES,
  recoveryFee,
  recoveryLayout,
  recoverySize,
  recoveryStep,
  signedRecovery,
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
  openPsbt,
  operatorSignatures,
  secret,
  signInputsWith,
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

/** The recovery of the first item. */
const single = recoveryLayout(items.slice(0, 1), KEYS);

/** Its PSBT, signed with this sighash by the seller's wallet. `stated`: what its field says then. */
function signedWith(sighash: number, stated?: number): string {
  const transaction = openPsbt(recoveryStep(items.slice(0, 1), KEYS, NETWORK).psbtBase64);
  transaction.updateInput(0, { sighashType: sighash });
  transaction.signIdx(secret('seller'), 0, [sighash]);
  transaction.updateInput(0, { sighashType: stated } as object, true);
  return base64.encode(transaction.toPSBT());
}

/** The seller's signatures of a recovery, with this sighash whatever it asks for. */
function signaturesOf(table: Layout, sighash: 'ALL' | 'DEFAULT'): string[] {
  const inputs = table.inputs.map((input) =>
    input.signs.seller ? { ...input, signs: { seller: sighash } } : input,
  );
  return signInputsWith({ ...table, inputs }, 'seller', secret('seller')).map(({ signature }) => signature);
}

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

  test('asks the seller for ALL over each leaf, in one group', () => {
    expect(recoveryStep(items, KEYS, NETWORK).inputsToSign).toMatchObject([
      { publicKey: xOnly('seller'), disableTweakSigner: true, signingIndexes: [0, 1, 2], sigHash: 1 },
    ]);
    const psbt = openPsbt(recoveryStep(items, KEYS, NETWORK).psbtBase64);
    expect([0, 1, 2, 3].map((index) => psbt.getInput(index).sighashType)).toEqual([1, 1, 1, undefined]);
  });

  test.each([
    ['ALL, which is asked for', 1, 65],
    ['DEFAULT, which commits to the same', 0, 64],
  ])('is accepted when signed %s', (_, sighash, bytes) => {
    const [read] = readSignatures(single, 'seller', signedWith(sighash), 'the recovery PSBT');
    expect(read!.signature.length / 2).toBe(bytes);
    const { txid } = completed(single, { sellers: [read!.signature], ...operatorSignatures(single) });
    expect(txid).toBe(layoutTxid(single));
  });

  test.each([
    ['NONE', 2],
    ['SINGLE', 3],
    ['ALL|ANYONECANPAY', 0x81],
    ['NONE|ANYONECANPAY', 0x82],
    ['SINGLE|ANYONECANPAY', 0x83],
  ])('is refused when signed %s, whether its PSBT says so or not', (_, sighash) => {
    const readFrom = (psbt: string) => () => readSignatures(single, 'seller', psbt, 'the recovery PSBT');
    expect(readFrom(signedWith(sighash, sighash))).toThrow('the sighash type was changed');
    for (const stated of [undefined, 0, 1])
      expect(readFrom(signedWith(sighash, stated))).toThrow(
        `input 0 must be signed with sighash ALL, but its signature of 65 bytes ends in ${sighash}`,
      );
  });

  test.each([1, 2, 3, 20])('of %i listings pays at least the fee rate of its transfers', (count) => {
    for (const rate of [1, 2]) {
      const batch = Array.from({ length: count }, (_, index) => ({
        ...listingTerms(`item ${index}`, {
          transferFeeSats: transferFee(rate),
          anchor: coin(`anchor ${index}`, smallestAnchor(rate)),
        }),
        sellerKey: xOnly('seller'),
      }));
      for (const [asked, sighash] of [
        ['ALL', 'ALL'],
        ['ALL', 'DEFAULT'],
        ['DEFAULT', 'DEFAULT'],
      ] as const) {
        const built = recoveryLayout(batch, KEYS, asked);
        const { hex, txid } = completed(built, {
          sellers: signaturesOf(built, sighash),
          ...operatorSignatures(built),
        });
        const raw = Transaction.fromRaw(hexToBytes(hex), {
          allowUnknownInputs: true,
          disableScriptCheck: true,
        });
        expect(raw.id).toBe(txid);
        expect(networkFee(built)).toBe(recoverySize(count, asked) * rate);
        expect(networkFee(built)).toBeGreaterThanOrEqual(raw.vsize * rate);
        if (asked === sighash) expect(raw.vsize).toBe(recoverySize(count, asked));
      }
    }
  });

  test('of release 0.1.0 is known by its signature: DEFAULT, with the fee of that size', () => {
    const earlier = recoveryLayout(items, KEYS, 'DEFAULT');
    expect(layoutTxid(earlier)).not.toBe(layoutTxid(table));
    for (const signed of [earlier, table]) {
      const signatures = signaturesOf(signed, 'DEFAULT');
      const asStored = items.map((terms, i) => ({ terms, sellerSignature: signatures[i]! }));
      expect(layoutTxid(signedRecovery(asStored, KEYS))).toBe(layoutTxid(signed));
    }
    const stray = items.map((terms) => ({ terms, sellerSignature: '00'.repeat(64) }));
    expect(layoutTxid(signedRecovery(stray, KEYS))).toBe(layoutTxid(table));
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
