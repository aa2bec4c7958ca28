/**
 * What `ordbook-exit` asks an Esplora server, when one is named: values of coins, whether they are spent, the
 * fee rate; and how it broadcasts. Nothing of this is needed to leave a trade.
 */
import { esploraSource, spendOf } from '../source/esplora-source.ts';
import { fieldsOf } from '../source/fields.ts';
import { type RequestOptions, requesterTo } from '../source/request.ts';
import { type Outpoint, SourceError } from '../source/source.ts';
import type { OfferTakenBack } from './offer.ts';

export interface ExitServer {
  /**
   * `txid:vout:sats` of a coin given with or without its sats. Throws an Error when the sats are others, and
   * when the coin is spent in a block. Warns when an unconfirmed transaction spends it.
   */
  completeCoin(option: string, coin: string): Promise<string>;
  /** Fee rate to get into one of the next two blocks, sat/vB; null when the server has no estimate. */
  feeRate(): Promise<number | null>;
  /** Whether a collection offer's parent is in a block. Throws an Error when the offer has ended already. */
  isParentConfirmed(taken: OfferTakenBack): Promise<boolean>;
  /** Broadcasts and returns the txid. Retry-safe. Throws `SourceError` with the node's reason. */
  send(raw: string): Promise<string>;
  /** Broadcasts a package. Throws `SourceError`, also when the server takes no packages. */
  sendPackage(raws: readonly string[]): Promise<void>;
}

/** Blocks within which an exit should confirm. */
const TARGET_BLOCKS = 2;
/** No node relays less by default, sat/vB. */
const LEAST_FEE_RATE = 1;

/** `warn` receives sentences for the user. */
export function exitServer(
  url: string,
  warn: (sentence: string) => void,
  options?: RequestOptions,
): ExitServer {
  const source = esploraSource(url, options);
  const requester = requesterTo(url, options);

  return {
    async completeCoin(option, coin) {
      const [, txid, vout, sats] = /^([0-9a-f]{64}):(\d{1,10})(?::(\d{1,16}))?$/.exec(coin) ?? [];
      if (txid === undefined) return coin; // the reader of the options says what is wrong
      const outpoint = { txid, vout: Number(vout) };
      const { valueSats } = await source.output(outpoint);
      if (sats !== undefined && Number(sats) !== valueSats)
        throw new Error(`${option} is ${coin}, but ${source.name} says that it holds ${valueSats} sats`);
      const spend = await spendOf(requester, outpoint);
      if (spend && spend.height !== null)
        throw new Error(
          `${option} ${txid}:${vout} was spent by ${spend.txid}, which is in a block; every signature for it is void already`,
        );
      if (spend)
        warn(`${txid}:${vout} is being spent by ${spend.txid}; pay a higher fee than it does, to replace it`);
      return `${txid}:${vout}:${valueSats}`;
    },

    async feeRate() {
      const rate = await source.feeRate(TARGET_BLOCKS);
      return rate === null ? null : Math.max(LEAST_FEE_RATE, rate);
    },

    async isParentConfirmed({ parentTxid, parentInputs }) {
      for (const input of parentInputs) {
        const spend = await spendOf(requester, input);
        if (!spend || spend.height === null) continue;
        if (spend.txid !== parentTxid)
          throw new Error(`the offer has ended: ${spend.txid}, which is in a block, spent its money`);
        await requireOpenOffer({ txid: parentTxid, vout: 0 });
        return true;
      }
      return false;
    },

    async send(raw) {
      const txid = (await requester.text('/tx', 'text/plain', raw)).trim();
      if (!/^[0-9a-f]{64}$/.test(txid))
        throw new SourceError(`${requester.name}/tx: the response is not a txid`);
      return txid;
    },

    async sendPackage(raws) {
      const path = '/txs/package';
      const where = `${requester.name}${path}`;
      const answer = fieldsOf(where, await requester.json(path, JSON.stringify(raws)));
      const message = answer.text('package_msg', /^[\x20-\x7e]{1,200}$/);
      if (message !== 'success') throw new SourceError(`${where}: package_msg is ${message}`);
    },
  };

  async function requireOpenOffer(offer: Outpoint): Promise<void> {
    const spend = await spendOf(requester, offer);
    if (spend && spend.height !== null)
      throw new Error(`the offer has ended: ${spend.txid}, which is in a block, spent its output`);
  }
}
