import { Validator } from '@cfworker/json-schema';
import { ANSWERS } from '@ordbook/api/answers';
import { describe, expect, test } from 'vitest';
import { parseResponse } from '../../src/responses/parse.ts';
import { UnexpectedResponse } from '../../src/responses/unexpected-response.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { testWallet } from '../honest.ts';
import { mutants } from './mutants.ts';
import { sampleResponse } from './samples.ts';

const OPERATIONS = Object.keys(ANSWERS);

/** Each branch of a union is a case of its own. */
const CASES = OPERATIONS.flatMap((operation) =>
  (JSON.stringify(ANSWERS[operation]!).includes('"anyOf"') ? [0, 1, 2] : [0]).map((branch) => ({
    operation,
    branch,
  })),
);

function refusalOf(operation: string, body: unknown): UnexpectedResponse | null {
  try {
    parseResponse(operation, body, 'regtest');
    return null;
  } catch (error) {
    if (error instanceof UnexpectedResponse) return error;
    throw error;
  }
}

describe('against an independent validator', () => {
  for (const { operation, branch } of CASES) {
    test(`every changed field of ${operation} (${branch}) is refused by name exactly when the schema forbids it`, () => {
      const validator = new Validator(ANSWERS[operation]! as never, '2020-12');
      const honest = sampleResponse(operation, branch);
      expect(parseResponse(operation, honest, 'regtest')).toEqual(honest);
      const wrong: string[] = [];
      const demands = new Set<string>();
      for (const { what, field, body, mayBeStricter } of mutants(ANSWERS[operation]!, branch)) {
        const refusal = refusalOf(operation, body);
        const isValid = validator.validate(body).valid;
        // a list that is refused for its item names the item
        if (refusal && !refusal.field.startsWith(field))
          wrong.push(`${field} as ${what}: ${refusal.message}`);
        if (isValid === (refusal !== null) && !(isValid && mayBeStricter))
          wrong.push(`${field} as ${what}: ${isValid ? 'refused' : 'accepted'}`);
        if (refusal) demands.add(refusal.message.replace(/^.*; it must be/s, ''));
      }
      expect(wrong).toEqual([]);
      expect(demands.size).toBeGreaterThan(1);
      for (const demand of demands)
        expect(demand, 'in words only').not.toMatch(/\^|\[a-f|pattern|format|integer|maxLength/);
    });
  }
});

describe('what is refused', () => {
  const LISTINGS = 'GET /listings';
  const listingWith = (change: object) => {
    const body = sampleResponse(LISTINGS) as { listings: object[] };
    body.listings = [{ ...body.listings[0], ...change }];
    return body;
  };

  test.each<[string, unknown, string]>([
    ['an amount as text', { priceSats: '81200' }, 'listings[0].priceSats'],
    ['an amount above the number of sats', { priceSats: 2_100_000_000_000_001 }, 'listings[0].priceSats'],
    ['no amount', { priceSats: Number.NaN }, 'listings[0].priceSats'],
    ['an infinite amount', JSON.parse('{"priceSats": 1e999}'), 'listings[0].priceSats'],
    ['a short txid', { locationTxid: 'ab' }, 'listings[0].locationTxid'],
    ['an address of another network', { sellerAddress: MAINNET }, 'listings[0].sellerAddress'],
    [
      'an address with a wrong checksum',
      { sellerAddress: `${MAINNET.slice(0, -1)}5` },
      'listings[0].sellerAddress',
    ],
    ['a time that is none', { listedAt: '2026-13-45T12:00:00Z' }, 'listings[0].listedAt'],
    ['a text with half a character', { inscriptionName: 'a\ud800' }, 'listings[0].inscriptionName'],
    ['an inherited field', Object.create({ priceSats: 1 }), 'listings[0].priceSats'],
  ])('%s', (_, change, field) => {
    const body = listingWith(change as object);
    if (Object.keys(change as object).length === 0) {
      const { priceSats: _price, ...rest } = body.listings[0] as { priceSats: number };
      body.listings = [Object.setPrototypeOf(rest, Object.getPrototypeOf(change)) as object];
    }
    expect(refusalOf(LISTINGS, body)).toMatchObject({
      name: 'UnexpectedResponse',
      operation: LISTINGS,
      field,
    });
  });

  for (const body of [null, [], 7, 'text', true, undefined]) {
    test(`a body that is ${JSON.stringify(body) ?? 'missing'}`, () => {
      expect(refusalOf(LISTINGS, body)).toMatchObject({ field: 'body' });
    });
  }

  test('a PSBT that is not one', () => {
    const operation = 'POST /collection/{slug}/listings/preflight';
    for (const psbtBase64 of ['AAAA', 'cHNidP8BAAoCAAAAAAAAAAAAAA=', 'cHNidP8BAAoC AAA']) {
      const body = sampleResponse(operation) as { recoveryPsbt: { psbtBase64: string } };
      body.recoveryPsbt.psbtBase64 = psbtBase64;
      expect(refusalOf(operation, body), psbtBase64).toMatchObject({ field: 'recoveryPsbt.psbtBase64' });
    }
  });

  test('a view of own offers that the API does not have', () => {
    const body = { ...sampleResponse('GET /me/offers'), view: 'all' };
    expect(refusalOf('GET /me/offers', body)?.message).toBe(
      'GET /me/offers returned an unexpected response: view is "all"; it must be one of owned, sent, history',
    );
  });

  test('in a sentence with the field, at most 80 characters of its value, and what is allowed in words', () => {
    const body = listingWith({ inscriptionId: `\u202e\u0007${'z'.repeat(5_000_000)}` });
    const { message } = refusalOf(LISTINGS, body)!;
    const [, seen] = /inscriptionId is (.*); it must be an inscription id, .*of at most 75 characters$/s.exec(
      message,
    )!;
    expect(seen).toHaveLength(80);
    expect(seen).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });
});

describe('what is accepted', () => {
  test('unknown fields are left out, at every depth and under every name', () => {
    const honest = sampleResponse('GET /listings') as { listings: object[] };
    const text = JSON.stringify(honest).replaceAll(
      '{"',
      '{"__proto__":{"priceSats":1,"polluted":true},"constructor":{"prototype":{}},"toString":0,"new":[{}],"',
    );
    const parsed = parseResponse('GET /listings', JSON.parse(text)) as typeof honest;
    expect(parsed).toEqual(honest);
    expect(Reflect.ownKeys(parsed.listings[0]!)).toEqual(Reflect.ownKeys(honest.listings[0]!));
    expect(Object.getPrototypeOf(parsed.listings[0])).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  test('an unknown field may be as deep as it likes', () => {
    const text = JSON.stringify(sampleResponse('GET /listings'));
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body: unknown = JSON.parse(`{"new":${deep},${text.slice(1)}`);
    expect(parseResponse('GET /listings', body)).toEqual(JSON.parse(text));
  });

  test('a zero has no sign', () => {
    const body: unknown = JSON.parse('{"replacementWarning":null}');
    expect(parseResponse('POST /collection/{slug}/collection-offers/replacement-warning', body)).toEqual({
      replacementWarning: null,
    });
    const operation = 'GET /inscriptions/{id}/offers/history';
    const page: unknown = { ...sampleResponse(operation), page: -0 };
    expect(Object.is((parseResponse(operation, page) as { page: number }).page, 0)).toBe(true);
  });

  test('an optional field may be missing, but not null', () => {
    const operation = 'POST /collection/{slug}/listings/preflight';
    const body = sampleResponse(operation) as { recoveryPsbt: { inputsToSign: { sigHash?: unknown }[] } };
    body.recoveryPsbt.inputsToSign[0]!.sigHash = null;
    expect(refusalOf(operation, body)?.field).toBe('recoveryPsbt.inputsToSign[0].sigHash');
    delete body.recoveryPsbt.inputsToSign[0]!.sigHash;
    expect(refusalOf(operation, body)).toBeNull();
  });

  test('addresses of any network without one, and of every type', () => {
    const { ordinalsAddress } = testWallet();
    const addresses = [MAINNET, ordinalsAddress, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', P2A, LATER];
    for (const ownerAddress of addresses) {
      const operation = 'GET /inscriptions/{id}/offers';
      const body = { ...sampleResponse(operation), ownerAddress };
      expect(parseResponse(operation, body), ownerAddress).toMatchObject({ ownerAddress });
    }
    expect(() => scriptOf(LATER, 'mainnet')).toThrow();
    const operation = 'GET /inscriptions/{id}/offers';
    const body = { ...sampleResponse(operation), offers: [], ownerAddress: LATER };
    expect(parseResponse(operation, body, 'mainnet')).toMatchObject({ ownerAddress: LATER });
    expect(refusalOf(operation, body)?.field).toBe('ownerAddress');
  });
});

const MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const P2A = 'bc1pfeessrawgf';
/** BIP-350: witness version 16. */
const LATER = 'bc1sw50qgdz25j';
