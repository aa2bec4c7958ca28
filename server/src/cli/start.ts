import { Refusal } from '@ordbook/protocol/refusals';
import { buildService } from '../composition/build-service.ts';
import { scanWarning } from '../composition/check-settings.ts';
import { readSettings } from '../composition/settings.ts';
import { stopOnSignal } from '../composition/stop-on-signal.ts';
import type { TradingContext } from '../trading/context.ts';

/** Runs the service until SIGINT or SIGTERM. */
export async function runService(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const service = await buildService(settings);
  const warning = scanWarning(settings);
  if (warning) service.ctx.log.warn({ setting: 'ESPLORA_URL' }, `${warning.detail}; ${warning.advice}`);
  await announceIndex(service.ctx);
  await service.api.listen({ host: settings.HOST, port: settings.PORT });
  service.ledFollower.start();
  stopOnSignal(() => service.close());
}

/**
 * Asks the index for its version once at start. One that is away, too old or wrongly run does not keep the service from starting:
 * reads from our own store answer, what needs the index answers 503.
 */
export async function announceIndex({
  ordinals,
  log,
}: Pick<TradingContext, 'ordinals' | 'log'>): Promise<void> {
  try {
    log.info(await ordinals.status(), 'the inscription index is fit');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error(
      { reason: error.message },
      `${error.message}: what needs the index answers 503 until this is put right; reads go on (see \`ordbook check\`)`,
    );
  }
}
