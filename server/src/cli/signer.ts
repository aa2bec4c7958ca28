import { createLogger } from '../api/log.ts';
import { readKeyFile } from '../signer/keys.ts';
import { localSigner } from '../signer/local.ts';
import { serveSigner } from '../signer/process.ts';
import { readSettings } from './settings.ts';
import { stopOnSignal } from './start.ts';

/** Serves the operator's keys on a unix socket until SIGINT or SIGTERM. NETWORK and FEE_ADDRESS come from the environment. */
export async function runSigner(
  options: { readonly socket: string; readonly keys: string },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = readSettings(env);
  const signer = localSigner({
    ...(await readKeyFile(options.keys)),
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
  });
  const log = createLogger(settings.LOG_LEVEL);
  const served = await serveSigner(signer, { socketPath: options.socket, log });
  log.info({ socket: options.socket, keys: await signer.publicKeys() }, 'the signer listens');
  stopOnSignal(() => served.close());
}
