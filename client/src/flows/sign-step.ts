import type { InputToSign, Wallet } from '../wallet/wallet.ts';

interface Step {
  readonly psbtBase64: string;
  readonly inputsToSign: readonly InputToSign[];
}

/** The step with its PSBT signed, as submits take it back. */
export async function signStep<S extends Step>(wallet: Wallet, step: S): Promise<S> {
  return { ...step, psbtBase64: await wallet.signPsbt(step) };
}
