import type { OwnPassthrough, Wallet } from '../wallet/wallet.ts';
import type { BuiltStep, OwnStep } from './rebuilt.ts';

/** Signs all steps: in one prompt if the wallet can, else one after another. */
export async function signSteps(wallet: Wallet, steps: readonly BuiltStep[]): Promise<OwnStep[]> {
  if (wallet.signPsbts && steps.length > 1) {
    const psbts = await wallet.signPsbts(steps.map(({ step }) => step));
    if (psbts.length !== steps.length)
      throw new Error(`the wallet returned ${psbts.length} PSBTs instead of ${steps.length}`);
    return steps.map(({ step }, index) => ({ ...step, psbtBase64: psbts[index]! }));
  }
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
