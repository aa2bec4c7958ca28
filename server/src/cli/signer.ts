import { createLogger } from '../api/log.ts';
import { readKeyFile } from '../signer/keys.ts';
import { localSigner } from '../signer/local.ts';
import { serveSigner } from '../signer/process.ts';
import { checkSettings } from './check-settings.ts';
import { readSettings } from './settings.ts';
import { stopOnSignal } from './start.ts';

/** Serves the operator's keys on a unix socket until SIGINT or SIGTERM. NETWORK, FEE_ADDRESS and MAX_FEE_RATE come from the environment. */
export async function runSigner(
  options: { readonly socket: string; readonly keys: string },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = readSettings(env);
  checkSettings(settings, ['CHAIN_RPC_URL', 'ORD_URL', 'TOKEN_KEYS', 'SIGNER_SOCKET']);
  const signer = localSigner({
    ...(await readKeyFile(options.keys)),
    network: settings.NETWORK,
    feeAddress: settings.FEE_ADDRESS,
    // A leftover below dust goes to the miners: the rate of a small package may come out above the one asked for.
    maxFeeRate: 2 * settings.MAX_FEE_RATE,
  });
  const log = createLogger(settings.LOG_LEVEL);
  const served = await serveSigner(signer, { socketPath: options.socket, log });
  log.info({ socket: options.socket, keys: await signer.publicKeys() }, 'the signer listens');
  stopOnSignal(() => served.close());
}
