import type { TokenKey } from '../api/settings.ts';
import { listOf } from './settings.ts';

/** Parses `id:secret,id:secret`, which `checkSettings` has validated. */
export function tokenKeys(value: string): [TokenKey, ...TokenKey[]] {
  const keys = listOf(value).map((part): TokenKey => {
    const colon = part.indexOf(':');
    return { id: part.slice(0, colon), secret: part.slice(colon + 1) };
  });
  return keys as [TokenKey, ...TokenKey[]];
}
