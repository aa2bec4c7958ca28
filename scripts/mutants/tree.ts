import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SCOPE = '@ordbook';

/** Copies the tracked and new files as they are now, and links the packages. Workspaces are the copy's own. */
export function copyTree(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file), { force: true });
  }
  for (const folder of ['.', ...readdirSync(join(ROOT, 'node_modules', SCOPE))]) linkPackages(folder, to);
}

function linkPackages(folder: string, to: string): void {
  const from = join(ROOT, folder, 'node_modules');
  const into = join(to, folder, 'node_modules');
  let names: string[];
  try {
    names = readdirSync(from);
  } catch {
    return; // this workspace has no packages of its own
  }
  mkdirSync(into, { recursive: true });
  for (const name of names) if (name !== SCOPE) symlinkSync(join(from, name), join(into, name));
  if (!names.includes(SCOPE)) return;
  mkdirSync(join(into, SCOPE));
  for (const name of readdirSync(join(from, SCOPE))) symlinkSync(join(to, name), join(into, SCOPE, name));
}
