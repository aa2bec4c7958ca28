/** Exports spans over OTLP. Loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Recorder, recordSpans } from '../base/tracing.ts';
import { tradeIds } from '../base/trade-scope.ts';
import { VERSION } from '../base/version.ts';

/**
 * Begins to record and export spans. The exporter reads the standard variables itself
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`, `…_HEADERS`, `…_TIMEOUT`). `close` exports what is left.
 */
export function startTracing(serviceName: string): { close(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  recordSpans(recorderOf(provider));
  return {
    async close() {
      recordSpans(null);
      // a collector that is unreachable does not keep the process from ending cleanly
      await provider.shutdown().catch(() => undefined);
      context.disable();
      propagation.disable();
    },
  };
}

function recorderOf(provider: TracerProvider): Recorder {
  const tracer = provider.getTracer('ordbook', VERSION);
  return {
    start(name, fields, carrier) {
      const parent = carrier ? propagation.extract(ROOT_CONTEXT, carrier) : context.active();
      const span = tracer.startSpan(name, { attributes: { ...fields } }, parent);
      const inside = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(inside, work),
        end(more, failed) {
          const ids = tradeIds();
          span.setAttributes({ ...more, ...(ids.length > 0 ? { 'ordbook.trade_id': ids.join(', ') } : {}) });
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
  };
}
