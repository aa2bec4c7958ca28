/** What an honest service answers, built by hand, and the places where a dishonest one would change it. */
import { recoverySize } from '@ordbook/protocol/listing/recovery';
import { base64, hex } from '@scure/base';
import { p2tr, p2wpkh, TaprootControlBlock, Transaction } from '@scure/btc-signer';
import { hash160, pubSchnorr, sha256x2, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import type { ListingPreflight, ListingTerms } from '../src/listing/check.ts';
import type { PurchasePreflight, PurchaseTerms } from '../src/purchase/check.ts';
import type { Unparsed } from '../src/responses/sats.ts';
import { readPsbt } from '../src/signing/psbt.ts';
import { leafHashOf, taprootScript } from '../src/signing/taproot.ts';
import { localWallet } from '../src/wallet/local-wallet.ts';
import { networkParams } from '../src/wallet/network.ts';
import type { KeyType } from '../src/wallet/signing-key.ts';
import { parsed } from './parsed.ts';

type InputUpdate = Parameters<Transaction['addInput']>[0] & {
  txid: string;
  index: number;
  witnessUtxo: { script: Uint8Array; amount: bigint };
};

/** A transaction that a test may still change. */
export interface Draft {
  /** Left out: 2. */
  version?: number;
  /** Left out: 0. */
  lockTime?: number;
  inputs: InputUpdate[];
  outputs: { script: Uint8Array; amount: bigint }[];
}

export function secretOf(byte: number): string {
  return byte.toString(16).padStart(2, '0').repeat(32);
}

/** A regtest wallet that pays from `payment`; `seed` 1..200 tells wallets apart. */
export function testWallet(payment: KeyType = 'p2wpkh', seed = 1) {
  return localWallet({
    ordinals: { type: 'p2tr', secret: secretOf(seed) },
    payment: { type: payment, secret: secretOf(seed + 1) },
    network: 'regtest',
  });
}

const REGTEST = networkParams('regtest');
export const MARKET_KEY = hex.encode(pubSchnorr(hex.decode(secretOf(0xa0))));
export const STRANGER_KEY = hex.encode(pubSchnorr(hex.decode(secretOf(0xb0))));
export const STRANGER = p2tr(hex.decode(STRANGER_KEY), undefined, REGTEST);
const OPERATOR = p2tr(pubSchnorr(hex.decode(secretOf(0xa1))), undefined, REGTEST);

export const txid = (byte: number) => secretOf(byte);

export function psbtOf({ inputs, outputs, version = 2, lockTime = 0 }: Draft): string {
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const input of inputs) transaction.addInput({ sequence: 0xfffffffd, ...input }, true);
  for (const output of outputs) transaction.addOutput(output, true);
  return base64.encode(transaction.toPSBT());
}

/** A passthrough as a leaf input of a PSBT. */
export function passthrough(sellerKey: string, marketKey = MARKET_KEY, internalKey = sellerKey) {
  const leaf = hex.decode(`20${sellerKey}ac20${marketKey}ba529cc0`);
  const root = leafHashOf(leaf);
  const script = taprootScript(hex.decode(internalKey), root);
  const [, parity] = taprootTweakPubkey(hex.decode(internalKey), root);
  const control = TaprootControlBlock.decode(hex.decode(`${(0xc0 | parity).toString(16)}${internalKey}`));
  return { script, tapLeafScript: [[control, leaf] as [typeof control, Uint8Array]] };
}

export interface ListingTampering {
  transfer?(draft: Draft): void;
  leg?(draft: Draft): void;
  recovery?(draft: Draft): void;
  answer?(preflight: Unparsed<ListingPreflight>): void;
}

export const PRICE = 100_000;
const POSTAGE = 10_000;

/** The preflight of `count` listings at 100,000 sats each, with a fee of 1 percent. */
export function listingPreflight(count: number, tampering: ListingTampering = {}) {
  const wallet = testWallet();
  const sellerKey = wallet.ordinalsPublicKey;
  const home = p2tr(hex.decode(sellerKey), undefined, REGTEST);
  const payment = p2wpkh(hex.decode(wallet.paymentPublicKey), REGTEST);
  const held = passthrough(sellerKey);
  const leaf = (from: string) => ({
    txid: from,
    index: 0,
    witnessUtxo: { script: held.script, amount: BigInt(POSTAGE) },
    tapLeafScript: held.tapLeafScript,
  });
  const recovery: Draft = { inputs: [], outputs: [] };
  const anchorChanges: InputUpdate[] = [];
  const asked = {
    address: wallet.ordinalsAddress,
    publicKey: sellerKey,
    disableTweakSigner: true,
    sigHash: 0x83,
  };
  const listings = Array.from({ length: count }, (_, number) => {
    const transfer: Draft = {
      inputs: [
        {
          txid: txid(0x10 + number),
          index: 1,
          witnessUtxo: { script: home.script, amount: BigInt(POSTAGE) },
          tapInternalKey: hex.decode(sellerKey),
        },
        { txid: txid(0x30 + number), index: 0, witnessUtxo: { script: OPERATOR.script, amount: 1_000n } },
      ],
      outputs: [
        { script: held.script, amount: BigInt(POSTAGE) },
        { script: OPERATOR.script, amount: 788n },
      ],
    };
    tampering.transfer?.(transfer);
    const transferPsbt = psbtOf(transfer);
    const transferId = readPsbt(transferPsbt).txid;
    const leg: Draft = {
      inputs: [{ ...leaf(transferId), sighashType: 0x83 }],
      outputs: [{ script: payment.script, amount: BigInt(PRICE - 1_000 + POSTAGE) }],
    };
    tampering.leg?.(leg);
    recovery.inputs.push({ ...leaf(transferId), sighashType: 1 });
    anchorChanges.push({
      txid: transferId,
      index: 1,
      witnessUtxo: { script: OPERATOR.script, amount: 788n },
    });
    recovery.outputs.push({ script: home.script, amount: BigInt(POSTAGE) });
    const inscriptionId = `${txid(0x10 + number)}i0`;
    const signerAddress = wallet.ordinalsAddress;
    return {
      inscriptionId,
      anchorUtxoId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
      psbts: [
        {
          inscriptionId,
          stepIndex: 0,
          signerAddress,
          inputsToSign: [{ address: signerAddress, signingIndexes: [0], sigHash: 0 }],
          psbtBase64: transferPsbt,
        },
        {
          inscriptionId,
          stepIndex: 1,
          signerAddress,
          inputsToSign: [{ ...asked, signingIndexes: [0] }],
          psbtBase64: psbtOf(leg),
        },
      ],
    };
  });
  recovery.inputs.push(...anchorChanges);
  const left = 788 * count - recoverySize(count);
  recovery.outputs.push({ script: OPERATOR.script, amount: BigInt(left) });
  tampering.recovery?.(recovery);
  const preflight = parsed('/collection/{slug}/listings/preflight', {
    listings,
    recoveryPsbt: {
      signerAddress: wallet.ordinalsAddress,
      inputsToSign: [{ ...asked, sigHash: 1, signingIndexes: listings.map((_, index) => index) }],
      psbtBase64: psbtOf(recovery),
    },
  });
  tampering.answer?.(preflight);
  const terms: ListingTerms = {
    wallet,
    items: Array.from({ length: count }, (_, number) => ({
      inscriptionId: `${txid(0x10 + number)}i0`,
      priceSats: PRICE,
      location: { txid: txid(0x10 + number), vout: 1 },
    })),
  };
  return { preflight, terms, wallet };
}

/** A transfer of the inscription on output 1 of `txid(id + 0x10)` into a passthrough. */
export function transferOf(id: number, passthroughScript: Uint8Array, anchorScript = OPERATOR.script) {
  const transfer = new Transaction({ disableScriptCheck: true, allowUnknownOutputs: true });
  transfer.addInput({ txid: txid(id + 0x10), index: 1, sequence: 0xfffffffd });
  transfer.addInput({ txid: txid(id + 0x40), index: 0, sequence: 0xfffffffd });
  transfer.addOutput({ script: passthroughScript, amount: BigInt(POSTAGE) });
  transfer.addOutput({ script: anchorScript, amount: 788n });
  const bytes = transfer.toBytes();
  return { raw: hex.encode(bytes), id: hex.encode(sha256x2(bytes).reverse()) };
}

export interface PurchaseTampering {
  sale?(draft: Draft): void;
  /** The announced txid is that of the changed PSBT unless this changes it. */
  answer?(preflight: Unparsed<PurchasePreflight>): void;
}

/** The preflight of one purchase of two listings of 100,000 sats, paid with one coin of 500,000 sats. */
export function purchasePreflight(payer: KeyType = 'p2wpkh', tampering: PurchaseTampering = {}) {
  const wallet = testWallet(payer, 5);
  const home = p2tr(hex.decode(wallet.ordinalsPublicKey), undefined, REGTEST);
  const pays = paymentOf(wallet.paymentPublicKey, payer);
  const seller = passthrough(testWallet('p2wpkh', 9).ordinalsPublicKey);
  const coin = { txid: txid(0x60), vout: 3, valueSats: 500_000 };
  const transfers = [0x40, 0x41].map((id) => transferOf(id, seller.script));
  const operator = (from: string, amount: bigint) => ({
    txid: from,
    index: 1,
    witnessUtxo: { script: OPERATOR.script, amount },
  });
  const bought = ({ id }: { id: string }) => ({
    txid: id,
    index: 0,
    witnessUtxo: { script: seller.script, amount: BigInt(POSTAGE) },
  });
  const networkFee = 1_500;
  const cost = 2 * (PRICE + 1_500 + POSTAGE) + 424 + networkFee;
  const sale: Draft = {
    inputs: [
      operator(transfers[0]!.id, 788n),
      operator(transfers[1]!.id, 788n),
      operator(txid(0x42), 1_000n),
      ...transfers.map(bought),
      { txid: coin.txid, index: coin.vout, ...pays, ...(payer === 'p2tr' ? {} : { sighashType: 1 }) },
    ],
    outputs: [
      { script: OPERATOR.script, amount: 2_576n },
      { script: home.script, amount: BigInt(POSTAGE) },
      { script: home.script, amount: BigInt(POSTAGE) },
      { script: STRANGER.script, amount: BigInt(PRICE - 1_000 + POSTAGE) },
      { script: STRANGER.script, amount: BigInt(PRICE - 1_000 + POSTAGE) },
      { script: OPERATOR.script, amount: 5_420n },
      { script: pays.witnessUtxo.script, amount: BigInt(coin.valueSats - cost) },
    ],
  };
  tampering.sale?.(sale);
  const psbtBase64 = psbtOf(sale);
  const listings = [0x40, 0x41].map((id) => ({
    listingId: `3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c${id.toString(16)}`,
    inscriptionId: `${txid(id + 0x10)}i0`,
    priceSats: PRICE,
    inscriptionUtxoValueSats: POSTAGE,
    listingFeeSats: 1_000,
    buyerFeeBps: 150,
    buyerFeeSats: 1_500,
    sellerCreatorRoyaltySats: 0,
    buyerCreatorRoyaltySats: 0,
    sellerReceiveSats: PRICE - 1_000,
    buyerPayTotalSats: PRICE + 1_500,
    marketplaceRevenueSats: 2_500,
    creatorRevenueSats: 0,
  }));
  const preflight = parsed('/collection/{slug}/purchases/preflight', {
    listings,
    selectedPaymentUtxos: [coin],
    targetFeeRateSatVb: 1,
    estimatedPackageVsize: 1_920,
    estimatedNetworkFeeSats: networkFee,
    cpfpFeeSats: 0,
    listingTransferFeeSats: 424,
    totalBuyerCostSats: cost,
    donationInitiative: null,
    donationSats: 0,
    purchaseAnchorUtxoId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
    steps: [
      {
        stepIndex: 0,
        signerAddress: wallet.paymentAddress,
        inputsToSign: [
          { address: wallet.paymentAddress, signingIndexes: [5], sigHash: payer === 'p2tr' ? 0 : 1 },
        ],
        psbtBase64,
      },
    ],
    expectedSettlementTxid: readPsbt(psbtBase64).txid,
    expectedListingTransferTxids: transfers.map(({ id }) => id),
    listingTransfers: transfers.map(({ raw }) => raw),
  });
  const terms: PurchaseTerms = {
    wallet,
    listings: listings.map(({ listingId, inscriptionId }) => ({
      listingId,
      inscriptionId,
      priceSats: PRICE,
      location: { txid: inscriptionId.slice(0, 64), vout: 1, offset: 0, valueSats: POSTAGE },
    })),
    spendableUtxos: [coin, { txid: txid(0x61), vout: 0, valueSats: 70_000 }],
  };
  tampering.answer?.(preflight);
  return { preflight, terms, wallet };
}

function paymentOf(publicKey: string, type: KeyType) {
  const key = hex.decode(publicKey);
  const amount = 500_000n;
  if (type === 'p2tr') {
    return {
      witnessUtxo: { script: p2tr(key, undefined, REGTEST).script, amount },
      tapInternalKey: key,
    };
  }
  const inner = p2wpkh(key, REGTEST);
  if (type === 'p2wpkh') return { witnessUtxo: { script: inner.script, amount } };
  return { witnessUtxo: { script: p2shOf(inner.script), amount }, redeemScript: inner.script };
}

function p2shOf(redeemScript: Uint8Array): Uint8Array {
  return Uint8Array.of(0xa9, 0x14, ...hash160(redeemScript), 0x87);
}
