import { Counter, Gauge, type Registry } from 'prom-client';
import type { EndReason } from './stream.ts';

/** What one process knows of its event streams. */
export interface EventFigures {
  subscribers(): number;
  lagMs(): number;
}

/** Adds the metrics of `GET /events`. The functions count a stream that has ended, and events. */
export function eventMetrics(registry: Registry, { subscribers, lagMs }: EventFigures) {
  const registers = [registry];
  new Gauge({
    name: 'ordbook_event_subscribers',
    help: 'Open streams of GET /events in this process.',
    registers,
    collect() {
      this.set(subscribers());
    },
  });
  new Gauge({
    name: 'ordbook_event_lag_seconds',
    help: 'How late events are: what those of the last read had waited, or the time since a read succeeded.',
    registers,
    collect() {
      this.set(lagMs() / 1_000);
    },
  });
  const streams = new Counter({
    name: 'ordbook_event_streams_ended_total',
    help: 'Streams of GET /events that have ended, by reason; slow: the subscriber was dropped.',
    labelNames: ['reason'],
    registers,
  });
  // increase() does not see the first count of a series
  streams.inc({ reason: 'slow' }, 0);
  const events = new Counter({
    name: 'ordbook_events_read_total',
    help: 'Events that this process read while they were new.',
    registers,
  });
  return {
    ended: (reason: EndReason | 'closed') => streams.inc({ reason }),
    read: (count: number) => events.inc(count),
  };
}
