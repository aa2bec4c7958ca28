import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { STANDARD_FLAGS } from '../../../devnode/src/script/flags.ts';
import { verifyTransaction } from '../../../devnode/src/script/verify.ts';
import { parseTransaction } from '../../../devnode/src/transaction/parse.ts';
import { moveInscription } from '../../src/exit/inscription.ts';
import { takePassthroughBack } from '../../src/exit/passthrough.ts';
import type { FeeCoin, InscriptionExit, InscriptionMoved } from '../../src/exit/spend-by-key-path.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { type KeyType, signingKey } from '../../src/wallet/signing-key.ts';
import { MARKET_KEY, passthrough, STRANGER, STRANGER_KEY, secretOf, testWallet, txid } from '../honest.ts';

const seller = testWallet();
const exit = {
  coin: { txid: txid(0x50), vout: 0, valueSats: 10_000 },
  offset: 0,
  secret: hex.decode(secretOf(1)),
  toAddress: STRANGER.address!,
  network: 'regtest',
  feeRate: 3,
} as const satisfies InscriptionExit;

const feeCoin = (type: KeyType, valueSats = 20_000): FeeCoin => ({
  txid: txid(0x60),
  vout: 7,
  valueSats,
  type,
  secret: hex.decode(secretOf(2)),
});
const scriptOfFee = (type: KeyType) => signingKey({ type, secret: secretOf(2) }, 'regtest').script;

/** What a node says of the transaction, when it spends `first` and the fee coin; null: it is valid. */
function verdictOn({ transaction }: InscriptionMoved, first: Uint8Array, paying?: FeeCoin) {
  const tx = parseTransaction(hex.decode(transaction));
  const spent = [
    { valueSats: exit.coin.valueSats, script: first },
    ...(paying ? [{ valueSats: paying.valueSats, script: scriptOfFee(paying.type) }] : []),
  ];
  return { tx, error: verifyTransaction(tx, spent, STANDARD_FLAGS) };
}

/** vB by BIP141, of the raw transaction. */
function vsizeOf({ transaction }: InscriptionMoved): number {
  const { inputs } = parseTransaction(hex.decode(transaction));
  const witness = inputs.flatMap((input) => [1, ...input.witness.map((item) => 1 + item.length)]);
  const discounted = 2 + witness.reduce((sum, bytes) => sum + bytes, 0);
  return Math.ceil(transaction.length / 2 - (discounted * 3) / 4);
}

const WAYS = [
  {
    what: 'an inscription taken from its passthrough',
    script: passthrough(seller.ordinalsPublicKey).script,
    build: (change: Partial<InscriptionExit> = {}) =>
      takePassthroughBack({ ...exit, marketPublicKey: `02${MARKET_KEY}`, ...change }),
  },
  {
    what: 'an inscription moved from its address',
    script: scriptOf(seller.ordinalsAddress, 'regtest'),
    build: (change: Partial<InscriptionExit> = {}) => moveInscription({ ...exit, ...change }),
  },
] as const;

for (const { what, script, build } of WAYS) {
  describe(what, () => {
    test('pays its fee from behind the sat of the inscription, and is valid', () => {
      const moved = build();
      const { tx, error } = verdictOn(moved, script);
      expect(error).toBeNull();
      expect(tx).toMatchObject({ version: 2, lockTime: 0 });
      expect(tx.inputs).toMatchObject([{ txid: txid(0x50), vout: 0, sequence: 0xfffffffd }]);
      expect(tx.outputs).toEqual([{ valueSats: moved.paidSats, script: STRANGER.script }]);
      expect(moved).toMatchObject({ feeSats: 333, paidSats: 9_667, changeSats: 0 });
      expect(vsizeOf(moved)).toBe(111);
    });

    test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('arrives whole when a %s coin pays', (type) => {
      const paying = feeCoin(type);
      const moved = build({ feeCoin: paying });
      const { tx, error } = verdictOn(moved, script, paying);
      expect(error).toBeNull();
      expect(tx.outputs).toEqual([
        { valueSats: 10_000, script: STRANGER.script },
        { valueSats: moved.changeSats, script: scriptOfFee(type) },
      ]);
      expect(moved.feeSats + moved.changeSats).toBe(paying.valueSats);
      expect(moved.feeSats).toBeGreaterThanOrEqual(3 * vsizeOf(moved) - 3);
      expect(moved.feeSats).toBeLessThanOrEqual(3 * (vsizeOf(moved) + 2));
    });

    test('takes no fee from a sat at or before that of the inscription', () => {
      expect(build({ offset: 9_666 })).toMatchObject({ paidSats: 9_667 });
      expect(() => build({ offset: 9_667 })).toThrow(
        /a fee of 333 of 10000 sats would take the inscription at offset 9667; pay it with a fee coin/,
      );
      expect(build({ offset: 9_999, feeCoin: feeCoin('p2tr') })).toMatchObject({ paidSats: 10_000 });
      expect(() => build({ offset: 10_000, feeCoin: feeCoin('p2tr') })).toThrow(
        /^offset is 10000, and the coin holds 10000 sats/,
      );
    });

    test('pays at most a quarter of the spent sats and 100,000 sats as a fee, unless told otherwise', () => {
      const dear = { feeRate: 25 };
      expect(() => build(dear)).toThrow(
        'the fee of 2775 sats is 27.8 % of the 10000 sats that are spent; the limit is 25 %; use a lower fee rate, or a higher --max-fee-share (maxFeeShare)',
      );
      expect(build({ ...dear, maxFeeShare: 0.28 })).toMatchObject({ feeSats: 2_775 });
      expect(build({ ...dear, feeCoin: feeCoin('p2tr') })).toMatchObject({ paidSats: 10_000 });
      const rich = { feeRate: 1_000, feeCoin: feeCoin('p2tr', 10_000_000) };
      expect(() => build(rich)).toThrow(
        /^the fee of 211500 sats is above the limit of 100000 sats; use a lower/,
      );
      expect(build({ ...rich, maxFeeSats: 211_500 })).toMatchObject({ feeSats: 211_500 });
    });

    test('does not arrive as dust', () => {
      const coin = { ...exit.coin, valueSats: 330 + 333 };
      const anyFee = { maxFeeShare: 1 };
      expect(build({ coin, ...anyFee })).toMatchObject({ paidSats: 330 });
      expect(() => build({ coin: { ...coin, valueSats: 662 }, ...anyFee })).toThrow(
        /329 sats are dust .* at least 330/,
      );
    });
  });
}

test('change that would be dust goes to the fee, and a coin that pays too little is refused', () => {
  const [{ script, build }] = WAYS;
  const paying = feeCoin('p2wpkh', 900);
  const moved = build({ feeCoin: paying });
  expect(moved).toMatchObject({ feeSats: 900, changeSats: 0, paidSats: 10_000 });
  expect(verdictOn(moved, script, paying)).toMatchObject({ error: null, tx: { outputs: [{}] } });
  expect(() => build({ feeCoin: feeCoin('p2wpkh', 536) })).toThrow(/holds 536 sats, but the fee is 537/);
  expect(build({ feeCoin: feeCoin('p2wpkh', 537) })).toMatchObject({ feeSats: 537 });
});

test('the inscription does not pay for itself as a fee coin', () => {
  const same = { ...feeCoin('p2tr'), ...exit.coin };
  expect(() => moveInscription({ ...exit, feeCoin: same })).toThrow(
    /which holds the inscription; it must be another coin/,
  );
});

test("a signature for another market's passthrough, or by another key, is worth nothing", () => {
  const { script } = WAYS[0];
  const other = takePassthroughBack({ ...exit, marketPublicKey: STRANGER_KEY });
  expect(verdictOn(other, script).error).not.toBeNull();
  const secret = hex.decode(secretOf(9));
  const foreign = takePassthroughBack({ ...exit, secret, marketPublicKey: MARKET_KEY });
  expect(verdictOn(foreign, script).error).not.toBeNull();
});
