/**
 * The worst cost of a submit's body on the event loop: parsing JSON, validating the schema, and reading PSBTs
 * including verification of signatures. Each body is measured as an honest wallet returns it, and then filled
 * with everything that is accepted besides signatures: each way of filling alone, and random mixtures, one
 * way per map. The table shows the most expensive body that was accepted.
 *
 * Milliseconds of processor time, the minimum of several rounds, to exclude other load on the machine.
 */

import type { Layout } from '@ordbook/protocol/layout/layout';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import type { Party } from '@ordbook/protocol/locks/spending';
import { MAX_FIELDS, MAX_KEY_BYTES, MAX_VALUE_BYTES } from '@ordbook/protocol/psbt/framing';
import { MAX_PSBT_LENGTH, sizeLimits } from '@ordbook/protocol/psbt/returned';
import { readSignatures } from '@ordbook/protocol/psbt/signed-step';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  saleQuestion,
  signStep,
} from '../protocol/test/parties.ts';
import { type RawField, withMaps } from '../protocol/test/psbt-fields.ts';
import { structureFlaw } from '../server/src/api/edge/json-body.ts';
import { compileValidator } from '../server/src/api/edge/validation.ts';
import { ListingSubmitBody } from '../server/src/api/listing/flow-schemas.ts';
import { PurchaseSubmitBody } from '../server/src/api/purchase/schemas.ts';

const ROUNDS = 9;
const MIXTURES = Number(process.env['BENCH_MIXTURES'] ?? 12);
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

/** A PSBT of a flow. Each reading gets a new `layout`, because layouts cache verified signatures. */
interface Step {
  readonly layout: () => Layout;
  readonly party: Party;
  readonly signed: string;
}

/** A way to fill a map with `bytes` bytes that the service takes and ignores. */
type Filler = (bytes: number) => RawField[];

const key = (type: number, length: number, number: number) => {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set([type, number & 255, number >> 8]);
  return bytes;
};
const many = (bytes: number, keyLength: number, valueLength: number, type = 0xf0): RawField[] => {
  const each = keyLength + valueLength + (valueLength > 252 ? 3 : 1) + (keyLength > 252 ? 3 : 1);
  const room = MAX_FIELDS - 5;
  return Array.from({ length: Math.min(room, Math.floor(bytes / each)) }, (_, i) => [
    key(type, keyLength, i),
    new Uint8Array(valueLength),
  ]);
};
const FILLERS: Readonly<Record<string, Filler>> = {
  nothing: () => [],
  'small fields': (bytes) => many(bytes, 3, 0),
  'even fields': (bytes) => many(bytes, 12, 20),
  'large values': (bytes) => many(bytes, 3, Math.min(MAX_VALUE_BYTES, bytes - 7)),
  'long keys': (bytes) => many(bytes, MAX_KEY_BYTES, 0),
  'derivation paths': (bytes) => many(bytes, 34, 24, 0x06),
  'taproot derivation paths': (bytes) => many(bytes, 33, 57, 0x16),
  'proprietary fields': (bytes) => many(bytes, 40, 100, 0xfc),
};

/**
 * `step` with its maps filled up to the limits, each with what `pick` gives; with previous transactions where
 * `previous` says so.
 */
function filled({ layout, party, signed }: Step, pick: () => Filler, previous: boolean): string {
  const table = layout();
  const limits = sizeLimits(table, party);
  const count = table.inputs.length;
  const maps = count + table.outputs.length + 1;
  const spare = Math.floor((limits.fields - Buffer.from(signed, 'base64').length) / maps) - 10;
  const largest = Math.min(limits.previous, (MAX_PSBT_LENGTH / 4) * 3 - limits.fields);
  return withMaps(signed, count, ({ global, inputs, outputs }) => {
    // global types of low numbers are of version 2
    global.push(...FILLERS['proprietary fields']!(spare));
    for (const map of [...inputs, ...outputs]) map.push(...pick()(spare));
    if (previous) inputs.at(-1)!.unshift([Uint8Array.of(0), new Uint8Array(largest)]);
  });
}

/** One body of the API: its PSBTs, and its JSON around them. */
interface Body {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly json: (psbts: readonly string[]) => object;
  readonly judge: (body: unknown) => object;
}

function judgeOf(schema: object): Body['judge'] {
  return compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' } as never) as Body['judge'];
}

/** ms of processor time, by part; throws when the body is not taken. */
function cost({ steps, json, judge }: Body, psbts: readonly string[]) {
  const text = JSON.stringify(json(psbts));
  const layouts = steps.map(({ layout }) => layout());
  const parsing = timed(() => {
    const flaw = structureFlaw(text);
    if (flaw) throw new Error(flaw);
    const { error } = judge(JSON.parse(text)) as { error?: Error };
    if (error) throw error;
  });
  const reading = timed(() => {
    for (const [i, { party }] of steps.entries()) readSignatures(layouts[i]!, party, psbts[i]!, 'a step');
  });
  return { bytes: text.length, parsing, reading };
}

function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

type Cost = ReturnType<typeof cost>;
const total = ({ parsing, reading }: Cost) => parsing + reading;

function least(body: Body, psbts: readonly string[], rounds: number): Cost {
  const costs = Array.from({ length: rounds }, () => cost(body, psbts));
  return costs.reduce((best, one) => (total(one) < total(best) ? one : best));
}

/**
 * The most expensive way to fill the body: measures each way and mixtures briefly, then the worst three
 * thoroughly.
 */
function worst(body: Body) {
  const ways = Object.values(FILLERS);
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed;
  };
  const alone = Object.entries(FILLERS).map(([name, filler]) => ({ name, pick: () => filler }));
  const mixed = Array.from({ length: MIXTURES }, (_, i) => ({
    name: `mixture ${i}`,
    pick: () => ways[random() % ways.length]!,
  }));
  const candidates = [...alone, ...mixed].flatMap(({ name, pick }) =>
    [false, true].map((previous) => {
      const psbts = body.steps.map((step) => filled(step, pick, previous));
      return {
        name: previous ? `${name}, previous transactions` : name,
        psbts,
        cost: least(body, psbts, 3),
      };
    }),
  );
  return candidates
    .toSorted((a, b) => total(b.cost) - total(a.cost))
    .slice(0, 3)
    .map((one) => ({ ...one, cost: least(body, one.psbts, ROUNDS) }))
    .reduce((dearest, one) => (total(one.cost) > total(dearest.cost) ? one : dearest));
}

const inscriptionId = (i: number) => `${i.toString(16).padStart(64, '0')}i0`;
const uuid = (i: number) => `${UUID.slice(0, -4)}${i.toString(16).padStart(4, '0')}`;
const stepOf = (psbtBase64: string, stepIndex?: number) => ({
  ...(stepIndex === undefined ? {} : { stepIndex }),
  signerAddress: 'bc1p',
  inputsToSign: [],
  psbtBase64,
});

function step(layout: () => Layout, party: Party, name: string): Step {
  return { layout, party, signed: signStep(psbtStep(layout(), party, 0, 'any'), name) };
}

/** The submit of `n` listings of one seller. */
function listings(n: number): Body {
  const terms = Array.from({ length: n }, (_, i) =>
    listingTerms('seller', { utxo: coin(`inscription ${i}`, 546), anchor: coin(`anchor ${i}`, 1000) }),
  );
  const steps = terms.flatMap((item) => [
    step(() => transferLayout(item, KEYS), 'seller', 'seller'),
    step(() => sellerLegLayout(item, KEYS, NETWORK), 'seller', 'seller'),
  ]);
  return {
    name: `submit of ${n} listing${n === 1 ? '' : 's'}`,
    steps: [...steps, step(() => recoveryLayout(terms, KEYS), 'seller', 'seller')],
    judge: judgeOf(ListingSubmitBody),
    json: (psbts) => ({
      walletBindingId: UUID,
      ordinalsPublicKey: 'a'.repeat(64),
      items: terms.map((_, i) => ({ inscriptionId: inscriptionId(i), priceSats: 50_000 })),
      anchors: terms.map((_, i) => ({ inscriptionId: inscriptionId(i), anchorUtxoId: uuid(i) })),
      signed: terms.map((_, i) => ({
        inscriptionId: inscriptionId(i),
        psbts: [stepOf(psbts[2 * i]!, 0), stepOf(psbts[2 * i + 1]!, 1)],
      })),
      signedRecoveryPsbt: stepOf(psbts.at(-1)!),
    }),
  };
}

/** The submit of a purchase of 20 listings with 500 coins, of 1,000 candidates. */
function purchase(type: PaymentType): Body {
  const exactly = Array.from({ length: 500 }, (_, i) => coin(`payment ${i}`, 100_000));
  const { terms } = planSale(saleQuestion(20, { payer: payer('buyer', type), coins: { exactly } }));
  return {
    name: `purchase of 20 with 500 ${type} coins`,
    steps: [step(() => saleLayout(terms, KEYS, NETWORK), 'buyer', 'buyer')],
    judge: judgeOf(PurchaseSubmitBody),
    json: (psbts) => ({
      walletBindingId: UUID,
      paymentPublicKey: 'a'.repeat(64),
      listings: terms.listings.map((_, i) => ({ listingId: uuid(i), inscriptionId: inscriptionId(i) })),
      spendableUtxos: [...exactly, ...exactly],
      purchaseAnchorUtxoId: UUID,
      selectedPaymentUtxos: exactly,
      signedSteps: [stepOf(psbts[0]!, 0)],
    }),
  };
}

/** One PSBT of a listing, as if it were the only one of its body. */
function onePsbt(): Body {
  const { steps, ...body } = listings(1);
  return {
    ...body,
    name: "one listing's PSBT",
    steps: steps.slice(0, 1),
    json: (psbts) => body.json(Array(3).fill(psbts[0])),
  };
}

const ms = (value: number) => value.toFixed(1);
const table: Record<string, Record<string, string | number>> = {};
for (const make of [
  onePsbt,
  () => listings(1),
  () => listings(20),
  () => purchase('p2wpkh'),
  () => purchase('p2sh-p2wpkh'),
  () => purchase('p2tr'),
]) {
  const body = make();
  const honest = body.steps.map(({ signed }) => signed);
  least(body, honest, ROUNDS);
  const asSigned = least(body, honest, ROUNDS);
  const { name, cost: dearest } = worst(body);
  table[body.name] = {
    'honest bytes': asSigned.bytes,
    'honest ms': ms(total(asSigned)),
    'worst bytes': dearest.bytes,
    'worst ms': ms(total(dearest)),
    'JSON and schema ms': ms(dearest.parsing),
    'PSBTs ms': ms(dearest.reading),
    'filled with': name,
  };
}
console.table(table);
