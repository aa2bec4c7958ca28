import type { Sats } from '@ordbook/protocol/sats';
import { sumSats } from '@ordbook/protocol/sats';
import type { Desk } from './desk.ts';

interface Decoded {
  readonly vsize: number;
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly {
    readonly value: number;
    readonly scriptPubKey: { readonly hex: string; readonly address?: string };
  }[];
}

export interface SettledTransaction {
  readonly vsize: number;
  readonly feeSats: Sats;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
  /** What an address's inputs lose: their sum less what returns to the address. */
  paidBy(address: string): Sats;
}

interface Output {
  readonly valueSats: Sats;
  readonly script: string;
  readonly address: string | null;
}

/** A transaction as the node has it, each input with the output that it spends. */
export async function settledPurchase(desk: Pick<Desk, 'call'>, txid: string): Promise<SettledTransaction> {
  const decoded = (await desk.call('getrawtransaction', [txid, true])) as Decoded;
  const inputs = await Promise.all(
    decoded.vin.map(async ({ txid: parent, vout }) =>
      outputOf(((await desk.call('getrawtransaction', [parent, true])) as Decoded).vout[vout]!),
    ),
  );
  const outputs = decoded.vout.map(outputOf);
  const sum = (list: readonly Output[], address?: string) =>
    sumSats(
      list
        .filter((output) => address === undefined || output.address === address)
        .map(({ valueSats }) => valueSats),
    );
  return {
    vsize: decoded.vsize,
    feeSats: sum(inputs) - sum(outputs),
    inputs,
    outputs,
    paidBy: (address) => sum(inputs, address) - sum(outputs, address),
  };
}

function outputOf({ value, scriptPubKey }: Decoded['vout'][number]): Output {
  return {
    valueSats: Math.round(value * 1e8),
    script: scriptPubKey.hex,
    address: scriptPubKey.address ?? null,
  };
}
