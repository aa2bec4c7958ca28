/** What signatures that were given can still do, and the command that ends each. */
import { judge, madeSighashes, type Outpoint, readAnyPsbt, type Verdict } from '@ordbook/judge';
import { outpointText } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { type NetworkName, scriptOf } from '../wallet/network.ts';

export interface SignedPsbt {
  /** As it is shown, such as its file. */
  readonly name: string;
  readonly psbt: string;
}

export interface Exposure {
  /** The worst case of all signatures that live, together. */
  readonly verdict: Verdict;
  /** Coins of yours that a signature can spend, each once, with the signed PSBTs. */
  readonly open: readonly {
    readonly coin: Outpoint;
    readonly valueSats: number | null;
    readonly names: readonly string[];
  }[];
  /** Signed PSBTs of which no signature of yours can be used any more, or which have none. */
  readonly over: readonly string[];
}

/**
 * Judges the signatures of yours in PSBTs. A signature is over once a coin that it fixes is spent: its own,
 * and without ANYONECANPAY every coin of its transaction. `isSpent` says it of a coin, by evidence; "not
 * known" is not spent. Throws `UnreadablePsbt`, and an Error for an address of another network.
 */
export async function exposureOf(
  signed: readonly SignedPsbt[],
  addresses: readonly string[],
  network: NetworkName,
  isSpent: (coin: Outpoint) => Promise<boolean>,
): Promise<Exposure> {
  const mine = addresses.map((address) => hex.encode(scriptOf(address, network)));
  const spent = new Map<string, Promise<boolean>>();
  const gone = (coin: Outpoint) => {
    const text = outpointText(coin);
    spent.set(text, spent.get(text) ?? isSpent(coin));
    return spent.get(text)!;
  };
  const requests = [];
  const open = new Map<string, { coin: Outpoint; valueSats: number | null; names: string[] }>();
  const over: string[] = [];
  for (const { name, psbt } of signed) {
    const { inputs } = readAnyPsbt(psbt);
    const isWhole = await Promise.all(inputs.map(gone)).then((all) => !all.includes(true));
    const sign = [];
    for (const [input, { txid, vout, valueSats, script, fields }] of inputs.entries()) {
      const [sighash] = madeSighashes(fields);
      const isMine = script !== null && (mine.includes(script) || fields.tapLeafScript !== undefined);
      if (sighash === undefined || !isMine) continue;
      if (!(isWhole || (sighash >= 0x80 && !(await gone({ txid, vout }))))) continue;
      sign.push({ input, sighash });
      const coin = open.get(`${txid}:${vout}`) ?? { coin: { txid, vout }, valueSats, names: [] };
      coin.names.push(name);
      open.set(`${txid}:${vout}`, coin);
    }
    if (sign.length > 0) requests.push({ psbt, sign });
    else over.push(name);
  }
  return { verdict: judge(requests, { mine }), open: [...open.values()], over };
}

/** An exposure in lines of text. */
export function exposureInWords({ verdict, open, over }: Exposure): string[] {
  const { worst, signatures, warnings } = verdict;
  if (open.length === 0) return ['No signature of yours here can still be used.'];
  const scope = new Map(signatures.map(({ until, binds }) => [outpointText(until), binds.join(' ')]));
  return [
    worst.isBounded
      ? `All together, at worst: ${worst.lossSats} sats of yours do not come back.`
      : 'All together, at worst: nothing limits what is lost, or nobody can say what; see below.',
    ...open.map(({ coin, valueSats, names }) => {
      const value = valueSats === null ? '' : ` (${valueSats} sats)`;
      return `${outpointText(coin)}${value}, signed in ${names.join(', ')}: ${scope.get(outpointText(coin)) ?? ''} Moving it ends that.`;
    }),
    ...warnings.map(({ severity, text }) => `${severity}: ${text}`),
    ...(over.length > 0 ? [`Over, or not signed by you: ${over.join(', ')}.`] : []),
    'To move a coin: ordbook-exit inscription, for one that holds an inscription; ordbook-exit payment, for money.',
  ];
}
