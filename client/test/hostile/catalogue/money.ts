/** Attacks on amounts: change, fees, figures, postage. */
import type { Attack, Scene } from '../attack.ts';
import { lastTo, otherCoin, THIEF } from '../attack.ts';
import { addOutput, type HeldPsbt } from '../lie.ts';

const BUYERS = ['buy', 'offer', 'counter-accept', 'collection-offer'] as const;

/** Takes sats from the last output to the user: to the thief, or to the miner. False: it has too few. */
function takeChange(held: HeldPsbt, script: Uint8Array, sats: number, toThief: boolean): boolean {
  const change = lastTo(held, script);
  if (!change || change.output.amount <= BigInt(sats)) return false;
  change.output.amount -= BigInt(sats);
  if (toThief) addOutput(held.psbt, change.index, sats, THIEF.script);
  return true;
}

function takeProceeds({ body, psbts, payment }: Scene, sats: number): boolean {
  const { output } = lastTo(psbts.at(-1)!, payment)!;
  output.amount -= BigInt(sats);
  if (typeof body.estimatedNetworkFeeSats === 'number') body.estimatedNetworkFeeSats += sats;
  return true;
}

/** Raises what input `index` is said to hold, and the output there with it. */
function raise({ psbt }: HeldPsbt, index: number, valueSats: number): void {
  psbt.inputs[index]!.witnessUtxo!.amount = BigInt(valueSats);
  psbt.global.unsignedTx.outputs[index]!.amount = BigInt(valueSats);
}

export const ON_MONEY: readonly Attack[] = [
  {
    finding: 2,
    name: 'a total as a string makes the limit a concatenation, and the change goes to a thief',
    on: ['offer'],
    refusal: /buyerPayTotalSats/,
    steals: true,
    change: ({ body, psbts, payment }) => {
      body.items[0].buyerPayTotalSats = `${body.items[0].buyerPayTotalSats}`;
      return takeChange(psbts[0]!, payment, 808_514, true);
    },
  },
  {
    finding: 2,
    name: 'any amount as a string',
    on: ['list', ...BUYERS, 'fill', 'accept', 'counter', 'take-back'],
    refusal: /must be/,
    change: ({ body }) => {
      const field = Object.keys(body).find((key) => typeof body[key] === 'number');
      if (field === undefined) return false;
      body[field] = `${body[field]}`;
      return true;
    },
  },
  {
    finding: 3,
    name: 'a huge package size excuses a huge network fee',
    on: ['buy'],
    refusal: /the limit is/,
    steals: true,
    change: ({ body, psbts, payment }) => {
      body.estimatedPackageVsize = 1_000_000;
      body.estimatedNetworkFeeSats += 827_552;
      body.totalBuyerCostSats += 827_552;
      return takeChange(psbts[0]!, payment, 827_552, false);
    },
  },
  {
    finding: 3,
    name: 'a huge package size excuses a payment to a thief',
    on: ['buy'],
    refusal: /the limit is|fees and payouts total/,
    steals: true,
    change: ({ body, psbts, payment }) => {
      body.estimatedPackageVsize = 1_000_000;
      body.estimatedNetworkFeeSats += 15_000;
      body.totalBuyerCostSats += 15_000;
      return takeChange(psbts[0]!, payment, 15_000, true);
    },
  },
  {
    finding: 6,
    name: 'change goes to a thief',
    on: [...BUYERS],
    refusal:
      /the limit is|output 1 of .* pays|has \d+ outputs, not|lose \d+ sats|to others|fees and payouts total|the network fee is/,
    steals: true,
    change: ({ psbts, payment }) => takeChange(psbts[0]!, payment, 26_514, true),
  },
  {
    finding: 6,
    name: 'change goes to the miner',
    on: [...BUYERS],
    refusal: /the limit is|lose \d+ sats|the network fee is|output 1 of .* pays/,
    steals: true,
    change: ({ psbts, payment }) => takeChange(psbts[0]!, payment, 107_009, false),
  },
  {
    finding: 6,
    name: 'the network fee takes nearly all of the proceeds',
    on: ['fill', 'accept'],
    refusal: /the limit is|are due/,
    steals: true,
    change: (scene) => takeProceeds(scene, 40_000),
  },
  {
    finding: 6,
    name: 'the marketplace fee takes half of the price',
    on: ['fill', 'accept', 'counter', 'list'],
    refusal: /the limit is|are due/,
    steals: true,
    change: ({ body, psbts, payment, ordinals, recording }) => {
      if (typeof body.marketplaceFeeSats === 'number') body.marketplaceFeeSats += 30_000;
      if (typeof body.sellerReceiveSats === 'number') body.sellerReceiveSats -= 30_000;
      const held = { list: 1, counter: 1, fill: 0, accept: 0 }[recording.kind as string]!;
      const { output } = lastTo(psbts[held]!, recording.kind === 'accept' ? ordinals : payment)!;
      output.amount -= 30_000n;
      const last = psbts[held]!.psbt.outputs.length - 1;
      addOutput(psbts[held]!.psbt, recording.kind === 'counter' ? last : last + 1, 30_000, THIEF.script);
    },
  },
  {
    finding: 6,
    name: 'a royalty of half of the price',
    on: ['buy'],
    refusal: /the limit is/,
    steals: true,
    change: ({ body, psbts, payment }) => {
      const [first] = body.listings;
      for (const field of ['creatorRevenueSats', 'buyerCreatorRoyaltySats', 'buyerPayTotalSats']) {
        first[field] += 30_000;
      }
      body.totalBuyerCostSats += 30_000;
      return takeChange(psbts[0]!, payment, 30_000, true);
    },
  },
  {
    finding: null,
    name: 'a donation that nobody asked for',
    on: ['buy'],
    refusal: /donation/,
    steals: true,
    change: ({ body, psbts, payment }) => {
      body.donationSats += 5_000;
      body.totalBuyerCostSats += 5_000;
      return takeChange(psbts[0]!, payment, 5_000, true);
    },
  },
  {
    finding: null,
    name: 'the figures show less than the coins lose',
    on: ['buy'],
    refusal: /lose \d+ sats, but|fees and payouts total/,
    steals: true,
    change: ({ psbts, payment }) => takeChange(psbts[0]!, payment, 1_000, true),
  },
  {
    finding: null,
    name: 'the price is lower than agreed',
    on: ['fill', 'counter', 'collection-offer', 'offer'],
    refusal: /at \d+ sats/,
    change: ({ body }) => {
      for (const one of [body, ...(body.items ?? []), ...(body.offers ?? [])]) {
        if (one.priceSats) one.priceSats -= 1;
      }
    },
  },
  {
    finding: 7,
    name: 'a coin of 2,000,000 sats as postage',
    on: ['fill', 'accept', 'counter', 'list'],
    refusal: /holds 2000000 sats/,
    change: ({ psbts, body }) => {
      raise(psbts[0]!, 0, 2_000_000);
      if (body.inscriptionUtxoValueSats) body.inscriptionUtxoValueSats = 2_000_000;
    },
  },
  {
    finding: null,
    name: 'an output below the dust limit, so that the transaction is never mined',
    on: ['buy', 'counter-accept', 'collection-offer'],
    refusal: /dust|lose \d+ sats|the limit is|output 1 of .* pays|the network fee is/,
    change: ({ psbts, payment }) => {
      const change = lastTo(psbts[0]!, payment);
      if (!change) return false;
      change.output.amount = 100n;
      return true;
    },
  },
  {
    finding: 15,
    name: 'a coin of the user that was not offered pays',
    on: [...BUYERS],
    refusal: /did not offer|instead of|spends \d+ coins/,
    steals: true,
    change: ({ psbts, body, payment }) => {
      const [{ psbt }] = psbts as [HeldPsbt];
      const index = psbt.inputs.length - 1;
      const coin = otherCoin(payment, 50_000_000);
      psbt.global.unsignedTx.inputs[index]!.txid.fill(0xc0);
      psbt.global.unsignedTx.inputs[index]!.index = coin.vout;
      psbt.inputs[index]!.witnessUtxo!.amount = BigInt(coin.valueSats);
      const selected = body.selectedPaymentUtxos ?? body.offers[0].selectedPaymentUtxos;
      selected[selected.length - 1] = { txid: coin.txid, vout: 0, valueSats: coin.valueSats };
    },
  },
  {
    finding: null,
    name: 'one coin pays twice',
    on: [...BUYERS],
    refusal:
      /duplicate|twice|announced|spends|instead of|lose \d+ sats|input \d+ of .* is|asks for the signatures|each once|pays out|to others|the limit is/i,
    change: ({ psbts, body }) => {
      const [{ psbt }] = psbts as [HeldPsbt];
      psbt.global.unsignedTx.inputs.push({ ...psbt.global.unsignedTx.inputs.at(-1)! });
      psbt.inputs.push({ ...psbt.inputs.at(-1)! });
      const selected = body.selectedPaymentUtxos ?? body.offers[0].selectedPaymentUtxos;
      selected.push({ ...selected.at(-1) });
    },
  },
  {
    finding: null,
    name: 'the value of an own coin is understated, so that the rest goes to the fee',
    on: [...BUYERS],
    refusal:
      /holds|did not offer|lose \d+ sats|input \d+ of .* is|output \d+ of .* pays|network fee|pays out/,
    change: ({ psbts, payment }) => {
      const [held] = psbts as [HeldPsbt];
      const coin = held.psbt.inputs.at(-1)!.witnessUtxo!;
      coin.amount -= 15_000n;
      return takeChange(held, payment, 15_000, false);
    },
  },
];
