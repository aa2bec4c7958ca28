/**
 * Ways to spoil a signed PSBT, for any flow: what a submit must refuse. Each mutation starts from the honest one. A mutation that
 * has no place in a PSBT (no P2SH input, one input only) is left out.
 */
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr, signECDSA, signSchnorr } from '@scure/btc-signer/utils.js';
import { proprietary, type RawMaps, withMaps } from '../../../protocol/test/psbt-fields.ts';
import { decodePsbt as decode, encodePsbt as encode, type RawInput, type RawPsbt } from './raw-psbt.ts';

export interface Mutation {
  readonly name: string;
  /** Some are made when they are read: not every caller sends each. */
  readonly psbtBase64: string;
}

/** Edits in place; false: it has no place in this PSBT. */
type Change = (psbt: RawPsbt) => unknown;

const STRANGER = new Uint8Array(32).fill(0x77);
const STRANGERS_SCRIPT = hex.decode(`0014${'11'.repeat(20)}`);
/** DEFAULT is left out: it binds what ALL binds. */
const SIGHASHES = {
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
};
const MESSAGE = new Uint8Array(32).fill(1);

/**
 * Every mutation that applies to `signed`, a PSBT as the wallet returned it; more than forty for any PSBT of ours. `sign`: signs an
 * input with the wallet's own key, under the sighash that its field names. `others`: PSBTs of other steps or flows, by what they are.
 */
export function mutationsOf(
  signed: string,
  sign: (psbtBase64: string, index: number) => string,
  others: Readonly<Record<string, string>>,
): Mutation[] {
  const { inputs } = decode(signed);
  const first = inputs.findIndex((input) => signatureOf(input) !== undefined);
  if (first < 0) throw new Error('the PSBT is not signed');
  const changes = {
    ...ofTheTransaction(),
    ...ofTheFacts(first),
    ...ofSignatures(first),
    ...ofWitnesses(first),
  };
  const foreign = inputs.findIndex((input) => signatureOf(input) === undefined);
  if (foreign >= 0) Object.assign(changes, ofForeignInputs(foreign));
  const changed = Object.entries(changes).flatMap(([name, change]): Mutation[] => {
    const psbt = decode(signed);
    if (change(psbt) === false) return [];
    const psbtBase64 = encode(psbt);
    return psbtBase64 === signed ? [] : [{ name, psbtBase64 }];
  });
  const replaced = Object.entries(others).map(([name, psbtBase64]) => ({
    name: `it is ${name}`,
    psbtBase64,
  }));
  return [
    ...changed,
    ...ofTheEncoding(signed),
    ...replaced,
    ...moved(signed, first),
    ...resigned(signed, first, sign),
  ];
}

/** Changes of the unsigned transaction. */
function ofTheTransaction(): Record<string, Change> {
  const tx = (psbt: RawPsbt) => psbt.global.unsignedTx;
  return {
    'the version is changed': (psbt) => {
      tx(psbt).version = tx(psbt).version === 2 ? 3 : 2;
    },
    'the version is another that nodes relay': (psbt) => {
      tx(psbt).version = tx(psbt).version === 1 ? 2 : 1;
    },
    'the lock time is set': (psbt) => {
      tx(psbt).lockTime = 500;
    },
    'an input spends another transaction': (psbt) => {
      tx(psbt).inputs[0]!.txid = new Uint8Array(32).fill(9);
    },
    'an input spends another output': (psbt) => {
      tx(psbt).inputs[0]!.index += 1;
    },
    'a sequence is final': (psbt) => {
      const input = tx(psbt).inputs[0]!;
      input.sequence = input.sequence === 0xffffffff ? 0xfffffffd : 0xffffffff;
    },
    'a sequence is a relative lock': (psbt) => {
      tx(psbt).inputs.at(-1)!.sequence = 144;
    },
    'an input is left out': (psbt) => {
      tx(psbt).inputs.pop();
      psbt.inputs.pop();
    },
    'an input is added': (psbt) => {
      tx(psbt).inputs.push({ ...tx(psbt).inputs[0]!, index: 99 });
      psbt.inputs.push({});
    },
    'an input is there twice': (psbt) => {
      tx(psbt).inputs.push(tx(psbt).inputs[0]!);
      psbt.inputs.push(psbt.inputs[0]!);
    },
    'inputs are in another order': (psbt) => {
      if (psbt.inputs.length < 2) return false;
      tx(psbt).inputs.reverse();
      psbt.inputs.reverse();
      return true;
    },
    'an output is left out': (psbt) => {
      tx(psbt).outputs.pop();
      psbt.outputs.pop();
    },
    'an output is added': (psbt) => {
      tx(psbt).outputs.push({ amount: 546n, script: STRANGERS_SCRIPT });
      psbt.outputs.push({});
    },
    'outputs are in another order': (psbt) => {
      if (psbt.outputs.length < 2) return false;
      tx(psbt).outputs.reverse();
      return true;
    },
    'an output pays a sat more': (psbt) => {
      tx(psbt).outputs[0]!.amount += 1n;
    },
    'an output pays a sat less': (psbt) => {
      tx(psbt).outputs.findLast(({ amount }) => amount > 0n)!.amount -= 1n;
    },
    'an output pays nothing': (psbt) => {
      tx(psbt).outputs[0]!.amount = 0n;
    },
    'the first output pays a stranger': (psbt) => {
      tx(psbt).outputs[0]!.script = STRANGERS_SCRIPT;
    },
    'the last output pays a stranger': (psbt) => {
      tx(psbt).outputs.at(-1)!.script = STRANGERS_SCRIPT;
    },
    'an output says something instead of paying': (psbt) => {
      tx(psbt).outputs[0]!.script = hex.decode('6a0101');
    },
  };
}

/** Changes of what a PSBT says of the input that is signed. */
function ofTheFacts(index: number): Record<string, Change> {
  const at = (psbt: RawPsbt) => psbt.inputs[index]!;
  return {
    'the spent output holds more': (psbt) => {
      at(psbt).witnessUtxo!.amount += 1n;
    },
    'the spent output has another script': (psbt) => {
      at(psbt).witnessUtxo!.script = STRANGERS_SCRIPT;
    },
    'the sighash field says NONE': (psbt) => {
      at(psbt).sighashType = 2;
    },
    'the sighash field says SINGLE': (psbt) => {
      at(psbt).sighashType = 3;
    },
    'the sighash field says NONE|ANYONECANPAY': (psbt) => {
      at(psbt).sighashType = 0x82;
    },
    'the redeem script is another': (psbt) => {
      at(psbt).redeemScript = STRANGERS_SCRIPT;
    },
    'a witness script is added': (psbt) => {
      at(psbt).witnessScript = hex.decode('51');
    },
    'the internal key is another': (psbt) => {
      at(psbt).tapInternalKey = pubSchnorr(STRANGER);
    },
    'the merkle root is another': (psbt) => {
      at(psbt).tapMerkleRoot = new Uint8Array(32).fill(5);
    },
    'the leaf is another': (psbt) => {
      const [leaf] = at(psbt).tapLeafScript ?? [];
      if (!leaf) return false;
      at(psbt).tapLeafScript = [[leaf[0], hex.decode('51c0')]];
      return true;
    },
  };
}

/** Changes of the signature on the input, of whatever kind it is. */
function ofSignatures(index: number): Record<string, Change> {
  const edit =
    (change: (signature: Uint8Array) => Uint8Array): Change =>
    (psbt) =>
      editSignature(psbt.inputs[index]!, change);
  const flip = (at: number) =>
    edit((signature) =>
      signature.map((byte, i) => (i === (at + signature.length) % signature.length ? byte ^ 1 : byte)),
    );
  return {
    'it is not signed': (psbt) => clear(psbt.inputs[index]!),
    'the signature is changed near its start': flip(5),
    'the signature is changed in its middle': flip(40),
    'the last byte of the signature is changed': flip(-1),
    'the signature is cut': edit((signature) => signature.slice(0, -1)),
    'the signature is half': edit((signature) => signature.slice(0, 32)),
    'the signature is empty': edit(() => new Uint8Array()),
    'the signature is zeroes': edit((signature) => new Uint8Array(signature.length)),
    'the signature names ALL': edit((signature) => named(signature, 0x01)),
    'the signature names NONE': edit((signature) => named(signature, 0x02)),
    'the signature names SINGLE': edit((signature) => named(signature, 0x03)),
    'the signature names DEFAULT in words': edit((signature) => named(signature, 0x00)),
    'the signature names ALL|ANYONECANPAY': edit((signature) => named(signature, 0x81)),
    'the signature names NONE|ANYONECANPAY': edit((signature) => named(signature, 0x82)),
    'the signature carries more bytes': edit((signature) => Uint8Array.of(...signature, 0, 0)),
    'the key is another, the signature the same': (psbt) => {
      const input = psbt.inputs[index]!;
      if (input.partialSig)
        input.partialSig = input.partialSig.map(([, signature]) => [pubECDSA(STRANGER), signature]);
      else if (input.tapScriptSig)
        input.tapScriptSig = input.tapScriptSig.map(([key, signature]) => [
          { ...key, pubKey: pubSchnorr(STRANGER) },
          signature,
        ]);
      else return false;
      return true;
    },
    'the signature is over another leaf': (psbt) => {
      const input = psbt.inputs[index]!;
      if (!input.tapScriptSig) return false;
      input.tapScriptSig = input.tapScriptSig.map(([key, signature]) => [
        { ...key, leafHash: new Uint8Array(32).fill(3) },
        signature,
      ]);
      return true;
    },
    'a stranger signed in its place': (psbt) => {
      clear(psbt.inputs[index]!);
      addStrangers(psbt.inputs[index]!);
    },
    'a stranger signed beside it': (psbt) => addStrangers(psbt.inputs[index]!),
    'a leaf of a stranger is signed beside it': (psbt) => {
      const input = psbt.inputs[index]!;
      const key = { pubKey: pubSchnorr(STRANGER), leafHash: new Uint8Array(32).fill(3) };
      input.tapScriptSig = [...(input.tapScriptSig ?? []), [key, signSchnorr(MESSAGE, STRANGER)]];
    },
    'the key path is signed beside or instead': (psbt) => {
      psbt.inputs[index]!.tapKeySig = signSchnorr(MESSAGE, STRANGER);
    },
  };
}

/** Final witnesses that are not the one we would build. */
function ofWitnesses(index: number): Record<string, Change> {
  const final =
    (items: (signature: Uint8Array) => Uint8Array[]): Change =>
    (psbt) => {
      const signature = signatureOf(psbt.inputs[index]!);
      if (!signature) return false;
      clear(psbt.inputs[index]!);
      psbt.inputs[index]!.finalScriptWitness = items(signature);
      return true;
    };
  return {
    'the final witness is empty': final(() => []),
    'the final witness has more than it needs': final((signature) => [
      signature,
      pubECDSA(STRANGER),
      signature,
    ]),
    'the final witness is a stranger’s': final(() => [signSchnorr(MESSAGE, STRANGER)]),
    'the final witness names a stranger’s key': final((signature) => [signature, pubECDSA(STRANGER)]),
    'the final witness carries an annex': final((signature) => [signature, Uint8Array.of(0x50, 1)]),
    'a final script is added': (psbt) => {
      psbt.inputs[index]!.finalScriptSig = hex.decode('0151');
    },
  };
}

/** Signatures on an input that is somebody else's to sign. */
function ofForeignInputs(index: number): Record<string, Change> {
  return {
    'an input of another party is signed': (psbt) => addStrangers(psbt.inputs[index]!),
    'an input of another party is signed by key path': (psbt) => {
      psbt.inputs[index]!.tapKeySig = signSchnorr(MESSAGE, STRANGER);
    },
    'an input of another party is finalised': (psbt) => {
      psbt.inputs[index]!.finalScriptWitness = [signSchnorr(MESSAGE, STRANGER)];
    },
    'the spent output of another party is changed': (psbt) => {
      if (!psbt.inputs[index]!.witnessUtxo) return false;
      psbt.inputs[index]!.witnessUtxo!.amount += 1n;
      return true;
    },
  };
}

/** What is no PSBT, or another one. */
function ofTheEncoding(signed: string): Mutation[] {
  const bytes = base64.decode(signed);
  const of = (name: string, changed: Uint8Array) => ({ name, psbtBase64: base64.encode(changed) });
  return [
    { name: 'it is empty', psbtBase64: '' },
    { name: 'it is not base64', psbtBase64: '!!!!' },
    {
      name: 'it is base64 of nothing in particular',
      psbtBase64: base64.encode(new Uint8Array(300).fill(65)),
    },
    { name: 'it is hex', psbtBase64: hex.encode(bytes) },
    { name: 'it is the unsigned one', psbtBase64: unsigned(signed) },
    { name: 'it is a raw transaction', psbtBase64: base64.encode(rawTransaction(signed)) },
    { name: 'its base64 is cut', psbtBase64: signed.slice(0, Math.floor(signed.length / 2) - 1) },
    { name: 'it is 1.5 million characters long', psbtBase64: signed + 'A'.repeat(1_500_000) },
    of('it is cut after its header', bytes.slice(0, 5)),
    of('it is cut in half', bytes.slice(0, bytes.length >> 1)),
    of('its last byte is missing', bytes.slice(0, -1)),
    of('bytes follow it', Uint8Array.of(...bytes, 0, 1, 2, 3)),
    of('it is there twice', Uint8Array.of(...bytes, ...bytes)),
    of('its magic is another', Uint8Array.of(0x71, ...bytes.slice(1))),
    ...ofTheFrame(signed),
  ];
}

/** Fields that no reader asks for, where there are too many, or where they make the PSBT too large. */
function ofTheFrame(signed: string): Mutation[] {
  const { inputs } = decode(signed);
  const padded = (name: string, pad: (maps: RawMaps) => unknown) => ({
    name,
    get psbtBase64() {
      return withMaps(signed, inputs.length, pad);
    },
  });
  const many = (count: number) => Array.from({ length: count }, (_, i) => proprietary(i, 1));
  return [
    padded('an input has too many fields', (maps) => maps.inputs.at(-1)!.push(...many(40))),
    padded('an output has too many fields', (maps) => maps.outputs.at(-1)!.push(...many(40))),
    padded('the global map has fifty thousand fields', (maps) => maps.global.push(...many(50_000))),
    padded('a field is there twice', (maps) => maps.inputs[0]!.push(proprietary(1, 0), proprietary(1, 1))),
    padded('a field is large', (maps) => maps.outputs[0]!.push(proprietary(1, 5_000))),
    padded('a previous transaction is larger than nodes relay', (maps) =>
      maps.inputs[0]!.unshift([Uint8Array.of(0), new Uint8Array(1_000_000)]),
    ),
  ];
}

function moved(signed: string, index: number): Mutation[] {
  const others = [...decode(signed).inputs.keys()].filter((i) => i !== index);
  return others.slice(0, 1).map((i) => {
    const psbt = decode(signed);
    const { partialSig, tapKeySig, tapScriptSig } = psbt.inputs[index]!;
    clear(psbt.inputs[index]!);
    Object.assign(psbt.inputs[i]!, {
      ...(partialSig && { partialSig }),
      ...(tapKeySig && { tapKeySig }),
      ...(tapScriptSig && { tapScriptSig }),
    });
    return { name: 'the signature is on another input', psbtBase64: encode(psbt) };
  });
}

/** The wallet's own key signs the transaction as it is, well, but under another sighash; the field says nothing of it. */
function resigned(
  signed: string,
  index: number,
  sign: (psbtBase64: string, index: number) => string,
): Mutation[] {
  const asked = decode(signed).inputs[index]!.sighashType;
  const isTaproot = decode(signed).inputs[index]!.partialSig === undefined;
  const usual = isTaproot ? 0 : 1;
  return Object.entries(SIGHASHES)
    .filter(([, sighash]) => sighash !== (asked ?? usual))
    .map(([name, sighash]) => ({
      name: `it is well signed, for ${name}`,
      get psbtBase64() {
        const psbt = decode(unsigned(signed));
        psbt.inputs[index]!.sighashType = sighash;
        const other = decode(sign(encode(psbt), index));
        if (asked === undefined) delete other.inputs[index]!.sighashType;
        else other.inputs[index]!.sighashType = asked;
        return encode(other);
      },
    }));
}

function unsigned(signed: string): string {
  const psbt = decode(signed);
  psbt.inputs.forEach(clear);
  return encode(psbt);
}

function rawTransaction(psbtBase64: string): Uint8Array {
  const transaction = Transaction.fromPSBT(base64.decode(psbtBase64), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
    allowUnknownVersion: true,
  });
  return transaction.unsignedTx;
}

/** The signature with its sighash byte set (schnorr: added). */
function named(signature: Uint8Array, sighash: number): Uint8Array {
  return signature.length === 64
    ? Uint8Array.of(...signature, sighash)
    : Uint8Array.of(...signature.slice(0, -1), sighash);
}

function editSignature(input: RawInput, change: (signature: Uint8Array) => Uint8Array): boolean {
  if (input.tapKeySig) input.tapKeySig = change(input.tapKeySig);
  else if (input.tapScriptSig)
    input.tapScriptSig = input.tapScriptSig.map(([key, signature]) => [key, change(signature)]);
  else if (input.partialSig)
    input.partialSig = input.partialSig.map(([key, signature]) => [key, change(signature)]);
  else return false;
  return true;
}

function signatureOf(input: RawInput): Uint8Array | undefined {
  return input.tapKeySig ?? input.tapScriptSig?.[0]?.[1] ?? input.partialSig?.[0]?.[1];
}

function clear(input: RawInput): void {
  delete input.tapKeySig;
  delete input.tapScriptSig;
  delete input.partialSig;
}

/** Signs with a stranger's key, in the way that the input is signed. */
function addStrangers(input: RawInput): void {
  const leaf = input.tapScriptSig?.[0];
  if (leaf)
    input.tapScriptSig = [
      ...input.tapScriptSig!,
      [{ ...leaf[0], pubKey: pubSchnorr(STRANGER) }, signSchnorr(MESSAGE, STRANGER)],
    ];
  else
    input.partialSig = [
      ...(input.partialSig ?? []),
      [pubECDSA(STRANGER), Uint8Array.of(...signECDSA(MESSAGE, STRANGER), 1)],
    ];
}
