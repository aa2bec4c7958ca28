import { sha256 } from '@noble/hashes/sha2.js';
import type { DevNode } from '@ordbook/devnode';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { pubECDSA, signECDSA } from '@scure/btc-signer/utils.js';
import { purse } from '../chain/purse.ts';
import { ANYONE, type Inscribed, inscribe } from '../ordinals/inscriber.ts';

/** A coin of one of a few owners: its script drops what its witness starts with, so that only sales need a signature. */
interface OwnedCoin extends Utxo {
  readonly owner: number;
}

/** What spends know of the chain at one height. */
interface Ledger {
  readonly parent: Inscribed;
  readonly cash: Utxo;
  readonly coins: readonly OwnedCoin[];
}

/** A step of a history: one block, or a reorg that takes `depth` blocks. `pick` and `to` choose coins and owners. */
export type Step =
  | { readonly kind: 'mint'; readonly to: number }
  | { readonly kind: 'transfer' | 'merge' | 'sale' | 'lose'; readonly pick: number; readonly to: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'reorg'; readonly depth: number };

export interface RandomChain {
  readonly parentId: string;
  readonly height: number;
  /** Mines the step's block, or takes blocks away: the new branch is mined by the steps after it. */
  take(step: Step): Promise<void>;
  /** Raw blocks from `height` on, hex. */
  blocksFrom(height: number): Promise<string[]>;
}

const DEFAULT = new Uint8Array(64);
const BUYER = 250;

const secretOf = (owner: number) => new Uint8Array(32).fill(owner + 1);

function witnessScript(owner: number): Uint8Array {
  // <owner's key> DROP DROP 1
  return Uint8Array.of(33, ...pubECDSA(secretOf(owner)), 0x75, 0x75, 0x51);
}

function scriptOf(owner: number): string {
  return `0020${hex.encode(sha256(witnessScript(owner)))}`;
}

/** A chain with a parent inscription, on which histories of mints, transfers, sales and reorgs are played. */
export async function randomChain(node: DevNode): Promise<RandomChain> {
  const { call } = node;
  const cash = purse(call, 7);
  const [first] = await cash.mine(112);
  const parent = await inscribe(call, cash, await cash.coinbaseOf(first!), { script: ANYONE });
  let height = (await call('getblockcount')) as number;
  const ledgers = new Map<number, Ledger>([[height, { parent, cash: parent.change, coins: [] }]]);
  let branch = 0;

  /** Addresses differ from block to block, so that no two branches share one. */
  const minedTo = () => purse(call, 100 + (branch++ % 100)).address;

  /** Mines these transactions; null: the block is mined already. */
  async function block(ledger: Ledger, raw: readonly string[] | null): Promise<void> {
    if (raw) await call('generateblock', [minedTo(), [...raw]]);
    height += 1;
    ledgers.set(height, ledger);
  }

  async function move(ledger: Ledger, step: Extract<Step, { pick: number }>): Promise<void> {
    const { coins } = ledger;
    const one = coins[step.pick % coins.length]!;
    const rest = coins.filter((coin) => coin !== one);
    const other = step.kind === 'merge' ? rest[step.pick % Math.max(1, rest.length)] : undefined;
    const taken = other ? [one, other] : [one];
    const total = taken.reduce((sum, { valueSats }) => sum + valueSats, 0);
    const made: { owner: number; valueSats: number }[] = [];
    if (step.kind === 'transfer' && total > 4_000) {
      // An inscription keeps its offset or falls into the second output.
      made.push({ owner: step.to, valueSats: 1_000 }, { owner: step.to + 1, valueSats: total - 2_000 });
    } else if (step.kind === 'lose') made.push({ owner: step.to, valueSats: 330 });
    else made.push({ owner: step.to, valueSats: total });
    await block(
      ...build(
        ledger,
        taken,
        rest.filter((coin) => coin !== other),
        made,
        step.kind === 'sale',
      ),
    );
  }

  function build(
    ledger: Ledger,
    taken: readonly OwnedCoin[],
    rest: readonly OwnedCoin[],
    made: readonly { owner: number; valueSats: number }[],
    isSale: boolean,
  ): [Ledger, string[]] {
    const total = made.reduce((sum, { valueSats }) => sum + valueSats, 0);
    // A sale: a dummy of the buyer before the seller's coin, so that the output of its index pays the seller.
    const moneySats = 60_000 + total;
    const stake = cash.spend(
      [ledger.cash],
      [
        { valueSats: 600, script: hex.decode(scriptOf(BUYER)) },
        { valueSats: moneySats, script: hex.decode(scriptOf(BUYER)) },
        ledger.cash.valueSats - moneySats - 2_000,
      ],
    );
    const [dummy, money, change] = stake.outputs as [Utxo, Utxo, Utxo];
    const inputs = isSale ? [{ ...dummy, owner: BUYER }, ...taken, { ...money, owner: BUYER }] : taken;
    const outputs = isSale
      ? [
          { owner: made[0]!.owner, valueSats: 600 + total },
          { owner: BUYER + 1, valueSats: 40_000 + total },
        ]
      : made;
    const unsigned = new Transaction({ version: 2, allowUnknownInputs: true, allowUnknownOutputs: true });
    for (const { txid, vout, owner, valueSats } of inputs)
      unsigned.addInput({
        txid,
        index: vout,
        sequence: 0xffff_ffff,
        witnessUtxo: { script: hex.decode(scriptOf(owner)), amount: BigInt(valueSats) },
      });
    for (const { owner, valueSats } of outputs)
      unsigned.addOutput({ script: hex.decode(scriptOf(owner)), amount: BigInt(valueSats) });
    const signed = ({ owner, valueSats }: OwnedCoin, index: number) => {
      const hash = unsigned.preimageWitnessV0(index, witnessScript(owner), 0x83, BigInt(valueSats));
      return Uint8Array.of(...signECDSA(hash, secretOf(owner), true), 0x83);
    };
    const raw = hex.encode(
      RawTx.encode({
        version: 2,
        segwitFlag: true,
        inputs: inputs.map(({ txid, vout }) => ({
          txid: hex.decode(txid),
          index: vout,
          finalScriptSig: new Uint8Array(),
          sequence: 0xffff_ffff,
        })),
        outputs: outputs.map(({ owner, valueSats }) => ({
          amount: BigInt(valueSats),
          script: hex.decode(scriptOf(owner)),
        })),
        witnesses: inputs.map((input, index) => [
          isSale && input.owner < BUYER ? signed(input, index) : DEFAULT,
          witnessScript(input.owner),
        ]),
        lockTime: 0,
      }),
    );
    const { txid } = readTransaction(raw);
    const coins = outputs
      .map(({ owner, valueSats }, vout) => ({ txid, vout, valueSats, owner }))
      .filter(({ owner }) => owner < BUYER);
    return [{ ...ledger, cash: change, coins: [...rest, ...coins] }, [stake.raw, raw]];
  }

  return {
    parentId: parent.id,
    get height() {
      return height;
    },
    async take(step) {
      const ledger = ledgers.get(height)!;
      if (step.kind === 'reorg') {
        const fork = Math.max(height - step.depth, Math.min(...ledgers.keys()));
        if (fork === height) return;
        await call('invalidateblock', [await call('getblockhash', [fork + 1])]);
        for (const known of [...ledgers.keys()]) if (known > fork) ledgers.delete(known);
        height = fork;
      } else if (step.kind === 'mint') {
        const minted = await inscribe(call, cash, ledger.cash, {
          parent: ledger.parent,
          script: scriptOf(step.to),
          title: `child ${branch++}`,
          traits: { Hue: `hue ${step.to % 3}` },
        });
        await block(
          {
            parent: minted.parent!,
            cash: minted.change,
            coins: [...ledger.coins, { ...minted.coin, owner: step.to }],
          },
          null,
        );
      } else if (step.kind === 'empty' || ledger.coins.length === 0) {
        await block(ledger, []);
      } else await move(ledger, step);
    },
    async blocksFrom(from) {
      const raw: string[] = [];
      for (let at = from; at <= height; at += 1)
        raw.push((await call('getblock', [await call('getblockhash', [at]), 0])) as string);
      return raw;
    },
  };
}
