import { type Fate, judge, type Verdict } from '@ordbook/judge';
import { bip86Script, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import {
  counterLayout,
  counterRecoveryLayout,
  fundingLayout,
  fundingOf,
} from '@ordbook/protocol/counter/counter';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { inputsOf, type Layout, SIGHASHES, toTransaction } from '@ordbook/protocol/layout/layout';
import { sellerLegLayout, transferLayout } from '@ordbook/protocol/listing/listing';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import type { PaymentType } from '@ordbook/protocol/locks/payer';
import { payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import { planPayout } from '@ordbook/protocol/offer/plan-payout';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { base64 } from '@scure/base';
import { fillTerms } from '../protocol/test/collection-offer/terms.ts';
import { counterTerms, fundingTerms, offerTerms, SELLER } from '../protocol/test/offer-tables.ts';
import {
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  paymentAddress,
  saleQuestion,
  xOnly,
} from '../protocol/test/parties.ts';

/** What a user signs in one step, and the files of tests that try to make more of it. */
type Signed = readonly [tables: readonly Layout[], ...attacks: string[]];
type User = 'seller' | 'buyer';

const listing = listingTerms('seller 1');
const transfer = transferLayout(listing, KEYS);
const leg = sellerLegLayout(listing, KEYS, NETWORK);
const recovery = recoveryLayout([listing], KEYS);
const offer = settlementLayout(offerTerms, NETWORK);
const payout = payoutLayout(offerTerms, planPayout(offerTerms, SELLER, 10, NETWORK).payout!, NETWORK);
const accepted = counterLayout(counterTerms, KEYS, NETWORK, fundingOf(fundingTerms));
const sale = (type: PaymentType) =>
  saleLayout(planSale(saleQuestion(1, { payer: payer('buyer', type) })).terms, KEYS, NETWORK);

/** Only what the user alone can open. The key path of a passthrough is the seller's. */
const SELLERS = [
  ...['seller', 'seller 1'].flatMap((name) => [
    bip86Script(xOnly(name)),
    scriptOf(paymentAddress(name, 'p2wpkh'), NETWORK),
  ]),
  passthroughLock(xOnly('seller 1'), KEYS.market).script,
];
const BUYERS = [
  ...['buyer', 'maker'].flatMap((name) =>
    (['p2wpkh', 'p2tr'] as const).map((type) => scriptOf(paymentAddress(name, type), NETWORK)),
  ),
  bip86Script(xOnly('buyer ordinals')),
];

const BY_SELLER: Readonly<Record<string, Signed>> = {
  transfer: [[transfer], 'mempool', 'delisted'],
  'leg of a sale': [[leg], 'market-key', 'delisted'],
  recovery: [[recovery], 'recovery-as-sale'],
  'these three together': [[transfer, leg, recovery], 'recovery-as-sale', 'key-holder-game'],
  'take-back': [[takeBackLayout(listing, KEYS)], 'kinds-apart.property'],
  acceptance: [[offer], 'own-leg', 'mempool'],
  payout: [[payout], 'mempool'],
  'settlement of a counter': [[counterLayout(counterTerms, KEYS, NETWORK)], 'market-key', 'two-for-one'],
  'recovery of a counter': [[counterRecoveryLayout(counterTerms, KEYS)], 'market-key'],
  'fill of a collection offer': [[fillLayout(fillTerms(), NETWORK)], 'hacked-service'],
};

const BY_BUYER: Readonly<Record<string, Signed>> = {
  'purchase, from taproot': [[sale('p2tr')], 'false-goods'],
  'purchase, from P2WPKH': [[sale('p2wpkh')], 'false-goods', 'market-key'],
  'inscription offer': [[offer], 'delisted', 'false-goods'],
  'funding and acceptance of a counter': [[fundingLayout(fundingTerms), accepted], 'own-leg', 'mempool'],
  'funding parent of a collection offer': [
    [fundingParentLayout(fillTerms().offer, fillTerms().funding)],
    'hacked-service',
    'forged-envelope',
  ],
};

const FATES: Readonly<Record<Fate, string>> = {
  stays: 'stays with the seller',
  arrives: 'arrives',
  'may leave': 'may leave, for at least',
  'not assured': 'need not arrive',
};

const sats = (amount: number) => amount.toLocaleString('en-US');
const distinct = (texts: readonly string[]) => [...new Set(texts)];

function row(name: string, [tables, ...attacks]: Signed, user: User): string {
  const { signatures, worst, inscriptions } = verdictOn(tables, user);
  const sighashes = distinct(signatures.map(({ coverage }) => `\`${coverage!.name.replace('|', '\\|')}\``));
  const scope = (of: 'binds' | 'leavesOpen') =>
    sighashes.length > 1 ? 'as above' : distinct(signatures.flatMap((one) => one[of])).join(' ');
  const spent = signatures.map(({ request, input }) => tables[request]!.inputs[input]!.name);
  const fates = inscriptions.map(({ fate, forAtLeastSats }) =>
    fate === 'may leave' ? `${FATES[fate]} ${sats(forAtLeastSats)}` : FATES[fate],
  );
  return [
    `| **${name}**`,
    sighashes.join(', '),
    scope('binds'),
    scope('leavesOpen'),
    distinct(spent.map((one) => one.replace(/ \d+$/, ''))).join(', '),
    worst.isBounded ? sats(worst.lossSats) : 'not bounded',
    fates.join() || 'none',
    `${attacks.map((file) => `[${file}](../server/test/attacks/${file}.test.ts)`).join(', ')} |`,
  ].join(' | ');
}

/** Users know the values of their own coins; those of others are what the PSBT claims. */
function verdictOn(tables: readonly Layout[], user: User): Verdict {
  const inputs = tables.flatMap((table) => table.inputs);
  const goods = inputs.find(({ name }) => /^(inscription|passthrough)/.test(name));
  const named = new Map(tables.flatMap(({ outputs }) => outputs.map(({ script, name }) => [script, name])));
  const requests = tables.map((table) => ({
    psbt: base64.encode(toTransaction(table, user).toPSBT()),
    sign: inputsOf(table, user).map((input) => ({
      input,
      sighash: SIGHASHES[table.inputs[input]!.signs[user]!],
    })),
  }));
  return judge(requests, {
    mine: user === 'seller' ? SELLERS : BUYERS,
    values: inputs.filter(({ signs }) => signs[user]).map(({ coin }) => coin),
    inscriptions: goods ? [{ ...goods.coin, name: 'the inscription' }] : [],
    nameOf: (script) => `“${named.get(script)}”`,
  });
}

const tableOf = (rows: Readonly<Record<string, Signed>>, user: User) => () =>
  [
    '| signature | sighash | fixes | leaves open | until this is spent | sats lost at most | inscription | attacks |',
    '|---|---|---|---|---|--:|---|---|',
    ...Object.entries(rows).map(([name, signed]) => row(name, signed, user)),
  ].join('\n');

/** What the judge says of every signature that a user gives, from the layouts of the protocol's examples. */
export const signatureTables = {
  'seller-signatures': tableOf(BY_SELLER, 'seller'),
  'buyer-signatures': tableOf(BY_BUYER, 'buyer'),
};
