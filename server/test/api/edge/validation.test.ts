import { TargetPreviewBody } from '@ordbook/api/collection-offer/collection-offer';
import { PATTERNS, patternDemand } from '@ordbook/api/fields/patterns';
import { ListingPreflightBody, ListingSubmitBody } from '@ordbook/api/listing/flows';
import type { Refusal } from '@ordbook/protocol/refusals';
import Type, { type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { compileValidator } from '../../../src/api/edge/validation.ts';
import { openapiDocument } from '../../../src/cli/openapi-document.ts';

function judge(schema: TSchema, value: unknown, httpPart: 'body' | 'querystring' = 'body') {
  const judged = compileValidator({ schema, httpPart, method: 'POST', url: '/' })(value);
  return judged as { value?: unknown; error?: Refusal };
}

const inscriptionId = `${'ab'.repeat(32)}i0`;
const listing = {
  walletBindingId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
  ordinalsPublicKey: 'ab'.repeat(32),
  items: [{ inscriptionId, priceSats: 1000 }],
};

describe('validation', () => {
  test('bodies are taken as they are: unknown fields stay, nothing is coerced', () => {
    expect(judge(ListingPreflightBody, { ...listing, echoed: 1 }).value).toEqual({ ...listing, echoed: 1 });
    const { error } = judge(ListingPreflightBody, {
      ...listing,
      items: [{ inscriptionId, priceSats: '1000' }],
    });
    expect(error).toMatchObject({ code: 'malformed', status: 400 });
    expect(error!.message).toBe('items[0].priceSats must be an integer, but is "1000"');
  });

  test.each([
    [{ ...listing, items: [] }, 'items must have at least 1 item, but is an array of 0'],
    [
      { ...listing, items: Array(21).fill(listing.items[0]) },
      'items must have at most 20 items, but is an array of 21',
    ],
    [{ ...listing, walletBindingId: 'mine' }, 'walletBindingId must be a UUID, but is "mine"'],
    [{ ...listing, items: undefined }, 'body must have items'],
    [[], 'body must be an object, but is an array of 0'],
    [undefined, 'body must be an object, but is missing'],
    [
      { ...listing, ordinalsPublicKey: 'AB'.repeat(32) },
      'ordinalsPublicKey must be a public key in lowercase hex, 64 characters (x-only) or 66 (compressed), ' +
        `but is "${'AB'.repeat(29)}A…`,
    ],
    [
      { ...listing, items: [{ inscriptionId, priceSats: 1.5 }] },
      'items[0].priceSats must be an integer, but is 1.5',
    ],
    [
      { ...listing, items: [{ inscriptionId, priceSats: 2.2e15 }] },
      'items[0].priceSats must be at most 2100000000000000, but is 2200000000000000',
    ],
  ])('a flaw becomes one sentence that names the field and its value (%#)', (body, sentence) => {
    expect(
      judge(ListingPreflightBody, JSON.parse(JSON.stringify(body ?? null)) ?? undefined).error?.message,
    ).toBe(sentence);
  });

  test('an explicit null durationDays is refused, an absent one is not', () => {
    const submit = { ...listing, anchors: [], signed: [], signedRecoveryPsbt: {} };
    const flaw = judge(ListingSubmitBody, { ...submit, durationDays: null }).error!;
    expect(flaw.message).toBe('durationDays must be an integer, but is null');
    expect(judge(ListingSubmitBody, { ...submit, durationDays: 2 }).error!.message).toBe(
      'durationDays must be one of 1, 7, 30, 90, 180, but is 2',
    );
    expect(judge(ListingSubmitBody, submit).error!.message).not.toContain('durationDays');
  });

  test('a list that is too long is refused for that, whatever is in it and whatever else is wrong', () => {
    const said = (schema: TSchema, body: object) => judge(schema, body).error?.message;
    expect(said(ListingPreflightBody, { items: Array(30_000).fill(0) })).toBe(
      'items must have at most 20 items, but is an array of 30000',
    );
    const signed = [{}, { psbts: Array(30_000).fill(0) }];
    expect(said(ListingSubmitBody, { signed })).toBe(
      'signed[1].psbts must have at most 2 items, but is an array of 30000',
    );
    const target = { kind: 'traits', traits: [{ values: Array(30_000).fill(0) }] };
    expect(said(TargetPreviewBody, { target })).toBe(
      'target.traits[0].values must have at most 16 items, but is an array of 30000',
    );
  });

  test.each(Object.values(PATTERNS))('a text that does not match %s is refused in words', (pattern) => {
    const { message } = judge(Type.Object({ text: Type.String({ pattern }) }), { text: '!' }).error!;
    expect(message).toMatch(/^text must be .*, but is "!"$/);
    expect(message).not.toContain(pattern);
  });

  test('every pattern in the API reference has words', async () => {
    const document = JSON.stringify(await openapiDocument());
    const patterns = [...document.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      JSON.parse(text!),
    );
    expect(patterns.length).toBeGreaterThan(100);
    expect(patterns.filter((pattern) => patternDemand(pattern) === undefined)).toEqual([]);
  });

  test('a field that a closed schema does not take is named', () => {
    const closed = Type.Object({ a: Type.String() }, { additionalProperties: false });
    const { error } = judge(closed, { a: 'x', b: 1 });
    expect(error).toMatchObject({ code: 'unknown_field', message: 'body must not have the field "b"' });
  });

  test('whole numbers are read from a query, and defaults filled in', () => {
    const query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })) });
    expect(judge(query, { limit: '7', other: 'x' }, 'querystring').value).toMatchObject({ limit: 7 });
    expect(judge(query, {}, 'querystring').value).toEqual({ limit: 50 });
    for (const limit of ['', '7x', '7.5', '1e1', '0x7', ' 7', '0']) {
      expect(judge(query, { limit }, 'querystring').error?.message).toMatch(/^limit must be /);
    }
  });
});
