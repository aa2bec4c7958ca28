import { systemClock } from '../base/clock.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import * as acts from '../trading/operation/profiles.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface ProfileOptions extends acts.ProfileFields {
  /** Ordinals address of one of its wallets. */
  readonly wallet: string;
}

/** Sets the given fields of the profile that owns a wallet. Returns a line with the updated profile. */
export async function editProfile(db: Database, by: By, options: ProfileOptions): Promise<string> {
  const { wallet, ...fields } = options;
  const {
    id,
    createdAt: _,
    ...shown
  } = await acts.changeProfile({ db, clock: systemClock }, by, wallet, fields);
  const told = Object.entries(shown).map(([field, value]) => `${field} ${value ?? 'none'}`);
  return `profile ${id}: ${told.join(', ')}`;
}

/**
 * Records the wallet provider of a wallet binding. Bindings of a provider in LOOKUP_PROVIDERS may omit
 * spendableUtxos. Returns a line that says so.
 */
export async function recordProvider(
  db: Database,
  by: By,
  { binding, provider }: { readonly binding: string; readonly provider: string },
): Promise<string> {
  if (!UUID.test(binding))
    throw new Error(`--binding is ${binding}; it must be a walletBindingId (a UUID) from GET /me`);
  await acts.recordProvider({ db, clock: systemClock }, by, binding, provider);
  return `wallet binding ${binding}: provider ${provider}`;
}
