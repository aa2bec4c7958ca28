import { ordinalsAddressOf, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { COUNTER_VERSION, counterTables } from '@ordbook/protocol/counter/counter';
import { type Layout, layout, pay, row, spend } from '@ordbook/protocol/layout/layout';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { beforeEach, expect, test } from 'vitest';
import { coin, KEYS, listingTerms, NETWORK, paymentAddress, xOnly } from '../../../protocol/test/parties.ts';
import type { Session } from '../../src/account/sign-in.ts';
import { forgetSpent, openSignatures, recordSignatures } from '../../src/safety/journal.ts';
import { type SafetyOptions, safetyOf } from '../../src/safety/options.ts';
import { memoryStorage } from '../../src/safety/storage.ts';
import type { BuiltStep } from '../../src/signing/rebuilt.ts';

const OWN = xOnly('seller');

function sessionWith(options: SafetyOptions = {}): Session {
  const safety = safetyOf({ storage: memoryStorage(), ...options }, 'http://market.test');
  const wallet = {
    network: NETWORK,
    ordinalsAddress: ordinalsAddressOf(OWN, NETWORK),
    paymentAddress: paymentAddress('seller', 'p2wpkh'),
    ordinalsPublicKey: OWN,
  };
  return { safety, wallet } as unknown as Session;
}
let session: Session;
beforeEach(() => {
  session = sessionWith();
});

const built = (table: Layout, party: BuiltStep['party'] = 'seller') => ({ table, party }) as BuiltStep;

/** The steps of a listing of the item `name`, whose proceeds are 60,000 sats. */
function listing(name: string): BuiltStep[] {
  const terms = termsOf(name);
  const tables = [
    transferLayout(terms, KEYS),
    sellerLegLayout(terms, KEYS, NETWORK),
    recoveryLayout([terms], KEYS),
  ];
  return tables.map((table) => built(table));
}

function termsOf(name: string) {
  return listingTerms('seller', {
    utxo: coin(`inscription ${name}`, 10_000),
    anchor: coin(`anchor ${name}`, 1_000),
    sellerProceedsSats: 60_000,
  });
}

/** The steps of a counter of the item `name` with the same proceeds; `version`: of its settlement. */
function counter(name: string, version = COUNTER_VERSION): BuiltStep[] {
  const terms = {
    transfer: termsOf(name),
    buyerOrdinalsAddress: paymentAddress('buyer', 'p2tr'),
    payouts: [],
  };
  const [transfer, settlement, recovery] = counterTables(terms, KEYS, NETWORK) as [Layout, Layout, Layout];
  return [transfer, { ...settlement, version }, recovery].map((table) => built(table));
}

test('every signature of a listing and a counter is in the journal, with what it commits to', async () => {
  await recordSignatures(session, [...listing('a'), ...counter('b')]);
  const open = await openSignatures(session);
  expect(open.map(({ sighash, version }) => `${sighash} ${version}`)).toEqual([
    'DEFAULT 2',
    'SINGLE|ANYONECANPAY 2',
    'ALL 2',
    'DEFAULT 2',
    'ALL|ANYONECANPAY 1',
    'ALL|ANYONECANPAY 1',
  ]);
  expect(open[1]!.outputs).toHaveLength(1);
  expect(open[1]!.others).toEqual([]);
});

test('two listings at one price are apart: each leg has an output of its own', async () => {
  await recordSignatures(session, listing('a'));
  await expect(recordSignatures(session, listing('b'))).resolves.toHaveLength(3);
});

test('a listing may be signed again, at any price', async () => {
  await recordSignatures(session, listing('a'));
  await recordSignatures(session, listing('a'));
  expect(await openSignatures(session)).toHaveLength(3);
});

test('a listing and a counter with one proceeds are apart only because of their versions', async () => {
  await recordSignatures(session, listing('a'));
  await recordSignatures(session, counter('b'));
  await expect(recordSignatures(session, counter('c', 2))).rejects.toThrow(
    /the output of 60000 sats to \w+ would pay for \w+:0, and for \w+:0, which is signed already/,
  );
});

test('what is refused is not stored', async () => {
  await recordSignatures(session, listing('a'));
  await expect(recordSignatures(session, counter('c', 2))).rejects.toThrow();
  expect(await openSignatures(session)).toHaveLength(3);
});

/** A transaction that we sign whole, in which `stranger` is a coin of somebody else. */
const withStranger = (stranger: Layout['inputs'][number]) =>
  built(
    layout('purchase', [
      row(
        spend('payment', coin('ours', 100_000), p2trLock(OWN), { seller: 'DEFAULT' }),
        pay('a', 50_000, `0014${'11'.repeat(20)}`),
      ),
      row(stranger, pay('b', 60_000, `0014${'22'.repeat(20)}`)),
    ]),
  );

test('a passthrough of an open listing is refused as the coin of somebody else', async () => {
  const steps = listing('a');
  await recordSignatures(session, steps);
  const { coin: own, lock } = steps[1]!.table.inputs[0]!;
  const posed = spend('purchase anchor', own, seenLock(lock.script), {});
  await expect(recordSignatures(session, [withStranger(posed)])).rejects.toThrow(
    /the purchase anchor \w+:0 is a coin of ours, and not ours to sign here/,
  );
});

test('a passthrough that the journal has lost is refused too, by the pinned market key', async () => {
  const { script } = passthroughLock(OWN, KEYS.market);
  const posed = withStranger(spend('payment 1', coin('lost', 60_000), seenLock(script), {}));
  await expect(recordSignatures(session, [posed])).resolves.toHaveLength(1);
  const pinned = sessionWith({ pins: { market: `02${KEYS.market}` } });
  await expect(recordSignatures(pinned, [posed])).rejects.toThrow(/is a coin of ours/);
});

test('a coin of our payment address is refused as the coin of somebody else', async () => {
  const script = scriptOf(paymentAddress('seller', 'p2wpkh'), NETWORK);
  const posed = withStranger(spend('payment 1', coin('paying', 60_000), seenLock(script), {}));
  await expect(recordSignatures(session, [posed])).rejects.toThrow(/is a coin of ours/);
});

test('signatures made at the same moment are all stored', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => recordSignatures(session, listing(name))));
  expect(await openSignatures(session)).toHaveLength(12);
});

test('a signature is forgotten once our source says that its coin is spent, and not when it does not know', async () => {
  const spent = termsOf('a').utxo.txid;
  const source = {
    output: async ({ txid }: { txid: string }) => {
      if (txid === spent) return { spent: true };
      throw new Error('the source does not know it');
    },
  } as unknown as NonNullable<SafetyOptions['source']>;
  const watching = sessionWith({ source });
  await recordSignatures(watching, listing('a'));
  expect(await forgetSpent(watching)).toBe(2);
  expect((await openSignatures(watching)).map(({ sighash }) => sighash)).toEqual([
    'SINGLE|ANYONECANPAY',
    'ALL',
  ]);
  await recordSignatures(session, listing('a'));
  expect(await forgetSpent(session)).toBe(3);
});
