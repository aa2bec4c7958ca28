import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

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
 * The service's root logger: JSON lines with ISO times.
 *
 * @param level a pino level, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
