import { verifyBip322Simple } from '@ordbook/protocol/bitcoin/bip322';
import { describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { readSignatures } from '@ordbook/protocol/psbt/signed-step';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { Refusal } from '@ordbook/protocol/refusals';
import { base64 } from '@scure/base';
import fc from 'fast-check';
import { KEYS, listingTerms } from '../../../protocol/test/parties.ts';
import { createCursors } from '../../src/api/edge/cursor.ts';
import { testAddress } from '../support/wallet.ts';

/** A parser of what strangers send, and what a fuzzer feeds it. It may accept or refuse; anything else is a bug. */
export interface Fuzzed {
  readonly name: string;
  readonly input: fc.Arbitrary<string>;
  parse(input: string): unknown;
}

const ADDRESSES = (['p2tr', 'p2wpkh', 'p2sh-p2wpkh', 'p2pkh'] as const).map(
  (type) => testAddress('fuzz', type).address,
);
const table = transferLayout(listingTerms('fuzz'), KEYS);
const psbt = base64.decode(psbtStep(table, 'seller', 0, 'any').psbtBase64);
const signer = testAddress('fuzz', 'p2wpkh');
const MESSAGE = 'sign in';
const cursors = createCursors([{ id: 'fuzz', secret: 'a secret of the fuzzer, 32 characters' }]);
const query = { route: 'fuzz' };
const CURSOR = cursors.write(query, ['2026-11-20T12:00:00.000Z', 'id']);

/** `bytes` with some bytes changed, cut, repeated or put in. */
function broken(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.nat({ max: bytes.length }),
    drop: fc.nat({ max: 8 }),
    insert: fc.uint8Array({ maxLength: 16 }),
  });
  return fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) =>
    changes.reduce((now, { at, drop, insert }) => {
      const from = Math.min(at, now.length);
      return Uint8Array.from([...now.subarray(0, from), ...insert, ...now.subarray(from + drop)]);
    }, bytes),
  );
}

const text = (original: string) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    broken(Buffer.from(original)).map((bytes) => Buffer.from(bytes).toString('latin1')),
  );

export const PARSERS: readonly Fuzzed[] = [
  {
    name: 'PSBTs',
    input: fc.oneof(
      broken(psbt).map((bytes) => base64.encode(bytes)),
      fc
        .uint8Array({ maxLength: 600 })
        .map((bytes) => base64.encode(Uint8Array.from([...psbt.subarray(0, 5), ...bytes]))),
      fc.string({ maxLength: 200 }),
    ),
    parse: (input) => readSignatures(table, 'seller', input, 'step 0'),
  },
  {
    name: 'addresses and keys',
    input: fc.oneof(...ADDRESSES.map(text)),
    parse(input) {
      const { type } = describeAddress(input, 'regtest');
      return type && payerOf(input, signer.publicKey, 'regtest');
    },
  },
  {
    name: 'BIP-322 signatures',
    input: fc.oneof(
      broken(Buffer.from(signer.sign(MESSAGE), 'hex')).map((bytes) => Buffer.from(bytes).toString('hex')),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
    parse: (signatureHex) =>
      verifyBip322Simple({ address: signer.address, message: MESSAGE, signatureHex, network: 'regtest' }),
  },
  {
    name: 'cursors',
    input: text(CURSOR),
    parse: (input) => cursors.read(query, input),
  },
];

/** Of processor time, since a busy machine may take any time for it. A parse takes below a millisecond. */
const CASE_MS = 2_000;
const GROWTH_BYTES = 200 * 2 ** 20;

/** Feeds `cases` inputs; throws with the smallest input that crashes, hangs, or makes the heap grow without end. */
export function fuzz({ input, parse }: Fuzzed, cases: number): void {
  const before = process.memoryUsage().heapUsed;
  fc.assert(
    fc.property(input, (one) => {
      const started = process.cpuUsage();
      try {
        parse(one);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.message.length > 2_000) throw new Error('the refusal echoes its input');
      }
      const { user, system } = process.cpuUsage(started);
      const took = (user + system) / 1_000;
      if (took > CASE_MS) throw new Error(`one case took ${took} ms`);
    }),
    { numRuns: cases, endOnFailure: false },
  );
  const grown = process.memoryUsage().heapUsed - before;
  if (grown > GROWTH_BYTES) throw new Error(`the heap grew by ${grown} bytes over ${cases} cases`);
}
