import { checkEverything } from '../composition/check/check.ts';
import { findingText } from '../composition/check/finding.ts';
import type { SettingsSource } from '../composition/check/mends.ts';
import { planFor, planText } from '../composition/check/plan.ts';
import { settingsForCheck } from '../composition/check/settings.ts';
import { readTiers } from '../composition/tiers.ts';

export interface CheckOptions {
  readonly json?: boolean;
  /** Print what mainnet takes instead. */
  readonly plan?: boolean;
  readonly listings?: string;
  readonly feeRate?: string;
}

/**
 * `ordbook check --plan`: prints what mainnet takes, and what to fund by these settings. Asks no node and no
 * other part, so it works before there is any. Throws an Error that names a wrong option.
 */
export function printPlan(options: CheckOptions, env: NodeJS.ProcessEnv): void {
  const listings = numberOf('--listings', options.listings ?? '1000', 1_000_000);
  const feeRate = numberOf('--fee-rate', options.feeRate ?? '10', 10_000);
  if (!Number.isInteger(listings)) throw new Error(`--listings ${listings} must be a whole number`);
  const { settings } = settingsForCheck(env);
  const plan = planFor(settings, readTiers(settings.ADMISSION_TIERS), { listings, feeRate });
  process.stdout.write(options.json ? `${JSON.stringify(plan)}\n` : planText(plan));
}

function numberOf(option: string, text: string, most: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value > 0 && value <= most))
    throw new Error(`${option} must be a number above 0, at most ${most}, but is ${text}`);
  return value;
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
