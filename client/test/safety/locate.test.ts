import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { limitsOf, locationOfSold, requirePlain } from '../../src/safety/locate.ts';
import { type SafetyOptions, safetyOf } from '../../src/safety/options.ts';
import type { InscriptionSource, OwnedOutput } from '../../src/source/source.ts';
import type { NetworkName } from '../../src/wallet/network.ts';
import { txid } from '../honest.ts';

const ID = `${txid(0x10)}i0`;
const PLACE = { txid: txid(0x10), vout: 1, offset: 0, valueSats: 10_000 };
const COIN = { txid: txid(0x60), vout: 3, valueSats: 500_000 };

function sourceOf(output: Partial<OwnedOutput> = {}, feeRate: number | null = null): InscriptionSource {
  const plain = { valueSats: 10_000, spent: false, inscriptions: [{ id: ID, offset: 0 }], hasRunes: false };
  return {
    name: 'own ord',
    locate: async () => PLACE,
    output: async () => ({ ...plain, ...output }) as OwnedOutput,
    feeRate: async () => feeRate,
  } as unknown as InscriptionSource;
}

/** Its service has no proofs. */
function sessionWith(
  options: SafetyOptions,
  network: NetworkName = 'regtest',
  { isOneAddress = false } = {},
): Session {
  const wallet = { network, ordinalsAddress: 'a', paymentAddress: isOneAddress ? 'a' : 'b' };
  const fetch = async () => Response.json({ error: 'there is no proof of it' }, { status: 404 });
  const client = { options: { baseUrl: 'http://market.test', fetch } };
  return { safety: safetyOf(options, 'http://market.test'), wallet, client } as unknown as Session;
}

describe('an inscription is not sold', () => {
  const other = `${txid(0x12)}i1`;
  const both = [ID, other].map((id) => ({ id, offset: 0 }));

  test('with another one on its output that is not named', async () => {
    const session = sessionWith({ source: sourceOf({ inscriptions: both }) });
    await expect(locationOfSold(session, { inscriptionId: ID })).rejects.toThrow(
      `${other} is on the same output`,
    );
    expect(await locationOfSold(session, { inscriptionId: ID, soldWith: [other] })).toMatchObject(PLACE);
  });

  test('with runes', async () => {
    const session = sessionWith({ source: sourceOf({ hasRunes: true }) });
    await expect(locationOfSold(session, { inscriptionId: ID })).rejects.toThrow(/holds runes/);
  });
});

describe('a coin does not pay', () => {
  test('that holds an inscription or runes, or is spent', async () => {
    for (const output of [{ inscriptions: [{ id: ID, offset: 0 }] }, { hasRunes: true }, { spent: true }]) {
      const source = sourceOf({ inscriptions: [], ...output, valueSats: COIN.valueSats });
      await expect(requirePlain(sessionWith({ source }), [COIN])).rejects.toThrow(/cannot pay/);
    }
  });

  test('of which the source cannot tell, from an address that holds inscriptions too', async () => {
    const source = sourceOf({ inscriptions: null, hasRunes: null, valueSats: COIN.valueSats });
    await expect(requirePlain(sessionWith({ source }), [COIN])).resolves.toBeUndefined();
    await expect(
      requirePlain(sessionWith({ source }, 'regtest', { isOneAddress: true }), [COIN]),
    ).rejects.toThrow(/cannot tell/);
  });
});

describe('the limit of fee rates', () => {
  test("is three times the estimate of the user's source, but at least 10 sat/vB", async () => {
    expect(await limitsOf(sessionWith({ source: sourceOf({}, 20) }), {})).toEqual({ maxFeeRate: 60 });
    expect(await limitsOf(sessionWith({ source: sourceOf({}, 1) }), {})).toEqual({ maxFeeRate: 10 });
    expect(await limitsOf(sessionWith({ source: sourceOf({}, null) }), {})).toEqual({});
  });

  test('of the request stands before that of the session, and both before the estimate', async () => {
    const session = sessionWith({ source: sourceOf({}, 20), limits: { maxFeeRate: 7, maxPostageSats: 546 } });
    expect(await limitsOf(session, {})).toEqual({ maxFeeRate: 7, maxPostageSats: 546 });
    expect(await limitsOf(session, { maxFeeRate: 3 })).toEqual({ maxFeeRate: 3, maxPostageSats: 546 });
  });
});
