import type { Static } from '@fastify/type-provider-typebox';
import type { Me } from '@ordbook/api/account/profile';
import type {
  WalletBinding as StoredBinding,
  Profile as StoredProfile,
} from '../../store/account/profiles.ts';

/** The profile and its wallet bindings as the API shows them. */
export function meShape(profile: StoredProfile, bindings: readonly StoredBinding[]): Static<typeof Me> {
  const { id, username, displayName, bio, avatarUrl, bannerUrl } = profile;
  return {
    profile: { id, username, displayName, bio, avatarUrl, bannerUrl },
    walletBindings: bindings.map((binding) => ({
      walletBindingId: binding.id,
      label: binding.label,
      provider: binding.provider,
      ordinalsAddress: binding.ordinalsAddress,
      paymentAddress: binding.paymentAddress,
      isPublic: binding.isPublic,
    })),
  };
}
