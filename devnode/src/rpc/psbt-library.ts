import type { Transaction as Psbt } from '@scure/btc-signer';

/** Takes every PSBT that Core takes: what devnode finds wrong, it finds by verifying. */
export const LENIENT = {
  allowUnknownVersion: true,
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
  unknown: 'ignore',
  lowR: true,
} as const;

/** The library that knows PSBTs. It is loaded when it is first needed, so that a node starts at once. */
export const psbtLibrary = () => import('@scure/btc-signer');

/**
 * Finalizes one input. Throws when its signatures do not suffice. The library would first compute the fee,
 * which it cannot before the coins of all inputs are known, and refuse one below 0; nodes do neither.
 */
export function finalizeInput(psbt: Psbt, n: number): void {
  Object.defineProperty(psbt, 'fee', { value: 0n, configurable: true });
  try {
    psbt.finalizeIdx(n);
  } finally {
    Reflect.deleteProperty(psbt, 'fee');
  }
}

/** The private key of a WIF of test networks; undefined when it is none. */
export async function secretOfWif(text: string): Promise<Uint8Array | undefined> {
  const { WIF, TEST_NETWORK } = await psbtLibrary();
  try {
    return WIF(TEST_NETWORK).decode(text);
  } catch {
    return undefined;
  }
}
