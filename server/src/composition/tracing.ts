type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Starts tracing when the standard variables of OpenTelemetry name an endpoint; else loads nothing. `close`
 * exports what is left. `role`: names this process unless OTEL_SERVICE_NAME does.
 */
export async function tracingOf(env: Variables, role: string): Promise<{ close(): Promise<void> }> {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint || env['OTEL_SDK_DISABLED'] === 'true') return { close: async () => undefined };
  const { startTracing } = await import('./open-telemetry.ts');
  return startTracing(env['OTEL_SERVICE_NAME'] || role);
}
