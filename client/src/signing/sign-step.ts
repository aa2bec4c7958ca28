import type { OwnPassthrough, Wallet } from '../wallet/wallet.ts';
import type { BuiltStep, OwnStep } from './rebuilt.ts';

/** Signs one step after another, so that a wallet shows its user one prompt at a time. */
export async function signSteps(wallet: Wallet, steps: readonly BuiltStep[]): Promise<OwnStep[]> {
  const signed: OwnStep[] = [];
  for (const step of steps) signed.push(await signStep(wallet, step));
  return signed;
}

/**
 * The step that was built here with its PSBT signed, ready to submit. `passthrough`: our passthrough that the
 * step spends by key path.
 */
export async function signStep(
  wallet: Wallet,
  { step }: BuiltStep,
  passthrough?: OwnPassthrough,
): Promise<OwnStep> {
  return { ...step, psbtBase64: await wallet.signPsbt(step, passthrough) };
}
