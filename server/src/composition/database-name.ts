import { hostUrls } from '../store/database/hosts.ts';
import type { Settings } from './settings.ts';

/** Which database it is, without user and password. */
export function databaseName({ DATABASE_URL, DATA_DIR }: Settings): string {
  if (DATABASE_URL === '') return DATA_DIR;
  // several servers of one database are not one URL
  return hostUrls(DATABASE_URL)
    .map((url) => (URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : 'unreadable'))
    .join(', ');
}
