import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { beforeEach, expect, test } from 'vitest';
import { coin, KEYS, listingTerms, NETWORK, xOnly } from '../../../protocol/test/parties.ts';
import type { Session } from '../../src/account/sign-in.ts';
import { openSignatures } from '../../src/safety/journal.ts';
import { safetyOf } from '../../src/safety/options.ts';
import { memoryStorage } from '../../src/safety/storage.ts';
import type { BuiltStep } from '../../src/signing/rebuilt.ts';
import { signSteps } from '../../src/signing/sign-step.ts';
import { WalletError } from '../../src/wallets/wallet-error.ts';
import { testWallet } from '../honest.ts';

const terms = listingTerms('seller', {
  utxo: coin('inscription', 10_000),
  anchor: coin('anchor', 1_000),
  sellerProceedsSats: 60_000,
});
const steps = [transferLayout(terms, KEYS), sellerLegLayout(terms, KEYS, NETWORK)].map((table, index) => {
  return {
    what: `step ${index}`,
    table,
    party: 'seller',
    step: { psbtBase64: `psbt ${index}` },
  } as BuiltStep;
});
const no = new WalletError('rejected', 'the user said no');
const broken = new WalletError('provider', 'the wallet crashed');

/** A session whose wallet answers with these, one for each prompt. */
function sessionOf(answers: readonly (string | Error)[], inOne = false): Session {
  const left = [...answers];
  const next = async () => {
    const answer = left.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wallet = { ...testWallet(), ordinalsPublicKey: xOnly('seller'), signPsbt: next };
  const signPsbts = async (asked: readonly unknown[]) => {
    const answer = await next();
    return asked.map(() => answer);
  };
  const safety = safetyOf({ storage }, 'http://market.test');
  return { safety, wallet: inOne ? { ...wallet, signPsbts } : wallet } as unknown as Session;
}
let storage = memoryStorage();
beforeEach(() => {
  storage = memoryStorage();
});
const sighashes = async (session: Session) => (await openSignatures(session)).map(({ sighash }) => sighash);

test('a signature that the user refused is not in the journal, and neither is one that was not asked for', async () => {
  const session = sessionOf(['signed', no]);
  await expect(signSteps(session, steps)).rejects.toBe(no);
  expect(await sighashes(session)).toEqual(['DEFAULT']);
  storage = memoryStorage();
  const first = sessionOf([no]);
  await expect(signSteps(first, steps)).rejects.toBe(no);
  expect(await sighashes(first)).toEqual([]);
});

test('a prompt for all that is refused leaves nothing in the journal', async () => {
  const session = sessionOf([no], true);
  await expect(signSteps(session, steps)).rejects.toBe(no);
  expect(await sighashes(session)).toEqual([]);
});

test('after any other error the signature may have been made, and stays', async () => {
  const session = sessionOf([broken]);
  await expect(signSteps(session, steps)).rejects.toBe(broken);
  expect(await sighashes(session)).toEqual(['DEFAULT']);
});

test('a signature that was given before stays, although the user refuses to give it again', async () => {
  await signSteps(sessionOf(['signed', 'signed']), steps);
  const session = sessionOf([no]);
  await expect(signSteps(session, steps)).rejects.toBe(no);
  expect(await sighashes(session)).toHaveLength(2);
});
