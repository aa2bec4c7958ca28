/** Sighash types: the last byte of a signature, or DEFAULT where a taproot signature has none. */
export const SIGHASH = {
  DEFAULT: 0x00,
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  ANYONECANPAY: 0x80,
} as const;

/** Which outputs a pre-taproot type signs: the low five bits, everything unknown counting as ALL. */
export function outputsSigned(hashType: number): 'all' | 'none' | 'single' {
  const low = hashType & 0x1f;
  if (low === SIGHASH.NONE) return 'none';
  return low === SIGHASH.SINGLE ? 'single' : 'all';
}

/** True when the type signs this input alone. */
export function anyoneCanPay(hashType: number): boolean {
  return (hashType & SIGHASH.ANYONECANPAY) !== 0;
}
