import { type AddressType, describeAddress, xOnlyKey } from '../bitcoin/keys.ts';
import type { NetworkName } from '../network.ts';
import { refuse } from '../refusals.ts';
import type { Lock } from './lock.ts';
import { P2SH_P2WPKH_INPUT, p2shP2wpkhLock } from './p2sh-p2wpkh.ts';
import { P2TR_INPUT, p2trLock } from './p2tr.ts';
import { P2WPKH_INPUT, p2wpkhLock } from './p2wpkh.ts';

/**
 * Every kind of wallet that pays here. To add one, add an entry, its file in this folder and its case in
 * `lock.ts`.
 */
const PAYMENT_TYPES = {
  p2wpkh: { address: 'p2wpkh', key: 'compressed', weight: P2WPKH_INPUT, lock: p2wpkhLock },
  'p2sh-p2wpkh': { address: 'p2sh', key: 'compressed', weight: P2SH_P2WPKH_INPUT, lock: p2shP2wpkhLock },
  p2tr: { address: 'p2tr', key: 'x-only', weight: P2TR_INPUT, lock: p2trLock },
} as const satisfies Record<string, PaymentKind>;

interface PaymentKind {
  readonly address: AddressType;
  /** The form of its key that inputs show. */
  readonly key: 'compressed' | 'x-only';
  /** Of an input, WU. */
  readonly weight: number;
  /** `publicKey`: hex, in that form. */
  lock(publicKey: string): Lock;
}

export type PaymentType = keyof typeof PAYMENT_TYPES;

export const PAYMENT_TYPE_NAMES = Object.keys(PAYMENT_TYPES) as PaymentType[];

/** The buyer's or maker's wallet that pays: one address, one key, as bound. */
export interface Payer {
  readonly address: string;
  /** Derives `address`. As `payerOf` makes it: compressed hex, for P2TR x-only. */
  readonly publicKey: string;
  readonly type: PaymentType;
}

/** The lock of every coin on the payer's address. */
export function payerLock({
  type,
  publicKey,
}: Pick<Payer, 'type' | 'publicKey'>): ReturnType<(typeof PAYMENT_TYPES)[PaymentType]['lock']> {
  return PAYMENT_TYPES[type].lock(publicKey);
}

/** The lock of the output `script` (hex) that the compressed key (hex) alone spends; null: it spends none. */
export function keyHashLockOf(script: string, publicKey: string): Lock | null {
  const types = PAYMENT_TYPE_NAMES.filter((type) => PAYMENT_TYPES[type].key === 'compressed');
  return types.map((type) => payerLock({ type, publicKey })).find((lock) => lock.script === script) ?? null;
}

/** The input type of a payment address; null for types that cannot pay here: see `payerOf`. */
export function paymentTypeOf(address: string, network: NetworkName): PaymentType | null {
  const { type } = describeAddress(address, network);
  const entries = Object.entries(PAYMENT_TYPES) as [PaymentType, PaymentKind][];
  return entries.find(([, kind]) => kind.address === type)?.[0] ?? null;
}

/**
 * The wallet that pays from `address` with the key `publicKey` (x-only or compressed hex). Its key is
 * returned in the form of its inputs: x-only for taproot, else compressed. An x-only key of a P2WPKH address
 * is tried with both parities. Throws Refusal `bad_address` (not an address; P2PKH, whose transactions have
 * no fixed txid before signing; P2WSH, whose script is not known) or `bad_public_key` (the key is not that of
 * the address: for P2SH, of P2SH-P2WPKH).
 */
export function payerOf(address: string, publicKey: string, network: NetworkName): Payer {
  const { script } = describeAddress(address, network);
  const type = paymentTypeOf(address, network);
  if (!type) {
    return refuse(
      'bad_address',
      `address ${address} cannot pay here; use a P2WPKH, P2SH-P2WPKH or P2TR payment address`,
    );
  }
  const xOnly = xOnlyKey(publicKey);
  const compressed = publicKey === xOnly ? [`02${xOnly}`, `03${xOnly}`] : [publicKey];
  const { key, lock } = PAYMENT_TYPES[type];
  const form = (key === 'x-only' ? [xOnly] : compressed).find((each) => lock(each).script === script);
  if (!form)
    return refuse(
      'bad_public_key',
      `public key ${publicKey} does not belong to the ${type} address ${address}; send the key of that address`,
    );
  return { address, publicKey: form, type };
}
