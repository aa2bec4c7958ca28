import { hex } from '@scure/base';
import { p2sh, p2tr, p2wpkh, WIF } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { type NetworkName, networkParams } from './network.ts';

/** How an address is made of a key. */
export type KeyType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr';

/** A private key in wallet import format, or 32 bytes in hex. `type` is the type of its address. */
export type KeySource = { readonly type: KeyType } & ({ readonly wif: string } | { readonly secret: string });

/** A private key and its one address. */
export interface SigningKey {
  readonly type: KeyType;
  readonly address: string;
  readonly script: Uint8Array;
  /** x-only hex for P2TR, else compressed hex. */
  readonly publicKey: string;
  /** The x-only form of `publicKey`, hex, for every type. */
  readonly xOnly: string;
  /** Redeem script, for P2SH-P2WPKH only. */
  readonly redeemScript: Uint8Array | null;
  /** The untweaked key: for ECDSA and for leaves. */
  readonly secret: Uint8Array;
  /** The tweaked key for a taproot key path: without a leaf (BIP86), or committing to `merkleRoot`. */
  readonly tweakedSecret: (merkleRoot?: Uint8Array) => Uint8Array;
}

/** Throws when the key is malformed or of another network. */
export function signingKey(source: KeySource, network: NetworkName): SigningKey {
  const params = networkParams(network);
  const secret = 'wif' in source ? WIF(params).decode(source.wif) : hex.decode(source.secret);
  const xOnly = pubSchnorr(secret);
  const compressed = pubECDSA(secret);
  const payment =
    source.type === 'p2tr'
      ? p2tr(xOnly, undefined, params)
      : source.type === 'p2wpkh'
        ? p2wpkh(compressed, params)
        : p2sh(p2wpkh(compressed, params), params);
  return {
    type: source.type,
    address: payment.address!,
    script: payment.script,
    publicKey: hex.encode(source.type === 'p2tr' ? xOnly : compressed),
    xOnly: hex.encode(xOnly),
    redeemScript: source.type === 'p2sh-p2wpkh' ? p2wpkh(compressed, params).script : null,
    secret,
    tweakedSecret: (merkleRoot) => taprootTweakPrivKey(secret, merkleRoot),
  };
}
