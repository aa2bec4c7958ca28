import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { tradeIds } from '../../base/trade-scope.ts';

/** Fields that never reach the log, at the top level or nested one or two levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'sessionToken',
  'signature',
  'psbtBase64',
  'secret',
  'privateKey',
  'wif',
];

/**
 * The service's root logger: JSON lines with ISO times, and the ids of the trades that a line is about.
 *
 * @param level a pino level, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    // of the trades that the line is about
    mixin: () => {
      const ids = tradeIds();
      return ids.length === 0 ? {} : { tradeId: ids.length === 1 ? ids[0] : ids };
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
