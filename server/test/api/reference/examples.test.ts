/** The examples of the document are what a program can rely on: all of it decodes, verifies and fits together. */
import { verifyBip322Simple } from '@ordbook/protocol/bitcoin/bip322';
import { addressOf, describeAddress, hash160, ordinalsAddressOf } from '@ordbook/protocol/bitcoin/keys';
import { verifyBip340, verifyEcdsa } from '@ordbook/protocol/bitcoin/signatures';
import { hex } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../src/cli/openapi-document.ts';

type Json = { readonly [key: string]: unknown };

interface Media {
  readonly content: { readonly 'application/json': { readonly example: Json } };
}
interface Operation {
  readonly requestBody?: Media;
  readonly responses: { readonly 200: Media };
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[];
}

const { paths } = (await openapiDocument()) as { paths: Record<string, Record<string, Operation>> };
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody, responses, parameters }]) => ({
    name: `${method} ${path}`,
    parameters: Object.fromEntries((parameters ?? []).map(({ name, example }) => [name, example])),
    body: requestBody?.content['application/json'].example,
    answer: responses[200].content['application/json'].example,
  })),
);
const call = (name: string) => calls.find((one) => one.name === name)!;

/** Every object of a value, with itself. */
function objectsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(objectsIn)];
}

const fields = objectsIn(calls).flatMap((object) => Object.entries(object));
const textsOf = (name: RegExp) =>
  fields.flatMap(([key, value]) => (name.test(key) && typeof value === 'string' ? [value] : []));

const decoded = (psbtBase64: unknown) =>
  Transaction.fromPSBT(Buffer.from(String(psbtBase64), 'base64'), {
    ...{ allowUnknownOutputs: true, allowUnknownInputs: true },
  });

/** A flow: what the preflight built, and what its submit sends. */
const flows = calls
  .filter(({ name }) => name.endsWith('/submit'))
  .map((submit) => ({ submit, preflight: call(submit.name.replace(/submit$/, 'preflight')) }));

interface Signing extends Json {
  readonly signerAddress: string;
  readonly inputsToSign: readonly {
    readonly signingIndexes: readonly number[];
    readonly publicKey?: string;
  }[];
  readonly psbtBase64: string;
}
const signingsIn = (value: unknown) =>
  objectsIn(value).filter((object) => 'psbtBase64' in object && 'inputsToSign' in object) as Signing[];

describe('the examples', () => {
  test('have addresses and keys of the main network, and no text of a generator', () => {
    const addresses = textsOf(/(^a|A)ddress$|^owner$/);
    expect(addresses.length).toBeGreaterThan(50);
    for (const address of addresses) expect(describeAddress(address, 'mainnet').type).toBeDefined();
    expect(JSON.stringify(calls).match(/bcrt1\w*|.{0,20}regtest|"[^"]*":"text"/g)).toBeNull();
  });

  test('of a wallet have keys of the very addresses that they name', () => {
    let seen = 0;
    for (const { body } of calls)
      for (const { ordinalsPublicKey, paymentPublicKey, signedSteps } of objectsIn(body)) {
        for (const { signerAddress } of signingsIn(signedSteps)) {
          seen += 1;
          expect(signerAddress).toBe(
            paymentPublicKey === undefined
              ? ordinalsAddressOf(String(ordinalsPublicKey), 'mainnet')
              : addressOf(`0014${hex.encode(hash160(hex.decode(String(paymentPublicKey))))}`, 'mainnet'),
          );
        }
      }
    for (const { signerAddress, inputsToSign } of signingsIn(calls))
      for (const { publicKey } of inputsToSign)
        if (publicKey !== undefined) expect(ordinalsAddressOf(publicKey, 'mainnet')).toBe(signerAddress);
    expect(seen).toBeGreaterThan(7);
  });

  test('of the sign-in have signatures of the messages that the challenges show', () => {
    const { challenges } = call('post /auth/challenge').answer as { challenges: Json[] };
    const { verifications } = call('post /auth/verify').body as { verifications: Json[] };
    expect(verifications).toHaveLength(2);
    for (const { challengeId, address, signature } of verifications) {
      const challenge = challenges.find((one) => one['challengeId'] === challengeId)!;
      expect(challenge['address']).toBe(address);
      expect(
        verifyBip322Simple({
          ...{ address: String(address), message: String(challenge['message']) },
          ...{ signatureHex: String(signature), network: 'mainnet' },
        }),
      ).toBe(true);
    }
  });

  test('of a session are a token that says when it expires', () => {
    const { sessionToken, expiresAt, profile } = call('post /auth/verify').answer as Record<string, string>;
    const claims = JSON.parse(Buffer.from(sessionToken!.split('.')[1]!, 'base64url').toString()) as Json;
    expect(claims['exp']).toBe(Date.parse(expiresAt!) / 1000);
    expect(claims).toMatchObject({ aud: 'market.example/mainnet', sub: (profile as unknown as Json)['id'] });
  });

  test('number the steps of a list from 0', () => {
    const lists = objectsIn(calls).flatMap((object) =>
      Object.values(object).filter((value) => Array.isArray(value) && value[0]?.stepIndex !== undefined),
    ) as Json[][];
    expect(lists.length).toBeGreaterThan(14);
    for (const list of lists) expect(list.map(({ stepIndex }) => stepIndex)).toEqual([...list.keys()]);
  });

  test.each(flows.map((flow) => [flow.submit.name, flow] as const))(
    'of %s are the transactions of the preflight, with every signature valid',
    (_, { submit, preflight }) => {
      const built = new Set(signingsIn(preflight.answer).map(({ psbtBase64 }) => decoded(psbtBase64).id));
      const signed = signingsIn(submit.body);
      expect(new Set(signed.map(({ psbtBase64 }) => decoded(psbtBase64).id))).toEqual(built);
      for (const { psbtBase64, inputsToSign } of signed) {
        const transaction = decoded(psbtBase64);
        for (const index of inputsToSign.flatMap(({ signingIndexes }) => signingIndexes))
          expect(isSigned(transaction, index), `input ${index}`).toBe(true);
      }
    },
  );

  test.each(flows.map((flow) => [flow.submit.name, flow] as const))(
    'of %s send what the preflight returned, of the same trade',
    (_, { submit, preflight }) => {
      expect(submit.parameters).toEqual(preflight.parameters);
      const [sent, returned] = [submit.body, { ...preflight.body, ...preflight.answer }] as [Json, Json];
      const shared = Object.keys(sent).filter(
        (key) => key in returned && key !== 'offers' && key !== 'listings',
      );
      expect(shared.length).toBeGreaterThan(1);
      for (const key of shared) expect(sent[key], key).toEqual(returned[key]);
    },
  );
});

/** Whether the signature of an input is there and valid for the transaction. */
function isSigned(transaction: Transaction, index: number): boolean {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => transaction.getInput(i));
  const { witnessUtxo, partialSig, tapKeySig, tapScriptSig, tapLeafScript } = inputs[index]!;
  if (partialSig) {
    const [[key, signature]] = partialSig as [[Uint8Array, Uint8Array]];
    const code = hex.decode(`76a914${hex.encode(hash160(key))}88ac`);
    const hash = transaction.preimageWitnessV0(index, code, signature.at(-1)!, witnessUtxo!.amount);
    return verifyEcdsa(hash, key, signature.slice(0, -1));
  }
  const schnorr: Uint8Array = tapKeySig ?? tapScriptSig![0]![1];
  const key = tapKeySig ? witnessUtxo!.script.slice(2) : tapScriptSig![0]![0].pubKey;
  const [, leaf] = tapKeySig ? [] : tapLeafScript![0]!;
  const hash = transaction.preimageWitnessV1(
    index,
    inputs.map((input) => input.witnessUtxo!.script),
    schnorr[64] ?? SigHash.DEFAULT,
    inputs.map((input) => input.witnessUtxo!.amount),
    undefined,
    leaf?.slice(0, -1),
    leaf?.at(-1),
  );
  return verifyBip340(hash, key, schnorr.slice(0, 64));
}
