import { Counter, Gauge, type Registry } from 'prom-client';
import type { RelayFault } from '../../trading/event/follow-relay.ts';
import type { EndReason } from './stream.ts';

/** What one process knows of its event streams. */
export interface EventFigures {
  subscribers(): number;
  lagMs(): number;
}

/** Adds the metrics of `GET /events`. The functions count a stream that has ended, events and faults. */
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
    help: 'How long the last events had waited between their change and this process.',
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
  const events = new Counter({
    name: 'ordbook_events_read_total',
    help: 'Events that this process read while they were new, by source: database or relay.',
    labelNames: ['source'],
    registers,
  });
  const faults = new Counter({
    name: 'ordbook_event_relay_faults_total',
    help: 'Faults of the relay by kind: unreachable, foreign (an entry of others), late, gap.',
    labelNames: ['fault'],
    registers,
  });
  return {
    ended: (reason: EndReason | 'closed') => streams.inc({ reason }),
    read: (source: 'database' | 'relay', count: number) => events.inc({ source }, count),
    fault: (fault: RelayFault) => faults.inc({ fault }),
  };
}
