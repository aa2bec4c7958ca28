import type { Database } from '../store/port.ts';
import { bindingsOfOrdinalsAddress, changeProfile, setBindingProvider } from '../store/profiles.ts';

export interface ProfileOptions {
  /** Ordinals address of one of its wallets. */
  readonly wallet: string;
  readonly username?: string;
  readonly displayName?: string;
  readonly bio?: string;
  readonly avatarUrl?: string;
  readonly bannerUrl?: string;
  readonly walletsPublic?: boolean;
}

/** Sets the fields given of the profile that owns a wallet. Wallets bound from now on are as visible as `walletsPublic` says. */
export async function editProfile(db: Database, { wallet, ...fields }: ProfileOptions): Promise<void> {
  const [binding] = await bindingsOfOrdinalsAddress(db, wallet);
  if (!binding) throw new Error(`no profile has the ordinals address ${wallet}`);
  await changeProfile(db, binding.profileId, fields);
}

/** Records the wallet provider of a binding. Those in LOOKUP_PROVIDERS may leave spendableUtxos out. */
export async function recordProvider(
  db: Database,
  options: { readonly binding: string; readonly provider: string },
): Promise<void> {
  if (!(await setBindingProvider(db, options.binding, options.provider)))
    throw new Error(`no wallet binding ${options.binding}`);
}
