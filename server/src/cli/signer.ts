import { openLogger } from '../api/edge/log.ts';
import { VERSION } from '../base/version.ts';
import { readSettings } from '../composition/settings.ts';
import { type SignerOptions, startSigner } from '../composition/signer-process.ts';
import { stopOnSignal } from '../composition/stop-on-signal.ts';
import { tracingOf } from '../composition/tracing.ts';
import { startWatchdog } from '../composition/watchdog.ts';
import type { Plan } from './acting.ts';
import { passphraseFrom } from './passphrase.ts';

/** `ordbook signer`, which asks for nothing unless it starts a new journal; null: it runs. */
export async function planSigner(options: SignerOptions, env: NodeJS.ProcessEnv): Promise<Plan | null> {
  if (!options.newJournal) {
    await runSigner(options, env);
    return null;
  }
  return {
    says: [
      `a new journal takes the place of ${options.journal ?? `that of ${options.keys}`}, which is put aside unless it is sound`,
      'half of each limit counts as used for up to a day, and a gate signs no fill of a tier for as long as its lock',
    ],
    async run(by) {
      await runSigner({ ...options, by }, env);
      return [];
    },
  };
}

/**
 * Runs the signer of one role, on a unix socket or over TLS, until SIGINT or SIGTERM. Settings come from the
 * environment.
 */
async function runSigner(options: SignerOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const log = await openLogger(settings.LOG_LEVEL);
  const tracing = await tracingOf(env, `ordbook-signer-${options.role}`);
  const { close } = await startSigner({ ...options, passphrase: passphraseFrom(settings) }, settings, log);
  startWatchdog(env);
  stopOnSignal(async () => {
    await close();
    await tracing.close();
    log.info({ role: options.role, version: VERSION }, 'the signer has stopped');
  });
}
