import type { InputToSign, OwnPassthrough, Wallet } from '../wallet/wallet.ts';

interface Step {
  readonly psbtBase64: string;
  readonly inputsToSign: readonly InputToSign[];
}

/** Signs one step after another, so that a wallet shows its user one prompt at a time. */
export async function signSteps<S extends Step>(wallet: Wallet, steps: readonly S[]): Promise<S[]> {
  const signed: S[] = [];
  for (const step of steps) signed.push(await signStep(wallet, step));
  return signed;
}

/**
 * The step with its PSBT signed, ready to submit. `passthrough`: our passthrough that the step spends by key
 * path.
 */
export async function signStep<S extends Step>(
  wallet: Wallet,
  step: S,
  passthrough?: OwnPassthrough,
): Promise<S> {
  return { ...step, psbtBase64: await wallet.signPsbt(step, passthrough) };
}
