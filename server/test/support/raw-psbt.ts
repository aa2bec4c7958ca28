import { base64 } from '@scure/base';
import { CompactSize, RawTx, TaprootControlBlock } from '@scure/btc-signer';
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js';

/** A PSBT of version 0 (BIP174, BIP371) as its fields, with the unsigned transaction taken apart. */
export interface RawPsbt {
  readonly global: {
    readonly unsignedTx: {
      version: number;
      lockTime: number;
      readonly inputs: { txid: Uint8Array; index: number; sequence: number; finalScriptSig: Uint8Array }[];
      readonly outputs: { amount: bigint; script: Uint8Array }[];
    };
  };
  readonly inputs: RawInput[];
  readonly outputs: object[];
}

export interface RawInput {
  witnessUtxo?: { amount: bigint; script: Uint8Array };
  sighashType?: number;
  redeemScript?: Uint8Array;
  witnessScript?: Uint8Array;
  tapInternalKey?: Uint8Array;
  tapMerkleRoot?: Uint8Array;
  tapLeafScript?: [controlBlock: object, script: Uint8Array][];
  partialSig?: [key: Uint8Array, signature: Uint8Array][];
  tapKeySig?: Uint8Array;
  tapScriptSig?: [key: { pubKey: Uint8Array; leafHash: Uint8Array }, signature: Uint8Array][];
  finalScriptWitness?: Uint8Array[];
  finalScriptSig?: Uint8Array;
}

export function decodePsbt(psbtBase64: string): RawPsbt {
  return RawPSBTV0.decode(base64.decode(psbtBase64)) as unknown as RawPsbt;
}

/** Writes any fields whatever, also such as no library would. Fields of outputs are left out. */
export function encodePsbt(psbt: RawPsbt): string {
  const { unsignedTx } = psbt.global;
  const transaction = RawTx.encode({ ...unsignedTx, segwitFlag: false, witnesses: [] } as never);
  return base64.encode(
    joined([
      Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff),
      field([0x00], transaction),
      Uint8Array.of(0),
      ...psbt.inputs.flatMap((input) => [...fieldsOf(input), Uint8Array.of(0)]),
      ...psbt.outputs.map(() => Uint8Array.of(0)),
    ]),
  );
}

function fieldsOf(input: RawInput): Uint8Array[] {
  const { witnessUtxo, sighashType } = input;
  const one = (type: number, value: Uint8Array | undefined) => (value ? [field([type], value)] : []);
  return [
    ...one(0x01, witnessUtxo && joined([littleEndian(witnessUtxo.amount, 8), counted(witnessUtxo.script)])),
    ...(input.partialSig ?? []).map(([key, signature]) => field([0x02, ...key], signature)),
    ...one(0x03, sighashType === undefined ? undefined : littleEndian(BigInt(sighashType), 4)),
    ...one(0x04, input.redeemScript),
    ...one(0x05, input.witnessScript),
    ...one(0x07, input.finalScriptSig),
    ...one(
      0x08,
      input.finalScriptWitness &&
        joined([
          CompactSize.encode(BigInt(input.finalScriptWitness.length)),
          ...input.finalScriptWitness.map(counted),
        ]),
    ),
    ...one(0x13, input.tapKeySig),
    ...(input.tapScriptSig ?? []).map(([key, signature]) =>
      field([0x14, ...key.pubKey, ...key.leafHash], signature),
    ),
    ...(input.tapLeafScript ?? []).map(([control, script]) =>
      field([0x15, ...TaprootControlBlock.encode(control as never)], script),
    ),
    ...one(0x17, input.tapInternalKey),
    ...one(0x18, input.tapMerkleRoot),
  ];
}

function field(key: readonly number[], value: Uint8Array): Uint8Array {
  return joined([counted(Uint8Array.from(key)), counted(value)]);
}

function counted(bytes: Uint8Array): Uint8Array {
  return joined([CompactSize.encode(BigInt(bytes.length)), bytes]);
}

function littleEndian(value: bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
