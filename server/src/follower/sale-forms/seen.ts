import type { Sats } from '@ordbook/protocol/sats';

/**
 * What forms of sales are read from: what a transaction spends, shows and pays. Blocks have it, and so do
 * collections of trades that keep no outpoints. Hex; `witness` items and `scriptSig` as in the block.
 */
export interface SeenTransaction {
  readonly inputs: readonly {
    readonly script: string;
    readonly valueSats: Sats;
    readonly witness: readonly string[];
    readonly scriptSig: string;
  }[];
  readonly outputs: readonly { readonly script: string; readonly valueSats: Sats }[];
}

/** An inscription came by this input and left by this output. */
export interface Landing {
  readonly inputIndex: number;
  readonly vout: number;
}

/** A transaction with its sums, which are made once: a form asks for them at every inscription. */
export class SeenMoney {
  readonly transaction: SeenTransaction;
  readonly #inputStarts: readonly Sats[];
  readonly #outputStarts: readonly Sats[];
  /** Where inputs begin, by position: the values of the coins. */
  readonly #coins = new Map<Sats, Sats>();
  readonly #spent = new Map<string, { sats: Sats; coins: number }>();
  readonly #paid = new Map<string, number[]>();
  readonly #spentSats: Sats;

  constructor(transaction: SeenTransaction) {
    this.transaction = transaction;
    const { inputs, outputs } = transaction;
    this.#inputStarts = startsOf(inputs);
    this.#outputStarts = startsOf(outputs);
    let total = 0;
    for (const [i, { script, valueSats }] of inputs.entries()) {
      const before = this.#spent.get(script) ?? { sats: 0, coins: 0 };
      this.#spent.set(script, { sats: before.sats + valueSats, coins: before.coins + 1 });
      this.#coins.set(this.#inputStarts[i]!, valueSats);
      total += valueSats;
    }
    for (const [vout, { script }] of outputs.entries()) {
      const vouts = this.#paid.get(script);
      if (vouts) vouts.push(vout);
      else this.#paid.set(script, [vout]);
    }
    this.#spentSats = total;
  }

  /** Coins of a script that are spent. */
  coinsOf(script: string): number {
    return this.#spent.get(script)?.coins ?? 0;
  }

  /** The outputs that pay a script. */
  paidTo(script: string): readonly number[] {
    return this.#paid.get(script) ?? [];
  }

  /** Whether a script other than these spends a coin and is paid: it got its change. */
  someoneElseHasChange(besides: ReadonlySet<string>): boolean {
    for (const script of this.#spent.keys()) if (!besides.has(script) && this.#paid.has(script)) return true;
    return false;
  }

  /** What scripts other than these spend. */
  spentByOthers(besides: ReadonlySet<string>): Sats {
    let own = 0;
    for (const script of besides) own += this.#spent.get(script)?.sats ?? 0;
    return this.#spentSats - own;
  }

  /** Whether all sats of the coin, and no others, are in the output: first in, first out. */
  movesWhole({ inputIndex, vout }: Landing): boolean {
    const { inputs, outputs } = this.transaction;
    return (
      this.#inputStarts[inputIndex] === this.#outputStarts[vout] &&
      inputs[inputIndex]!.valueSats === outputs[vout]!.valueSats
    );
  }

  /** Whether an output is exactly one of the coins: it was passed on, not paid out of money. */
  isPassedOn(vout: number): boolean {
    return this.#coins.get(this.#outputStarts[vout]!) === this.transaction.outputs[vout]!.valueSats;
  }

  /** The output that has the first sat of a coin; null: that sat pays the network. */
  landsAt(inputIndex: number): number | null {
    const at = this.#inputStarts[inputIndex]!;
    const { outputs } = this.transaction;
    const vout = outputs.findIndex(({ valueSats }, i) => at < this.#outputStarts[i]! + valueSats);
    return vout === -1 ? null : vout;
  }
}

function startsOf(parts: readonly { readonly valueSats: Sats }[]): Sats[] {
  let next = 0;
  return parts.map(({ valueSats }) => {
    const start = next;
    next += valueSats;
    return start;
  });
}
