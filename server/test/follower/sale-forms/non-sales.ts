/** What people do with inscriptions and coins without selling any, as random transactions. */
import type { Random } from '../../../../stack/random.ts';
import { KNOWN_MARKETS } from '../../../src/follower/sale-forms/market-fees.ts';
import type { SeenTransaction } from '../../../src/follower/sale-forms/seen.ts';
import { byLeaf, coin, multisig, passthrough, pays, signed, taproot } from './made.ts';

/** The addresses of one person: one, one for inscriptions and one for money, or a new one each time. */
interface Wallet {
  readonly holds: string;
  readonly pays: string;
  readonly change: () => string;
  /** Any address of the wallet. */
  readonly any: () => string;
}

const hex = (random: Random, bytes: number) =>
  Array.from({ length: bytes }, () => random.below(256).toString(16).padStart(2, '0')).join('');
const tr = (random: Random) => `5120${hex(random, 32)}`;
const script = (random: Random) =>
  random.pick([tr, () => `0014${hex(random, 20)}`, () => `a914${hex(random, 20)}87`])(random);

function walletOf(random: Random): Wallet {
  const holds = tr(random);
  const money = script(random);
  const kind = random.pick(['one', 'two', 'new'] as const);
  const payer = kind === 'one' ? holds : money;
  const change = () => (kind === 'new' ? script(random) : payer);
  return { holds, pays: payer, change, any: () => random.pick([holds, payer, tr(random)]) };
}

const POSTAGE = [330, 546, 600, 900, 999, 10_000];
const postage = (random: Random) => random.pick(POSTAGE);
/** People choose round amounts; change is what is left. */
const amount = (random: Random) => random.between(1, 500) * random.pick([1_000, 10_000, 137, 997]);
const fee = (random: Random) => random.between(150, 9_000);
const whole = (random: Random, by: string) => coin(by, 0, random.pick(by.startsWith('5120') ? [0, 1] : [1]));

type Paid = SeenTransaction['outputs'][number];

/** Coins of these scripts that cover the outputs and a fee; what is left goes to `change`, at any place after the first. */
function funded(
  random: Random,
  {
    first,
    from,
    to,
    change,
  }: { first: SeenTransaction['inputs']; from: readonly string[]; to: readonly Paid[]; change: string },
): SeenTransaction {
  const had = first.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const paid = to.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const left = random.between(700, 3_000_000);
  const need = Math.max(0, paid - had) + fee(random) + left;
  const each = Math.ceil(need / from.length);
  const outputs = [...to];
  outputs.splice(random.between(1, to.length), 0, pays(change, left));
  return { inputs: [...first, ...from.map((by) => ({ ...whole(random, by), valueSats: each }))], outputs };
}

const own = (random: Random, wallet: Wallet, sats: number) => ({
  ...whole(random, wallet.holds),
  valueSats: sats,
});
const times = <One>(count: number, make: () => One) => Array.from({ length: count }, make);

/** By what it is; each makes one transaction. */
export const NON_SALES: Readonly<Record<string, (random: Random) => SeenTransaction>> = {
  'a transfer'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    return funded(random, {
      first: [own(random, alice, sats)],
      from: times(random.between(1, 3), () => alice.pays),
      to: [pays(tr(random), sats)],
      change: alice.change(),
    });
  },
  'a transfer whose change goes to where the inscription was'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    return funded(random, {
      first: [own(random, alice, sats)],
      from: times(random.between(1, 3), () => alice.any()),
      to: [pays(tr(random), sats)],
      change: alice.holds,
    });
  },
  'a transfer beside payments to others'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    return funded(random, {
      first: [own(random, alice, sats)],
      from: times(random.between(1, 3), () => random.pick([alice.pays, alice.any()])),
      to: [
        pays(tr(random), sats),
        ...times(random.between(1, 4), () => pays(script(random), amount(random))),
      ],
      change: random.pick([alice.change(), alice.holds]),
    });
  },
  'a move to oneself'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    return funded(random, {
      first: [own(random, alice, sats)],
      from: times(random.between(1, 3), () => alice.any()),
      to: [pays(alice.any(), sats), ...times(random.below(2), () => pays(alice.change(), amount(random)))],
      change: alice.change(),
    });
  },
  'a consolidation'(random) {
    const alice = walletOf(random);
    const inputs = times(random.between(2, 30), () => ({
      ...whole(random, alice.any()),
      valueSats: random.pick([postage(random), amount(random)]),
    }));
    const sum = inputs.reduce((total, { valueSats }) => total + valueSats, 0);
    return { inputs, outputs: [pays(alice.any(), Math.max(330, sum - fee(random)))] };
  },
  "an exchange's withdrawals"(random) {
    const [hot, cold, sats] = [script(random), script(random), postage(random)];
    const holds = random.pick([tr(random), hot]);
    return funded(random, {
      first: [{ ...whole(random, holds), valueSats: sats }],
      from: times(random.between(1, 5), () => random.pick([hot, cold])),
      to: [
        pays(tr(random), sats),
        ...times(random.between(2, 40), () => pays(script(random), amount(random))),
      ],
      change: random.pick([hot, holds, cold]),
    });
  },
  'a coinjoin'(random) {
    const size = random.pick([100_000, 1_000_000, 5_000_000]);
    const people = times(random.between(3, 12), () => walletOf(random));
    const inputs = people.map(({ pays: by }) => ({
      ...whole(random, by),
      valueSats: size + random.between(2_000, 400_000),
    }));
    const outputs = people.flatMap((person, i) => [
      pays(tr(random), size),
      pays(person.change(), inputs[i]!.valueSats - size - 1_000),
    ]);
    return { inputs, outputs };
  },
  'a swap'(random) {
    const [alice, bob, first, second] = [
      walletOf(random),
      walletOf(random),
      postage(random),
      postage(random),
    ];
    return funded(random, {
      first: [own(random, alice, first), own(random, bob, second)],
      from: [random.pick([alice, bob]).pays],
      to: [pays(bob.holds, first), pays(alice.holds, second)],
      change: random.pick([alice, bob]).change(),
    });
  },
  'a swap by pairs'(random) {
    const [alice, bob] = [walletOf(random), walletOf(random)];
    const sats = [postage(random), postage(random), postage(random)] as const;
    const pair = (by: Wallet, value: number) => coin(by.holds, value, 0x83);
    const dummy = { ...whole(random, bob.pays), valueSats: sats[2] };
    return {
      inputs: [
        dummy,
        pair(alice, sats[0]),
        pair(bob, sats[1]),
        { ...whole(random, bob.pays), valueSats: 90_000 },
      ],
      outputs: [
        pays(bob.pays, sats[2]),
        pays(alice.holds, sats[0]),
        pays(bob.holds, sats[1]),
        pays(bob.pays, 80_000),
      ],
    };
  },
  'an inscription, revealed'(random) {
    const leaf = `20${hex(random, 32)}ac0063036f7264010118${hex(random, 24)}68`;
    const sats = postage(random);
    return {
      inputs: [byLeaf(sats + fee(random), leaf, [signed(random.pick([0, 0x83, 1]))])],
      outputs: [pays(tr(random), sats)],
    };
  },
  'a payment from a coin beside an inscription'(random) {
    const alice = walletOf(random);
    return funded(random, {
      first: [own(random, alice, postage(random))],
      from: [alice.pays],
      to: [pays(script(random), amount(random)), pays(script(random), amount(random))],
      change: alice.holds,
    });
  },
  'a payjoin'(random) {
    const [alice, bob] = [walletOf(random), walletOf(random)];
    const [held, price] = [amount(random), amount(random)];
    return funded(random, {
      first: [own(random, bob, held)],
      from: [alice.pays],
      to: [pays(random.pick([bob.holds, bob.change()]), held + price)],
      change: alice.change(),
    });
  },
  'a listing taken back'(random) {
    const sats = postage(random);
    const market = random.pick([KNOWN_MARKETS[0]!.key, hex(random, 32)]);
    const back = random.pick([taproot('seller'), tr(random)]);
    const from = random.pick([
      passthrough({ seller: 'seller', market, pair: random.pick([0, 1]) }, sats),
      multisig('seller', sats, 1),
      passthrough({ seller: 'seller', market }, sats),
    ]);
    return funded(random, {
      first: [from],
      from: [script(random)],
      to: [pays(back, sats)],
      change: script(random),
    });
  },
  'a sale to oneself'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    const price = amount(random);
    return {
      inputs: [
        { ...whole(random, alice.holds), valueSats: 600 },
        coin(alice.holds, sats, 0x83),
        { ...whole(random, alice.holds), valueSats: 2 * price },
      ],
      outputs: [pays(tr(random), 600 + sats), pays(alice.pays, sats + price), pays(alice.change(), 100)],
    };
  },
  'an offer taken back by its buyer'(random) {
    const [alice, keys] = [walletOf(random), times(5, () => hex(random, 32))];
    const leaf = `20${keys[0]}75a820${keys[1]}8820${keys[2]}ac20${keys[3]}ba519d20${keys[4]}ad20${keys[0]}ac`;
    const price = amount(random);
    return {
      inputs: [
        own(random, alice, 546),
        byLeaf(price + 900, leaf, [signed(0), signed(0), '', signed(0), hex(random, 32)]),
      ],
      outputs: [pays(tr(random), 546), pays(alice.pays, price)],
    };
  },
  'a fee paid to a market'(random) {
    const [alice, sats] = [walletOf(random), postage(random)];
    return funded(random, {
      first: [own(random, alice, sats)],
      from: [alice.pays],
      to: [
        pays(tr(random), sats),
        pays(KNOWN_MARKETS[0]!.feeScript, amount(random)),
        pays(script(random), amount(random)),
      ],
      change: alice.change(),
    });
  },
};
