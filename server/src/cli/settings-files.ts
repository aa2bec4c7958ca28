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
    loadEnvFile(path);
    const names = text.matchAll(/^#?\s*(\w+)=/gm);
    files.push({ path, names: new Set([...names].map(([, name]) => name!)) });
  } catch (error) {
    throw new Error(fileFault(error, path, 'the file of settings') ?? operatorSentence(error));
  }
}

/** Where the settings of this process came from. */
export function settingsSource(): SettingsSource {
  return { files, environment };
}
