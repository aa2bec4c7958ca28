import { describe, expect, it } from 'vitest';
import { txidOf } from '../../src/transaction/txid.ts';
import { pay } from './coins.ts';
import { type EnvelopeFields, envelope, leafWith, TAG } from './envelope-script.ts';
import { createPaperChain, ordOver } from './paper-chain.ts';

const JUBILEE = 110;
const TEXT: [number, string] = [TAG.contentType, 'text/plain'];

interface Inscription {
  number: number;
  charms: string[];
  satpoint: string;
  sat: number | null;
}

/**
 * Reveals `leaves`, one per input, in a block at `height`; answers what the index says of each inscription.
 */
async function revealAt(height: number, leaves: readonly Uint8Array[], count: number, inputSats = 10_000) {
  const chain = createPaperChain();
  const coins = chain.mineEmpty(height - 1);
  const payments = leaves.map((leaf) => ({ valueSats: inputSats, leaf }));
  const commit = pay([coins[1]!], [...payments, { valueSats: 4_000_000_000 }]);
  chain.mine([commit.transaction]);
  const extra = commit.coins[leaves.length]!;
  const reveal = pay([...commit.coins.slice(0, leaves.length), extra], [{ valueSats: 4_000_000_000 }]);
  chain.mine([reveal.transaction]);
  const ord = ordOver(chain);
  const found: Inscription[] = [];
  for (let i = 0; i < count; i++) found.push(await ord.get<Inscription>(`/inscription/${reveal.txid}i${i}`));
  return found;
}

const leaf = (fields: EnvelopeFields) => leafWith(envelope(fields));

describe('blessed inscriptions', () => {
  it('are numbered from 0 in the order of the chain', async () => {
    const chain = createPaperChain();
    const [, coin] = chain.mineEmpty(5);
    let held = pay([coin!], [{ valueSats: 90_000, leaf: leaf({}) }]);
    const transactions = [held.transaction];
    for (let i = 0; i < 2; i++) {
      const [source] = held.coins;
      const reveal = pay(
        [source!],
        [{ valueSats: 1_000 }, { valueSats: 80_000 - 5_000 * i, leaf: leaf({}) }],
      );
      transactions.push(reveal.transaction);
      held = { ...reveal, coins: [reveal.coins[1]!] };
    }
    chain.mine(transactions);
    const ord = ordOver(chain);
    expect(await ord.get('/inscription/0')).toMatchObject({ number: 0, next: `${held.txid}i0` });
    expect(await ord.get('/inscription/1')).toMatchObject({ id: `${held.txid}i0`, next: null });
  });
});

/** Each breaks one rule; `index` is the inscription of the reveal that does. */
const CURSES: { rule: string; leaves: Uint8Array[]; index?: number; sats?: number }[] = [
  { rule: 'a field given twice', leaves: [leaf({ fields: [TEXT, TEXT] })] },
  { rule: 'a tag without a value', leaves: [leaf({ body: null, raw: Uint8Array.of(1, 99) })] },
  { rule: 'an envelope outside of the first input', leaves: [leaf({}), leaf({})], index: 1 },
  { rule: 'a second envelope in one input', leaves: [leafWith(envelope(), envelope())], index: 1 },
  { rule: 'a pointer', leaves: [leaf({ fields: [TEXT, [TAG.pointer, Uint8Array.of(3)]] })] },
  { rule: 'numbers pushed by opcode', leaves: [leaf({ raw: Uint8Array.of(0x51, 0x52) })] },
  { rule: 'a stutter', leaves: [leafWith(Uint8Array.of(0), envelope())] },
  { rule: 'metadata in two pieces', leaves: [leaf({ fields: [[TAG.metadata, new Uint8Array(600)]] })] },
];

describe('cursed inscriptions', () => {
  it.each(CURSES)('before the jubilee $rule gives a negative number', async ({ leaves, index = 0 }) => {
    const found = await revealAt(JUBILEE - 1, leaves, index + 1);
    expect(found[index]).toMatchObject({ number: -1, charms: expect.arrayContaining(['cursed']) });
  });

  it.each(CURSES)('from the jubilee on $rule is vindicated', async ({ leaves, index = 0 }) => {
    const found = await revealAt(JUBILEE, leaves, index + 1);
    expect(found[index]).toMatchObject({ number: index, charms: expect.arrayContaining(['vindicated']) });
  });
});

describe('unbound inscriptions', () => {
  it('an even field that ord does not know leaves the inscription on no sat', async () => {
    const [found] = await revealAt(JUBILEE, [leaf({ fields: [TEXT, [66, 'x']] })], 1);
    expect(found).toMatchObject({ sat: null, satpoint: `${'0'.repeat(64)}:0:0` });
    expect(found?.charms).toEqual(['unbound', 'vindicated']);
  });

  it('an input without sats leaves the inscription on no sat, uncursed', async () => {
    const [found] = await revealAt(JUBILEE - 1, [leaf({})], 1, 0);
    expect(found).toMatchObject({ number: 0, sat: null, charms: ['unbound'] });
  });
});

/** Inscribes the same coin once per leaf, each over the one before, and answers the inscriptions in order. */
async function inscribeOver(leaves: readonly Uint8Array[]): Promise<Inscription[]> {
  const chain = createPaperChain();
  const [, coin] = chain.mineEmpty(20);
  // The first sat of a coinbase has charms of its own, so another output takes it.
  let made = pay([coin!], [{ valueSats: 777 }, { valueSats: 90_000, leaf: leaves[0]! }]);
  const transactions = [made.transaction];
  made = { ...made, coins: made.coins.slice(1) };
  for (let i = 0; i < leaves.length; i++) {
    const next = leaves[i + 1];
    const valueSats = 89_000 - i;
    made = pay(made.coins, [next === undefined ? { valueSats } : { valueSats, leaf: next }]);
    transactions.push(made.transaction);
  }
  chain.mine(transactions);
  const ord = ordOver(chain);
  const found: Inscription[] = [];
  for (const transaction of transactions.slice(1)) {
    found.push(await ord.get<Inscription>(`/inscription/${txidOf(transaction)}i0`));
  }
  return found;
}

describe('reinscriptions', () => {
  it('over a blessed inscription are cursed', async () => {
    const [first, second] = await inscribeOver([leaf({}), leaf({})]);
    expect(first).toMatchObject({ number: 0, charms: [] });
    expect(second).toMatchObject({ number: -1, charms: ['reinscription', 'cursed'] });
  });

  it('over a cursed inscription the first one is blessed and the second one cursed', async () => {
    const [, second, third] = await inscribeOver([leaf({ fields: [TEXT, TEXT] }), leaf({}), leaf({})]);
    expect(second).toMatchObject({ number: 0, charms: ['reinscription'] });
    expect(third).toMatchObject({ number: -2, charms: ['reinscription', 'cursed'] });
  });
});
