import type { Session } from '../account/sign-in.ts';
import { recordSignatures, takeBackSignatures } from '../safety/journal.ts';
import type { OwnPassthrough } from '../wallet/wallet.ts';
import type { BuiltStep, OwnStep } from './rebuilt.ts';

/**
 * The steps that were built here with their PSBTs signed, ready to submit: in one prompt if the wallet can,
 * else one after another. Their signatures are in the journal before the wallet is asked. Where it was not
 * asked, or its user said no, they are taken out again; after any other error they may have been made, and
 * stay. `passthrough`: our passthrough that the one step spends by key path.
 */
export async function signSteps(
  session: Pick<Session, 'safety' | 'wallet'>,
  steps: readonly BuiltStep[],
  passthrough?: OwnPassthrough,
): Promise<OwnStep[]> {
  const { wallet } = session;
  const recorded = await recordSignatures(session, steps);
  const unsigned = new Set(steps);
  const ask = async <T>(asked: readonly BuiltStep[], work: () => Promise<T>): Promise<T> => {
    for (const step of asked) unsigned.delete(step);
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === 'rejected')
        for (const step of asked) unsigned.add(step);
      throw error;
    }
  };
  try {
    if (wallet.signPsbts && steps.length > 1) {
      const psbts = await ask(steps, () => wallet.signPsbts!(steps.map(({ step }) => step)));
      if (psbts.length !== steps.length)
        throw new Error(`the wallet returned ${psbts.length} PSBTs instead of ${steps.length}`);
      return steps.map(({ step }, index) => ({ ...step, psbtBase64: psbts[index]! }));
    }
    const signed: OwnStep[] = [];
    for (const one of steps) {
      const psbtBase64 = await ask([one], () => wallet.signPsbt(one.step, passthrough));
      signed.push({ ...one.step, psbtBase64 });
    }
    return signed;
  } catch (error) {
    await takeBackSignatures(session, [...unsigned], recorded);
    throw error;
  }
}
