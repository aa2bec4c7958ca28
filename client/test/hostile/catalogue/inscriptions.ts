/** Attacks on what is traded: which inscription, which coin, which item. */
import { hex } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { type Attack, otherCoin, placesIn } from '../attack.ts';
import type { Json } from '../lie.ts';

/** Replaces the transfer at `index` by one that `change` made, and its txid everywhere. */
function replaceTransfer(body: Json, raw: string, change: (transaction: Json) => void): string {
  const transaction = RawOldTx.decode(hex.decode(raw)) as Json;
  change(transaction);
  const bytes = RawOldTx.encode(transaction);
  const [old, now] = [hex.decode(raw), bytes].map((one) => hex.encode(sha256x2(one).reverse())) as [
    string,
    string,
  ];
  for (const { parent, key, value } of placesIn(body)) {
    if (value === old) parent[key] = now;
    if (value === raw) parent[key] = hex.encode(bytes);
  }
  return now;
}

const transfersOf = (body: Json): string[] => body.listingTransfers ?? [body.listingTransfer];

export const ON_INSCRIPTIONS: readonly Attack[] = [
  {
    finding: 7,
    name: 'another inscription of the user is signed away',
    on: ['list', 'accept', 'counter', 'fill'],
    refusal: /but the inscription is on/,
    steals: true,
    change: ({ psbts, ordinals, body }) => {
      const { psbt } = psbts[0]!;
      const coin = otherCoin(ordinals, 15_000);
      psbt.global.unsignedTx.inputs[0]!.txid = hex.decode(coin.txid);
      psbt.global.unsignedTx.inputs[0]!.index = coin.vout;
      psbt.inputs[0]!.witnessUtxo!.amount = 15_000n;
      psbt.global.unsignedTx.outputs[0]!.amount = 15_000n;
      if (body.inscriptionUtxoValueSats) body.inscriptionUtxoValueSats = 15_000;
    },
  },
  {
    finding: 7,
    name: 'another coin of the user is spent as well',
    on: ['list', 'accept', 'counter', 'fill'],
    refusal: /a coin of ours|the offer holds|spends \d+ coins, not|input \d+ of .* is/,
    steals: true,
    change: ({ psbts, ordinals }) => {
      const { psbt } = psbts[0]!;
      psbt.global.unsignedTx.inputs[1]!.txid = hex.decode(otherCoin(ordinals).txid);
      psbt.inputs[1]!.witnessUtxo = { amount: 400_000n, script: ordinals };
    },
  },
  {
    finding: 7,
    name: 'the prices of two items are swapped',
    on: ['list'],
    refusal: /are due/,
    change: ({ psbts, body }) => {
      if (body.listings.length < 2) return false;
      const last = body.listings.length - 1;
      const [first, second] = [psbts[1]!.psbt, psbts[2 * last + 1]!.psbt];
      const [a, b] = [first.global.unsignedTx.outputs[0]!, second.global.unsignedTx.outputs[0]!];
      [a.amount, b.amount] = [b.amount, a.amount];
      return true;
    },
  },
  {
    finding: 7,
    name: 'the coins of two items are swapped',
    on: ['list'],
    refusal: /but the inscription is on/,
    change: ({ psbts, body }) => {
      if (body.listings.length < 2) return false;
      const [a, b] = [psbts[0]!.psbt.global.unsignedTx.inputs, psbts[2]!.psbt.global.unsignedTx.inputs];
      [a[0], b[0]] = [b[0]!, a[0]!];
      return true;
    },
  },
  {
    finding: 7,
    name: 'two items are on one coin',
    on: ['list'],
    refusal: /but the inscription is on/,
    change: ({ psbts, body }) => {
      if (body.listings.length < 2) return false;
      psbts[2]!.psbt.global.unsignedTx.inputs[0] = { ...psbts[0]!.psbt.global.unsignedTx.inputs[0]! };
      return true;
    },
  },
  {
    finding: 7,
    name: 'the items are in another order',
    on: ['list', 'buy', 'offer', 'collection-offer'],
    refusal: /was requested|is for|built a listing of|is at/,
    change: ({ body }) => {
      const items = body.listings ?? body.items ?? body.offers;
      if (items.length < 2) return false;
      items.reverse();
      return true;
    },
  },
  {
    finding: 7,
    name: 'an item is missing, or there is one more',
    on: ['list', 'buy', 'offer', 'collection-offer'],
    refusal: /instead of|for \d+ (items|inscriptions)/,
    change: ({ body }) => {
      const items = body.listings ?? body.items ?? body.offers;
      if (items.length > 1) items.pop();
      else items.push(items[0]);
    },
  },
  {
    finding: 8,
    name: 'the offers are on different coins, so that two can be accepted',
    on: ['offer'],
    refusal: /spends|input 1/,
    change: ({ body, psbts, recording }) => {
      const { spendableUtxos: coins } = recording.request as Json;
      if (body.items.length < 2) return false;
      const [selected] = body.selectedPaymentUtxos;
      const other = coins.find(({ txid }: Json) => txid !== selected.txid);
      const { global, inputs } = psbts[1]!.psbt;
      global.unsignedTx.inputs[1]!.txid = hex.decode(other.txid);
      global.unsignedTx.inputs[1]!.index = other.vout;
      const difference = BigInt(other.valueSats - selected.valueSats);
      inputs[1]!.witnessUtxo!.amount = BigInt(other.valueSats);
      global.unsignedTx.outputs.at(-1)!.amount += difference;
      return true;
    },
  },
  {
    finding: 9,
    name: 'the transfer is that of an empty coin',
    on: ['buy', 'counter-accept'],
    refusal: /moves the sats of/,
    change: ({ body, psbts }) => {
      const raw = transfersOf(body)[0]!;
      const before = hex.encode(sha256x2(hex.decode(raw)).reverse());
      const now = replaceTransfer(body, raw, ({ inputs }) => {
        inputs[0].txid = hex.decode('ee'.repeat(32));
      });
      for (const { psbt } of psbts)
        for (const input of psbt.global.unsignedTx.inputs)
          if (hex.encode(input.txid) === before) input.txid = hex.decode(now);
    },
  },
  {
    finding: 9,
    name: 'the raw transfer is another than the announced one',
    on: ['buy', 'counter-accept'],
    refusal: /has the hash/,
    change: ({ body }) => {
      const change = (raw: string) => raw.replace(/^02/, '01');
      if (body.listingTransfers) body.listingTransfers = body.listingTransfers.map(change);
      else body.listingTransfer = change(body.listingTransfer);
    },
  },
  {
    finding: 9,
    name: 'two items stand on one transfer',
    on: ['buy'],
    refusal: /one coin|moves the sats of|input \d|not spent/,
    change: ({ body }) => {
      if (body.listings.length < 2) return false;
      body.listingTransfers[1] = body.listingTransfers[0];
      body.expectedListingTransferTxids[1] = body.expectedListingTransferTxids[0];
      return true;
    },
  },
  {
    finding: 9,
    name: 'a coin that does not hold the inscription is bid for',
    on: ['offer'],
    refusal: /but the inscription is on/,
    change: ({ psbts }) => {
      psbts[0]!.psbt.global.unsignedTx.inputs[0]!.txid = hex.decode('ee'.repeat(32));
    },
  },
  {
    finding: 9,
    name: 'the purchase anchor holds less than claimed, so that the inscription flows into the anchors',
    on: ['buy'],
    refusal: /anchor .* holds/,
    change: ({ body, psbts }) => {
      const { global, inputs } = psbts[0]!.psbt;
      inputs[body.listings.length]!.witnessUtxo!.amount += 9_000n;
      global.unsignedTx.outputs[0]!.amount += 9_000n;
    },
  },
  {
    finding: null,
    name: 'the inscription arrives at an address of a thief',
    on: ['buy', 'offer', 'counter-accept'],
    refusal: /output \d+ of .* pays/,
    change: ({ psbts, ordinals, recording }) => {
      const { outputs } = psbts.at(-1)!.psbt.global.unsignedTx;
      const at = recording.kind === 'buy' ? 1 : 0;
      if (hex.encode(outputs[at]!.script) !== hex.encode(ordinals)) throw new Error('not the inscription');
      outputs[at]!.script = hex.decode(`0014${'66'.repeat(20)}`);
    },
  },
  {
    finding: null,
    name: 'a sat of the inscription is left to the next output',
    on: ['accept', 'fill', 'offer', 'counter-accept'],
    refusal: /output \d+ of .* pays|the network fee is|are due|the limit is|lose \d+ sats|pays out|to others/,
    change: ({ psbts, recording }) => {
      const { outputs } = psbts[recording.kind === 'counter-accept' ? 1 : 0]!.psbt.global.unsignedTx;
      outputs[0]!.amount -= 1n;
      outputs[1]!.amount += 1n;
    },
  },
  {
    finding: null,
    name: 'the take-back returns another inscription, or pays a thief',
    on: ['take-back'],
    refusal: /output \d of the take-back pays/,
    change: ({ psbts }) => {
      psbts[0]!.psbt.global.unsignedTx.outputs[0]!.script = hex.decode(`0014${'66'.repeat(20)}`);
    },
  },
];
