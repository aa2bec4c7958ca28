/**
 * A change that no check of a flow asks about: only the comparison with the transaction that we built refuses
 * it. The announced txids follow the change, as a hostile service would have them.
 */
import { base64 } from '@scure/base';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';
import { describe, expect, test } from 'vitest';
import { checkCollectionOffers } from '../../src/collection-offer/check-funding-parent.ts';
import { checkFill } from '../../src/fill/check.ts';
import { checkListing } from '../../src/listing/check.ts';
import { checkTakeBack } from '../../src/listing/check-take-back.ts';
import { checkAcceptance, checkOffers } from '../../src/offer/check.ts';
import { checkPurchase } from '../../src/purchase/check.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { listingPreflight, purchasePreflight } from '../honest.ts';
import { acceptPreflight, fillPreflight, fundingPreflight, offerPreflight } from '../honest-offers.ts';
import { takeBackPreflight } from '../honest-take-back.ts';

type Raw = ReturnType<typeof RawPSBTV0.decode>;

interface Flow {
  readonly preflight: object;
  /** The PSBTs in it. */
  readonly psbts: readonly string[];
  check(preflight: never): unknown;
}

function flow<Preflight extends object>(
  { preflight, terms }: { preflight: Preflight; terms: unknown },
  check: (preflight: Preflight, terms: never) => unknown,
): Flow {
  const found = JSON.stringify(preflight).match(/cHNidP[A-Za-z0-9+/]+=*/g) ?? [];
  return { preflight, psbts: [...new Set(found)], check: (given) => check(given, terms as never) };
}

const FLOWS: Readonly<Record<string, Flow>> = {
  listing: flow(listingPreflight(2), checkListing),
  'take-back': flow(takeBackPreflight(), checkTakeBack),
  'purchase from p2wpkh': flow(purchasePreflight('p2wpkh'), checkPurchase),
  'purchase from p2sh-p2wpkh': flow(purchasePreflight('p2sh-p2wpkh'), checkPurchase),
  'purchase from p2tr': flow(purchasePreflight('p2tr'), checkPurchase),
  offer: flow(offerPreflight(), checkOffers),
  acceptance: flow(acceptPreflight(), checkAcceptance),
  'collection offer': flow(fundingPreflight(), checkCollectionOffers),
  fill: flow(fillPreflight(), checkFill),
};

const unsigned = (psbt: Raw) => psbt.global.unsignedTx!;

type Change = readonly [what: string, refusal: RegExp, change: (psbt: Raw) => void];

const CHANGES: readonly Change[] = [
  [
    'a lock time of years',
    /lock time/,
    (psbt) => {
      unsigned(psbt).lockTime = 2_000_000_000;
    },
  ],
  [
    'a lock time of a block',
    /lock time/,
    (psbt) => {
      unsigned(psbt).lockTime = 1;
    },
  ],
  [
    'version 1 or 2',
    /version/,
    (psbt) => {
      unsigned(psbt).version = unsigned(psbt).version === 1 ? 2 : 1;
    },
  ],
  [
    'an input that cannot be replaced',
    /sequence/,
    (psbt) => {
      unsigned(psbt).inputs[0]!.sequence = 0xffffffff;
    },
  ],
  [
    'a relative lock',
    /sequence/,
    (psbt) => {
      unsigned(psbt).inputs.at(-1)!.sequence = 0x0000ffff;
    },
  ],
  [
    'the sighash NONE in the PSBT',
    /sighash/,
    (psbt) => {
      for (const input of psbt.inputs) input.sighashType = 2;
    },
  ],
  [
    'the sighash ALL|ANYONECANPAY in the PSBT',
    /sighash/,
    (psbt) => {
      for (const input of psbt.inputs) input.sighashType = input.sighashType === 0x81 ? 0x83 : 0x81;
    },
  ],
];

/** The preflight with this PSBT changed, and with its new txid wherever the old one stood. */
function changed({ preflight }: Flow, psbt: string, change: (psbt: Raw) => void): object {
  const raw = RawPSBTV0.decode(base64.decode(psbt));
  change(raw);
  const bad = base64.encode(RawPSBTV0.encode(raw));
  const [before, after] = [readPsbt(psbt).txid, readPsbt(bad).txid];
  return JSON.parse(JSON.stringify(preflight).replaceAll(psbt, bad).replaceAll(before, after)) as object;
}

describe.each(Object.entries(FLOWS))('a %s', (_, given) => {
  test('is accepted as it was', () => {
    expect(() => given.check(given.preflight as never)).not.toThrow();
    expect(given.psbts.length).toBeGreaterThan(0);
  });

  test.each(CHANGES)('is refused with %s, in each of its transactions', (__, refusal, change) => {
    const refusals = given.psbts.map((psbt) => {
      try {
        given.check(changed(given, psbt, change) as never);
        return null;
      } catch (error) {
        return error as Error;
      }
    });
    for (const error of refusals) expect(error).toMatchObject({ name: 'UnsafePsbt' });
    // a parent has another txid then, which its child's check may notice first
    expect(refusals.map((error) => error?.message)).toContainEqual(expect.stringMatching(refusal));
  });
});
