import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { limitsOf, locationOf, locationOfSold, requirePlain } from '../../src/safety/locate.ts';
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

function sessionWith(
  options: SafetyOptions,
  network: NetworkName = 'regtest',
  isOneAddress = false,
): Session {
  const wallet = { network, ordinalsAddress: 'a', paymentAddress: isOneAddress ? 'a' : 'b' };
  return { safety: safetyOf(options, 'http://market.test'), wallet } as unknown as Session;
}

describe('where an inscription is', () => {
  test("comes from the user's source, unless the request gives it", async () => {
    const session = sessionWith({ source: sourceOf() });
    expect(await locationOf(session, ID)).toEqual(PLACE);
    const given = { txid: txid(0x11), vout: 0 };
    expect(await locationOf(session, ID, given)).toBe(given);
  });

  test('is not believed of a service on mainnet, unless the user says so', async () => {
    await expect(locationOf(sessionWith({}, 'mainnet'), ID)).rejects.toThrow(/only the service says/);
    expect(await locationOf(sessionWith({ trustService: true }, 'mainnet'), ID)).toBeUndefined();
    expect(await locationOf(sessionWith({}), ID)).toBeUndefined();
  });
});

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
    await expect(requirePlain(sessionWith({ source }, 'regtest', true), [COIN])).rejects.toThrow(
      /cannot tell/,
    );
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
