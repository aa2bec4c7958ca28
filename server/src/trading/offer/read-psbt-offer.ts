/** Reads the PSBT of an offer of a buyer without an account. */

import { bytesToHex, sameBytes } from '@ordbook/protocol/bitcoin/bytes';
import { addressOf, isTaprootScript } from '@ordbook/protocol/bitcoin/keys';
import { readKeyWitness } from '@ordbook/protocol/bitcoin/witness';
import { type Layout, networkFee, pay, serialized } from '@ordbook/protocol/layout/layout';
import { spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { Lock } from '@ordbook/protocol/locks/lock';
import { p2trOutputLock } from '@ordbook/protocol/locks/p2tr';
import { keyHashLockOf } from '@ordbook/protocol/locks/payer';
import type { NetworkName } from '@ordbook/protocol/network';
import { settlementLayout } from '@ordbook/protocol/offer/offer';
import { MAX_OFFER_COINS } from '@ordbook/protocol/offer/plan-offer';
import { ACCEPT_FEE_RATES } from '@ordbook/protocol/offer/plan-payout';
import type { PsbtOfferTerms } from '@ordbook/protocol/offer/terms';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { type PsbtMap, psbtMaps } from '@ordbook/protocol/psbt/framing';
import { readSignatures } from '@ordbook/protocol/psbt/signed-step';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { base64 } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';

/** Most characters of an offer's PSBT. One of 50 coins that `ord` made has 25,000. */
export const MAX_PSBT_OFFER_LENGTH = 40_000;

/** Types of fields that a PSBT of version 0 may have (BIP174, BIP371). Others say what nobody here knows. */
const KNOWN = {
  global: [0x01, 0xfb],
  inputs: [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18],
  outputs: [0, 1, 2, 5, 6, 7],
} as const;
const WITNESS_UTXO = 0x01;
const FINAL_WITNESS = 0x08;

const WHAT = 'the offer';
const FORM =
  'an offer has version 2, lock time 0 and sequences fdffffff, spends the inscription first, pays its value to the buyer first, and then the owner';

/**
 * Reads an offer's PSBT: every input but the first spends a key and is verified. That the coins exist, what
 * is on the first and whether the price is enough is not known here. Throws Refusal `too_large`, `bad_psbt`
 * or `bad_signature`.
 */
export function readPsbtOffer(
  psbtBase64: string,
  network: NetworkName,
): { readonly terms: PsbtOfferTerms; readonly table: Layout; readonly signatures: InputSignature[] } {
  const { unsigned, maps } = openPsbt(psbtBase64);
  const coins = maps.map((map, i) => coinOf(map, unsigned.inputs[i]!, i));
  const [utxo, ...payments] = coins;
  if (!utxo || payments.length === 0 || payments.length > MAX_OFFER_COINS)
    refuse('bad_psbt', `${WHAT} spends ${coins.length} coins; it needs 2 to ${MAX_OFFER_COINS + 1}`);
  const [bought, proceeds, ...others] = unsigned.outputs;
  const buyer = bought && addressOf(bought.script, network);
  const owner = isTaprootScript(utxo.script) ? addressOf(utxo.script, network) : null;
  if (!owner) refuse('bad_psbt', `input 0 of ${WHAT} is at no taproot address; only one at such can be sold`);
  if (!buyer || !proceeds || proceeds.script !== utxo.script || bought.script === utxo.script)
    refuse('bad_psbt', `${WHAT} does not pay ${owner} for its coin; ${FORM}`);
  const terms = {
    utxo: plain(utxo),
    ownerAddress: owner,
    sellerProceedsSats: proceeds.valueSats,
    buyerOrdinalsAddress: buyer,
    payments: payments.map(plain),
    locks: payments.map(({ script }, i) => lockOf(maps[i + 1]!, script, i + 1)),
    others: others.map(({ valueSats, script }) => pay('other', valueSats, script)),
  };
  const table = tableOf(terms, network);
  if (!sameBytes(serialized(table, false), unsigned.bytes))
    refuse('bad_psbt', `${WHAT} has another form; ${FORM}`);
  const twice = spentTwice(table);
  if (twice) refuse('bad_psbt', `${WHAT} spends ${twice} twice`);
  return { terms, table, signatures: readSignatures(table, 'buyer', psbtBase64, WHAT) };
}

type Seen = Utxo & { readonly script: string };

const plain = ({ txid, vout, valueSats }: Seen): Utxo => ({ txid, vout, valueSats });

const damaged = (sentence: string) => refuse('bad_psbt', `${WHAT} is damaged: ${sentence}`);

/** The unsigned transaction, and the fields of its inputs, none of an unknown type. */
function openPsbt(psbtBase64: string) {
  if (psbtBase64.length > MAX_PSBT_OFFER_LENGTH)
    refuse(
      'too_large',
      `${WHAT} has ${psbtBase64.length} characters; at most ${MAX_PSBT_OFFER_LENGTH} are allowed`,
    );
  try {
    const bytes = base64.decode(psbtBase64);
    if (bytesToHex(bytes.subarray(0, 7)) !== '70736274ff0100')
      return damaged('it is not a PSBT of version 0');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const isShort = view.getUint8(7) < 0xfd;
    const start = isShort ? 8 : 10;
    const end = start + (isShort ? view.getUint8(7) : view.getUint16(8, true));
    const unsigned = bytes.subarray(start, end);
    const { inputs, outputs } = RawOldTx.decode(unsigned);
    const count = { inputs: inputs.length, outputs: outputs.length };
    const maps = psbtMaps(bytes, end, count, damaged);
    const sections = { global: [maps.global], inputs: maps.inputs, outputs: maps.outputs };
    for (const [section, types] of Object.entries(KNOWN)) {
      const fields = sections[section as keyof typeof KNOWN].flat();
      const unknown = fields.find(({ type }) => !(types as readonly number[]).includes(type));
      if (unknown) return damaged(`it has a field of type ${unknown.type}, which is not known; leave it out`);
    }
    return {
      unsigned: {
        bytes: unsigned,
        inputs: inputs.map(({ txid, index }) => ({ txid: bytesToHex(txid), vout: index })),
        outputs: outputs.map(({ amount, script }) => ({
          valueSats: Number(amount),
          script: bytesToHex(script),
        })),
      },
      maps: maps.inputs,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return damaged('it is not base64 of a PSBT');
  }
}

function fieldOf(map: PsbtMap, type: number): Uint8Array | undefined {
  return map.find((field) => field.type === type && field.keyData.length === 0)?.value;
}

/** The coin that an input says it spends: its value is signed (BIP341), or compared with the node's. */
function coinOf(
  map: PsbtMap,
  outpoint: { readonly txid: string; readonly vout: number },
  index: number,
): Seen {
  const spent = fieldOf(map, WITNESS_UTXO);
  if (!spent || spent.length < 9) return damaged(`input ${index} does not say what it spends`);
  const view = new DataView(spent.buffer, spent.byteOffset);
  return {
    ...outpoint,
    valueSats: Number(view.getBigUint64(0, true)),
    script: bytesToHex(spent.subarray(9)),
  };
}

/** How the buyer's coin is spent, as its final witness shows. */
function lockOf(map: PsbtMap, script: string, index: number): Lock {
  if (isTaprootScript(script)) return p2trOutputLock(script);
  const witness = fieldOf(map, FINAL_WITNESS);
  const key = witness && readKeyWitness(witness)?.[1];
  const lock =
    key?.length === 33 && script.startsWith('0014') ? keyHashLockOf(script, bytesToHex(key)) : null;
  return (
    lock ??
    refuse(
      'bad_psbt',
      `input ${index} of ${WHAT} is not final, or spends no single key; pay from a taproot or P2WPKH address`,
    )
  );
}

function tableOf(terms: PsbtOfferTerms, network: NetworkName): Layout {
  try {
    const table = settlementLayout(terms, network);
    const [feeSats, size] = [networkFee(table), layoutSize(table)];
    if (feeSats < size * ACCEPT_FEE_RATES.minimum)
      throw new RangeError(`it pays the network ${feeSats} sats for ${size} vB`);
    return table;
  } catch (error) {
    if (error instanceof RangeError) refuse('bad_psbt', `no node relays ${WHAT}: ${error.message}`);
    throw error;
  }
}
