/** Transactions of blocks in which coins of each form are signed, with hashes that btc-signer makes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { hash160 } from '@ordbook/protocol/bitcoin/keys';
import { TAPSCRIPT, tapLeafHash } from '@ordbook/protocol/bitcoin/taproot';
import { leafLock } from '@ordbook/protocol/locks/leaf';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { Transaction } from '@scure/btc-signer';
import { signECDSA } from '@scure/btc-signer/utils.js';
import { signSchnorr } from 'tiny-secp256k1';
import { publicKey, secret, xOnly } from '../../../protocol/test/parties.ts';
import type { BlockInput, BlockTransaction } from '../../src/chain/port.ts';
import { keyPathSecret } from '../../src/signer/signing/keys.ts';

export const FORMS = ['p2tr', 'leaf', 'p2wpkh', 'p2sh-p2wpkh', 'p2wsh', 'p2pkh', 'p2sh', 'bare'] as const;
export type Form = (typeof FORMS)[number];

/** A coin of `owner`; `key`: signs with another's key than the coin's. */
export interface Coin {
  readonly txid: string;
  readonly valueSats: number;
  readonly owner: string;
  readonly form?: Form;
  /** Sighash type; absent: the input shows no signature. */
  readonly sighash?: number;
  readonly key?: string;
}

export interface Paid {
  readonly owner: string;
  readonly valueSats: number;
}

export const SALE = 0x83;

const push = (hex: string) => {
  const length = (hex.length / 2).toString(16).padStart(2, '0');
  return hex.length / 2 > 0x4b ? `4c${length}${hex}` : length + hex;
};
const pushes = (...items: string[]) => items.map((item) => (item === '' ? '00' : push(item))).join('');
const hash160Hex = (hex: string) => bytesToHex(hash160(hexToBytes(hex)));

/** 1 of 2: the owner's is the second key. */
const multisig = (owner: string) => `51${push(publicKey('cosigner'))}${push(publicKey(owner))}52ae`;
const leafOf = (owner: string) => {
  const leaf = `${push(xOnly(owner))}ac`;
  return leafLock(xOnly('cosigner'), leaf, tapLeafHash(hexToBytes(leaf)), {}, []);
};
const wpkh = (owner: string) => `0014${hash160Hex(publicKey(owner))}`;
const pkh = (owner: string) => `76a914${hash160Hex(publicKey(owner))}88ac`;

/** The script of an output of `owner`. Hex. */
export function scriptFor(owner: string, form: Form = 'p2tr'): string {
  switch (form) {
    case 'p2tr':
      return p2trLock(xOnly(owner)).script;
    case 'leaf':
      return leafOf(owner).script;
    case 'p2wpkh':
      return wpkh(owner);
    case 'p2sh-p2wpkh':
      return `a914${hash160Hex(wpkh(owner))}87`;
    case 'p2wsh':
      return `0020${bytesToHex(sha256(hexToBytes(multisig(owner))))}`;
    case 'p2pkh':
      return pkh(owner);
    case 'p2sh':
      return `a914${hash160Hex(multisig(owner))}87`;
    case 'bare':
      return multisig(owner);
  }
}

/** A transaction of a block. Addresses of outputs are the names of their owners. */
export function minedTransaction(
  txid: string,
  { inputs, outputs, lockTime = 0 }: { inputs: readonly Coin[]; outputs: readonly Paid[]; lockTime?: number },
): BlockTransaction {
  const unsigned = new Transaction({
    version: 2,
    lockTime,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const coin of inputs) {
    const witnessUtxo = {
      script: hexToBytes(scriptFor(coin.owner, coin.form)),
      amount: BigInt(coin.valueSats),
    };
    unsigned.addInput({ txid: coin.txid, index: 0, sequence: 0xffff_fffd, witnessUtxo });
  }
  for (const { owner, valueSats } of outputs)
    unsigned.addOutput({ script: hexToBytes(scriptFor(owner)), amount: BigInt(valueSats) });
  return {
    txid,
    version: 2,
    lockTime,
    inputs: inputs.map((coin, index): BlockInput => {
      const { txid: spent, valueSats, owner, form } = coin;
      const unlocking = coin.sighash === undefined ? {} : unlockingOf(unsigned, index, inputs);
      return {
        txid: spent,
        vout: 0,
        valueSats,
        script: scriptFor(owner, form),
        sequence: 0xffff_fffd,
        scriptSig: '',
        witness: [],
        ...unlocking,
      };
    }),
    outputs: outputs.map(({ owner, valueSats }) => ({ valueSats, script: scriptFor(owner), address: owner })),
  };
}

/** The unlocking data of an input, with the signature of its `key` and with its `sighash`. */
function unlockingOf(
  unsigned: Transaction,
  index: number,
  inputs: readonly Coin[],
): Partial<Pick<BlockInput, 'witness' | 'scriptSig'>> {
  const { owner, form = 'p2tr', valueSats, sighash = SALE, key = owner } = inputs[index]!;
  const schnorr = (own: Uint8Array, leaf?: string) => {
    const hash = unsigned.preimageWitnessV1(
      index,
      inputs.map((coin) => hexToBytes(scriptFor(coin.owner, coin.form))),
      sighash,
      inputs.map((coin) => BigInt(coin.valueSats)),
      undefined,
      leaf === undefined ? undefined : hexToBytes(leaf),
      TAPSCRIPT,
    );
    return bytesToHex(signSchnorr(hash, own)) + (sighash === 0 ? '' : sighash.toString(16).padStart(2, '0'));
  };
  const ecdsa = (hash: Uint8Array) =>
    bytesToHex(concatBytes(signECDSA(hash, secret(key), true), Uint8Array.of(sighash)));
  const segwit = (signed: string) =>
    ecdsa(unsigned.preimageWitnessV0(index, hexToBytes(signed), sighash, BigInt(valueSats)));
  const legacy = (signed: string) =>
    ecdsa(
      (unsigned as unknown as { preimageLegacy: LegacyPreimage }).preimageLegacy(
        index,
        hexToBytes(signed),
        sighash,
      ),
    );
  switch (form) {
    case 'p2tr':
      return { witness: [schnorr(keyPathSecret(secret(key)))] };
    case 'leaf': {
      const { leaf, controlBlock } = leafOf(owner);
      return { witness: [schnorr(secret(key), leaf), leaf, controlBlock] };
    }
    case 'p2wpkh':
      return { witness: [segwit(pkh(owner)), publicKey(owner)] };
    case 'p2sh-p2wpkh':
      return { witness: [segwit(pkh(owner)), publicKey(owner)], scriptSig: pushes(wpkh(owner)) };
    case 'p2wsh':
      return { witness: ['', segwit(multisig(owner)), multisig(owner)] };
    case 'p2pkh':
      return { scriptSig: pushes(legacy(pkh(owner)), publicKey(owner)) };
    case 'p2sh':
      return { scriptSig: pushes('', legacy(multisig(owner)), multisig(owner)) };
    case 'bare':
      return { scriptSig: pushes('', legacy(multisig(owner))) };
  }
}

type LegacyPreimage = (index: number, script: Uint8Array, sighash: number) => Uint8Array;
