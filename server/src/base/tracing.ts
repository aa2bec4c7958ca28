/**
 * Spans around what takes time: requests, calls to node, index, signers and database, and the follower's
 * steps.
 * Nothing is recorded unless the process is started with an exporter (`composition/open-telemetry.ts`), which
 * sets the recorder here.
 */
export type SpanFields = Readonly<Record<string, string | number>>;

/** A span that lasts until `end`. */
export interface OpenSpan {
  /** Runs `work` inside the span: what it starts belongs to it. */
  run<T>(work: () => T): T;
  /** `failed`: it ended with an error of this program, or of the part that was asked. */
  end(fields: SpanFields, failed: boolean): void;
}

export interface Recorder {
  /** `carrier`: headers of a message that may name the span it was sent from. */
  start(name: string, fields: SpanFields, carrier?: Readonly<Record<string, unknown>>): OpenSpan;
  /** Headers that name the current span, in W3C's format. */
  headers(): Readonly<Record<string, string>>;
}

let recorder: Recorder | null = null;

/** Records spans from now on; null: no longer. */
export function recordSpans(by: Recorder | null): void {
  recorder = by;
}

/** Starts a span; null while nothing is recorded. */
export function startSpan(
  name: string,
  fields: SpanFields,
  carrier?: Readonly<Record<string, unknown>>,
): OpenSpan | null {
  return recorder?.start(name, fields, carrier) ?? null;
}

/** Runs `work` in a span of its own. Resolves and throws as it does. */
export async function inSpan<T>(name: string, fields: SpanFields, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, fields);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end({}, false);
    return result;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}

/** Headers that name the current span; empty while nothing is recorded. */
export function spanHeaders(): Readonly<Record<string, string>> {
  return recorder?.headers() ?? {};
}
