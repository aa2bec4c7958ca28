import { createNode } from '@ordbook/devnode';
import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { satFlow } from '@ordbook/protocol/layout/sat-flow';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import type { Chain } from '../../src/chain/port.ts';
import { purse } from '../chain/purse.ts';

/** An output: the script and how many sats. */
export interface Funded {
  readonly script: string;
  readonly valueSats: number;
}

/** A sat's place: the script that holds it, and the coin. */
export interface Held extends Funded {
  readonly coin: Utxo;
  /** Sats of the coin that come before it. */
  readonly offset: number;
}

/** A devnode with coins for whom a test names, and a miner who takes whatever consensus allows. */
export interface AttackedChain {
  readonly chain: Chain;
  /** Confirmed coins, in the order asked for. */
  coins(...asked: readonly Funded[]): Promise<Utxo[]>;
  /** A block of exactly these transactions (raw hex), whatever they pay. null: mined; else why the node refuses it. */
  mined(...raws: readonly string[]): Promise<string | null>;
  /** Why the mempool refuses a package; null: it takes it. Nothing is sent. */
  refusal(...raws: readonly string[]): Promise<string | null>;
  /** Where a sat is after everything that was mined here; 'fee': in a miner's pocket. */
  holder(coin: Utxo, offset?: number): Held | 'fee';
  /** What all confirmed coins on a script hold, sats, by what was mined here. */
  balance(script: string): number;
}

/** Opens one. */
export async function attackedChain(): Promise<AttackedChain> {
  const { call } = createNode();
  const chain = bitcoind({ url: '', call, timeoutMs: 20_000 });
  const bank = purse(call, 5);
  const [first] = await bank.mine(101);
  /** What the bank has left: a chain of change, so that one coinbase is enough. */
  let purseful = await bank.coinbaseOf(first!);
  const outputs = new Map<string, Funded>([
    [`${purseful.txid}:0`, { script: bank.script, valueSats: purseful.valueSats }],
  ]);
  const spends = new Map<string, ReturnType<typeof readTransaction>>();
  const nameOf = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`;

  const note = (raw: string) => {
    const transaction = readTransaction(raw);
    for (const input of transaction.inputs) spends.set(nameOf(input), transaction);
    for (const [vout, output] of transaction.outputs.entries())
      outputs.set(nameOf({ txid: transaction.txid, vout }), output);
  };
  const mined = async (...raws: readonly string[]): Promise<string | null> => {
    try {
      await call('generateblock', [bank.address, [...raws]]);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    for (const raw of raws) note(raw);
    return null;
  };
  const known = (name: string): Funded => {
    const output = outputs.get(name);
    if (!output) throw new Error(`${name} was not made here`);
    return output;
  };
  const holder = (coin: Utxo, offset = 0): Held | 'fee' => {
    const spend = spends.get(nameOf(coin));
    if (!spend) return { ...known(nameOf(coin)), coin, offset };
    const input = spend.inputs.findIndex((one) => nameOf(one) === nameOf(coin));
    const place = satFlow(
      spend.inputs.map((one) => known(nameOf(one))),
      spend.outputs,
      { input, offset },
    );
    if (place === 'fee') return place;
    const { valueSats } = spend.outputs[place.output]!;
    return holder({ txid: spend.txid, vout: place.output, valueSats }, place.offset);
  };

  return {
    chain,
    mined,
    holder,
    async coins(...asked) {
      const paid = asked.map(({ script, valueSats }) => ({ script: hexToBytes(script), valueSats }));
      const left = purseful.valueSats - sumSats(asked.map(({ valueSats }) => valueSats)) - 10_000;
      const made = bank.spend([purseful], [...paid, left]);
      const refusal = await mined(made.raw);
      if (refusal !== null) throw new Error(`the coins cannot be made: ${refusal}`);
      purseful = made.outputs.at(-1)!;
      return made.outputs.slice(0, -1);
    },
    async refusal(...raws) {
      const verdicts = (await call('testmempoolaccept', [[...raws]])) as {
        allowed?: boolean;
        'reject-reason'?: string;
        'package-error'?: string;
      }[];
      const bad = verdicts.find(({ allowed }) => !allowed);
      return bad ? (bad['reject-reason'] ?? bad['package-error'] ?? 'not judged') : null;
    },
    balance: (script) =>
      [...outputs]
        .filter(([name, output]) => output.script === script && !spends.has(name))
        .reduce((sum, [, { valueSats }]) => sum + valueSats, 0),
  };
}
