import { randomUUID } from 'node:crypto';
import type { PsbtStep } from '@ordbook/protocol/layout/terms';
import { base64 } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { REGTEST, type SandboxKey, type WalletShape, walletOf } from '../../../sandbox/src/keys.ts';
import { insertBinding, insertProfile } from '../../src/store/account/profiles.ts';
import type { Caller, TradingContext } from '../../src/trading/context.ts';
import { signIndex } from './sign-index.ts';

export type TraderShape = WalletShape;

/** Somebody with a wallet who has signed in. */
export interface Trader {
  readonly caller: Caller;
  readonly walletBindingId: string;
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
}

/** Stores the profile and binding that a sign-in of a fresh wallet makes. */
export async function enrol(ctx: TradingContext, shape: TraderShape): Promise<Trader> {
  const { ordinals, payment } = walletOf(`trader ${randomUUID()}`, shape);
  const profileId = randomUUID();
  const walletBindingId = randomUUID();
  const createdAt = ctx.clock.now();
  await insertProfile(ctx.db, { id: profileId, createdAt });
  await insertBinding(ctx.db, {
    id: walletBindingId,
    profileId,
    label: 'wallet',
    ordinalsAddress: ordinals.address,
    paymentAddress: payment.address,
    createdAt,
  });
  return { caller: { profileId }, walletBindingId, ordinals, payment };
}

/** What a wallet does: signs the inputs that the step names, as it names them, and nothing else. */
export function signStep<Step extends Omit<PsbtStep, 'stepIndex'>>(trader: Trader, step: Step): Step {
  const transaction = decoded(step.psbtBase64);
  for (const { address, signingIndexes, sigHash } of step.inputsToSign) {
    const key = [trader.ordinals, trader.payment].find((own) => own.address === address);
    if (!key) throw new Error(`${address} is not an address of this wallet`);
    for (const index of signingIndexes) signIndex(transaction, WIF(REGTEST).decode(key.wif), index, sigHash);
  }
  return { ...step, psbtBase64: base64.encode(transaction.toPSBT()) };
}

/** Signs one input under the sighash that the PSBT names there, with the key of this wallet that spends it. */
export function signInput({ ordinals, payment }: Trader, psbtBase64: string, index: number): string {
  const transaction = decoded(psbtBase64);
  const sighash = transaction.getInput(index).sighashType;
  for (const { wif } of [ordinals, payment])
    try {
      signIndex(transaction, WIF(REGTEST).decode(wif), index, sighash);
      return base64.encode(transaction.toPSBT());
    } catch {
      // not this key's input
    }
  throw new Error(`input ${index} is not of this wallet`);
}

function decoded(psbtBase64: string): Transaction {
  return Transaction.fromPSBT(base64.decode(psbtBase64), {
    allowUnknownOutputs: true,
    disableScriptCheck: true,
    lowR: true,
  });
}
