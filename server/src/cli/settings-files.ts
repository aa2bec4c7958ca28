/** Files of settings that the command line names. */
import { readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { operatorSentence } from '@ordbook/protocol/refusals';
import { fileFault } from '../base/file-fault.ts';
import type { SettingsSource } from '../composition/check/mends.ts';

const files: SettingsSource['files'][number][] = [];
const environment = new Set(Object.keys(process.env));

/** Adds the settings of a file to the environment, which wins. Throws an Error that says what to do. */
export function readSettingsFile(path: string): void {
  try {
    const text = readFileSync(path, 'utf8');
    requireAssignments(text, path);
    loadEnvFile(path);
    const names = text.matchAll(/^#?\s*(\w+)=/gm);
    files.push({ path, names: new Set([...names].map(([, name]) => name!)) });
  } catch (error) {
    throw new Error(fileFault(error, path, 'the file of settings') ?? operatorSentence(error));
  }
}

/** Node skips a line without `=`, and the setting would keep its default. The value may be secret. */
function requireAssignments(text: string, path: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    const [, name] = /^\s*([A-Z][A-Z0-9_]+)(?:\s*$|\s*:|\s+[^=\s])/.exec(line) ?? [];
    if (name !== undefined)
      throw new Error(`${path} has no = after ${name} in line ${index + 1}; write ${name}=value`);
  }
}

/** Where the settings of this process came from. */
export function settingsSource(): SettingsSource {
  return { files, environment };
}
