import { userInfo } from 'node:os';

/** The user of this process; in a container it may have a number only. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
