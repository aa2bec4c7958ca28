import { ordinalsAddressOf, xOnlyKey } from '@ordbook/protocol/bitcoin/keys';
import type { Payer } from '@ordbook/protocol/locks/payer';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { refuse } from '@ordbook/protocol/refusals';
import { bindingById } from '../../store/account/profiles.ts';
import type { Caller, TradingContext } from '../context.ts';

export type Binding = NonNullable<Awaited<ReturnType<typeof bindingById>>>;

/** The caller's wallet binding. Refuses (403) both an unknown one and another profile's. */
export async function callersBinding(
  ctx: TradingContext,
  caller: Caller,
  walletBindingId: string,
): Promise<Binding> {
  const binding = await bindingById(ctx.db, walletBindingId);
  if (binding?.profileId !== caller.profileId)
    refuse('not_owner', `walletBindingId ${walletBindingId} is not a wallet of yours`);
  return binding;
}

/**
 * The seller's x-only internal key. Refuses (400) an ordinals address that is not P2TR key-path: the
 * passthrough of a listing needs a taproot key, and a transfer's txid must be fixed before signing.
 */
export function sellerKeyOf(ctx: TradingContext, binding: Binding, ordinalsPublicKey: string): string {
  const derived = ordinalsAddressOf(ordinalsPublicKey, ctx.settings.network);
  if (derived === binding.ordinalsAddress) return xOnlyKey(ordinalsPublicKey);
  if (!/^(bc|tb|bcrt)1p/.test(binding.ordinalsAddress))
    refuse('bad_address', `selling needs a taproot ordinals address; ${binding.ordinalsAddress} is not one`);
  return refuse(
    'bad_public_key',
    `ordinalsPublicKey ${ordinalsPublicKey} derives ${derived}, not ${binding.ordinalsAddress}`,
  );
}

/** The wallet that pays, as bound. Refuses (400) a key that does not derive the payment address. */
export function payerFor(ctx: TradingContext, binding: Binding, paymentPublicKey: string): Payer {
  return payerOf(binding.paymentAddress, paymentPublicKey, ctx.settings.network);
}
