import { refuse } from '@ordbook/protocol/refusals';
import {
  bindingById,
  bindingsOfOrdinalsAddress,
  type Profile,
  profileById,
  setBindingProvider,
  changeProfile as storeChange,
} from '../../store/account/profiles.ts';
import { act, type By, type OperationContext } from './act.ts';

/** The fields that the API only displays. */
export type ProfileFields = Partial<Omit<Profile, 'id' | 'createdAt'>>;

const URLS = ['avatarUrl', 'bannerUrl'] as const;

/**
 * Sets the given fields of the profile that owns a wallet, and returns it. `walletsPublic` applies to wallets
 * bound from now on. Retry-safe. Refuses 404 when no profile has the wallet, 400 for a wrong URL of an image.
 */
export async function changeProfile(
  ctx: OperationContext,
  by: By,
  wallet: string,
  fields: ProfileFields,
): Promise<Profile> {
  for (const name of URLS) {
    const url = fields[name];
    if (url !== undefined && url !== null && !isWebUrl(url))
      refuse('malformed', `${name} is ${url}; it must be a URL that starts with https:// or http://`);
  }
  return act(ctx, by, async (db) => {
    const [binding] = await bindingsOfOrdinalsAddress(db, wallet);
    if (!binding)
      refuse('not_found', `no profile has the ordinals address ${wallet}; sign in with that wallet first`);
    const before = (await profileById(db, binding.profileId))!;
    await storeChange(db, before.id, fields);
    const after = { ...before, ...fields };
    return { result: after, log: { act: 'change profile', subject: before.id, before, after } };
  });
}

/**
 * Records the wallet provider of a wallet binding. Bindings of a provider in LOOKUP_PROVIDERS may omit
 * spendableUtxos. Retry-safe. Refuses 404 for an unknown binding.
 */
export async function recordProvider(
  ctx: OperationContext,
  by: By,
  bindingId: string,
  provider: string,
): Promise<void> {
  await act(ctx, by, async (db) => {
    const binding = await bindingById(db, bindingId);
    if (!binding) refuse('not_found', `no wallet binding ${bindingId}; GET /me lists those of a profile`);
    await setBindingProvider(db, bindingId, provider);
    const log = { act: 'record provider', subject: bindingId, before: { provider: binding.provider } };
    return { result: undefined, log: { ...log, after: { provider } } };
  });
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
