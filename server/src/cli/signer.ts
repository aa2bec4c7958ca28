import { openLogger } from '../api/edge/log.ts';
import { VERSION } from '../base/version.ts';
import { readSettings } from '../composition/settings.ts';
import { type SignerOptions, startSigner } from '../composition/signer-process.ts';
import { stopOnSignal } from '../composition/stop-on-signal.ts';
import { tracingOf } from '../composition/tracing.ts';
import { passphraseFrom } from './passphrase.ts';

/**
 * Runs the signer of one role, on a unix socket or over TLS, until SIGINT or SIGTERM. Settings come from the
 * environment.
 */
export async function runSigner(options: SignerOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const log = await openLogger(settings.LOG_LEVEL);
  const tracing = await tracingOf(env, `ordbook-signer-${options.role}`);
  const { close } = await startSigner({ ...options, passphrase: passphraseFrom(settings) }, settings, log);
  stopOnSignal(async () => {
    await close();
    await tracing.close();
    log.info({ role: options.role, version: VERSION }, 'the signer has stopped');
  });
}
