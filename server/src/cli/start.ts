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
 * Checks the index once at start. The service starts even when the index is unreachable, too old or wrongly
 * run: reads from our own store work, and requests that need the index return 503.
 */
export async function announceIndex({
  ordinals,
  log,
}: Pick<TradingContext, 'ordinals' | 'log'>): Promise<void> {
  try {
    log.info(await ordinals.status(), 'the inscription index is usable');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error(
      { reason: error.message },
      `${error.message}; requests that need the index return 503 until this is fixed, other reads work (see \`ordbook check\`)`,
    );
  }
}
