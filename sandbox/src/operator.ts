import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from './sandbox.ts';

/** How the operator of a sandbox gets in. */
export interface OperatorAccess {
  readonly options: SandboxOptions;
  /** A file with the token that was made for this sandbox; null: the settings decide. */
  readonly tokenFile: string | null;
  /** Removes the file. */
  close(): Promise<void>;
}

/**
 * Where the settings name no place for the admin API, it listens on a free port, for the operator's console,
 * with a token that is made now and kept in a file that only this user can read.
 */
export async function operatorAccess(options: SandboxOptions): Promise<OperatorAccess> {
  if (options.adminListen !== '') return { options, tokenFile: null, close: async () => undefined };
  const given = String(options.settings?.['ADMIN_TOKEN'] ?? '');
  const token = given === '' ? `operator:${randomBytes(32).toString('hex')}` : given;
  // a folder that no other user can enter
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-sandbox-'));
  const tokenFile = join(folder, 'admin-token');
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600 });
  return {
    options: { ...options, adminListen: '0', settings: { ...options.settings, ADMIN_TOKEN: token } },
    tokenFile,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Lines with the address of the operator's console, and where its token is. `admin`: as `Sandbox` has it. */
export function operatorAddress(admin: string, { tokenFile }: Pick<OperatorAccess, 'tokenFile'>): string[] {
  if (admin.startsWith('/')) return [`Operator     unix socket ${admin}`];
  const token = tokenFile === null ? 'that of ADMIN_TOKEN' : `in ${tokenFile}`;
  return [`Operator     http://${admin}/`, `  its token  ${token}`];
}
