import { existsSync } from 'node:fs';

/**
 * What an error of the file system means, in words. `path`: what was opened. `what`: e.g. `the key file`.
 * null: the error is not one of the file system that an operator can mend.
 */
export function fileFault(error: unknown, path: string, what: string): string | null {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.';
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'ENOENT':
      if (!existsSync(folder))
        return `${what} ${path} cannot be there: there is no folder ${folder}; make it, or correct the path`;
      return `${what} ${path} does not exist; check the path`;
    case 'EEXIST':
      return `${what} ${path} exists already; move it away, or choose another path`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not open ${what} ${path}; check the rights with \`ls -l ${path}\` and \`ls -ld ${folder}\``;
    case 'EISDIR':
      return `${what} ${path} is a folder; name a file`;
    case 'ENOTDIR':
      return `${what} ${path} cannot exist, because a part of ${folder} is a file`;
    case 'ENOSPC':
      return `${what} ${path} cannot be written: the disk is full`;
    case 'EROFS':
      return `${what} ${path} cannot be written: the file system is read-only`;
    default:
      return null;
  }
}

/** Resolves to what `work` does with a file. Throws an Error in words for an error of the file system. */
export async function withFile<T>(path: string, what: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = fileFault(error, path, what);
    throw fault === null ? error : new Error(fault, { cause: error });
  }
}
