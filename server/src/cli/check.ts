import { checkEverything } from '../composition/check/check.ts';
import { findingText } from '../composition/check/finding.ts';
import type { SettingsSource } from '../composition/check/mends.ts';

export interface CheckOptions {
  readonly json?: boolean;
}

/**
 * `ordbook check`: prints everything that it finds, with what mends it. Resolves to the exit code: 1 when
 * anything is an error. Changes nothing.
 */
export async function runCheck(
  options: CheckOptions,
  env: NodeJS.ProcessEnv,
  source: SettingsSource,
): Promise<number> {
  const findings = await checkEverything(env, source);
  const text = options.json ? `${JSON.stringify(findings)}\n` : findings.map(findingText).join('');
  process.stdout.write(text);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}
