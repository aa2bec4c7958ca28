import {
  bindingsOfOrdinalsAddress,
  changeProfile,
  profileById,
  setBindingProvider,
} from '../store/account/profiles.ts';
import type { Database } from '../store/port.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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

/**
 * Sets the given fields of the profile that owns a wallet. `walletsPublic` applies to wallets bound from now
 * on. Returns a line with the updated profile. Throws an Error when no profile has the wallet, or the URL of
 * an image is invalid.
 */
export async function editProfile(db: Database, { wallet, ...fields }: ProfileOptions): Promise<string> {
  for (const [option, url] of [
    ['--avatar-url', fields.avatarUrl],
    ['--banner-url', fields.bannerUrl],
  ] as const)
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new Error(`${option} is ${url}; it must be a URL that starts with https:// or http://`);
  const [binding] = await bindingsOfOrdinalsAddress(db, wallet);
  if (!binding)
    throw new Error(`no profile has the ordinals address ${wallet}; sign in with that wallet first`);
  await changeProfile(db, binding.profileId, fields);
  const { id, createdAt: _, ...shown } = (await profileById(db, binding.profileId))!;
  const told = Object.entries(shown).map(([field, value]) => `${field} ${value ?? 'none'}`);
  return `profile ${id}: ${told.join(', ')}`;
}

/**
 * Records the wallet provider of a wallet binding. Bindings of a provider in LOOKUP_PROVIDERS may omit
 * spendableUtxos. Returns a line that says so.
 */
export async function recordProvider(
  db: Database,
  options: { readonly binding: string; readonly provider: string },
): Promise<string> {
  if (!UUID.test(options.binding))
    throw new Error(`--binding is ${options.binding}; it must be a walletBindingId (a UUID) from GET /me`);
  if (!(await setBindingProvider(db, options.binding, options.provider)))
    throw new Error(`there is no wallet binding ${options.binding}; GET /me lists those of a profile`);
  return `wallet binding ${options.binding}: provider ${options.provider}`;
}
