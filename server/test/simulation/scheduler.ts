/**
 * Decides what happens next in a history. Every call of node, index, signer and database waits at a gate. When
 * nothing moves any more, one waiting call is chosen, and what becomes of it: it goes on, fails before its
 * effect or after it, hangs, or its process is killed. The same seed decides the same.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '@ordbook/protocol/refusals';
import { chance, choices } from './seeded-random.ts';

/** What a killed process throws wherever it was: nothing of it has an effect any more. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

export type Fate = 'goes' | 'fails' | 'loses its reply' | 'hangs' | 'dies before' | 'dies after';

/** Shares of the calls that meet a fault. */
export interface FaultRates {
  readonly fails: number;
  readonly losesReply: number;
  readonly hangs: number;
  readonly dies: number;
}

/** A process of the service, from its start to its death. */
export interface Process {
  readonly name: string;
  isDead: boolean;
}

interface Task {
  readonly step: number;
  calls: number;
}

interface Gate {
  readonly task: Task;
  readonly process: Process;
  readonly label: string;
  readonly release: (fate: Fate) => void;
  readonly reject: (error: Error) => void;
  /** Not before this turn. */
  readonly notBefore: number;
}

/** Turns that a hanging call takes before its caller gives up. */
const HANG_TURNS = 25;
const STUCK_TICKS = 5_000;

const unreachable = (label: string) => new Refusal('unavailable', `${label} is unreachable`);

export function createScheduler(seed: number, rates: FaultRates, suppressed: ReadonlySet<string>) {
  const current = new AsyncLocalStorage<Task>();
  const order = choices(seed, 'order');
  const trace: string[] = [];
  const faults: string[] = [];
  let waiting: Gate[] = [];
  let running = 0;
  let inFlight = 0;
  let turn = 0;
  let isCalm = true;

  function fateOf({ task, label }: Gate, call: number): Fate {
    const key = `${task.step}.${call}`;
    if (suppressed.has(key)) return 'goes';
    let drawn = chance(seed, 'fate', key);
    for (const [fate, share] of [
      ['fails', rates.fails],
      ['loses its reply', rates.losesReply],
      ['hangs', rates.hangs],
      ['dies before', rates.dies / 2],
      ['dies after', rates.dies / 2],
    ] as const) {
      if (drawn < share) {
        // A database that hangs holds up every process; the servers in front of it give up instead.
        if (fate === 'hangs' && label.startsWith('database')) return 'goes';
        faults.push(key);
        return fate;
      }
      drawn -= share;
    }
    return 'goes';
  }

  function wait(process: Process, label: string, turns = 0): Promise<Fate> {
    const task = current.getStore();
    if (process.isDead) return Promise.reject(new Killed(process.name));
    if (!task || isCalm) return Promise.resolve('goes');
    return new Promise((release, reject) => {
      waiting.push({ task, process, label, release, reject, notBefore: turn + turns });
    });
  }

  function kill(process: Process): void {
    process.isDead = true;
    const own = waiting.filter((gate) => gate.process === process);
    waiting = waiting.filter((gate) => gate.process !== process);
    for (const { reject } of own) reject(new Killed(process.name));
  }

  /** One call of a process to something outside it. */
  async function call<T>(process: Process, label: string, effect: () => Promise<T>): Promise<T> {
    const fate = await wait(process, label);
    if (fate === 'fails') throw unreachable(label);
    if (fate === 'dies before') {
      kill(process);
      throw new Killed(process.name);
    }
    if (fate === 'hangs') {
      await wait(process, `${label} (hanging)`, HANG_TURNS);
      throw unreachable(label);
    }
    const answer = await flying(effect);
    if (process.isDead) throw new Killed(process.name);
    if (fate === 'dies after') {
      kill(process);
      throw new Killed(process.name);
    }
    if (fate === 'loses its reply') throw unreachable(label);
    return answer;
  }

  async function flying<T>(effect: () => Promise<T>): Promise<T> {
    inFlight += 1;
    try {
      return await effect();
    } finally {
      inFlight -= 1;
    }
  }

  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

  async function quiet(): Promise<void> {
    for (let ticks = 0; ; ticks += 1) {
      await tick();
      if (inFlight === 0) return tick();
      if (ticks > STUCK_TICKS) throw new Error(`a call does not end: ${trace.at(-1)}`);
    }
  }

  /** Lets `turns` calls go on, or all until no task is left. */
  async function drive(turns = Number.POSITIVE_INFINITY): Promise<void> {
    let idle = 0;
    for (let done = 0; done < turns; ) {
      await quiet();
      const ready = waiting.filter(({ notBefore }) => notBefore <= turn);
      const [chosen] =
        ready.length > 0
          ? [ready[order.below(ready.length)]]
          : [...waiting].sort((a, b) => a.notBefore - b.notBefore);
      if (!chosen) {
        if (running === 0) return;
        idle += 1;
        if (idle > STUCK_TICKS) throw new Error(`${running} tasks wait for nothing: ${trace.at(-1)}`);
        continue;
      }
      idle = 0;
      done += 1;
      turn += 1;
      waiting = waiting.filter((gate) => gate !== chosen);
      const call = chosen.task.calls++;
      const fate = chosen.notBefore > 0 && chosen.label.endsWith('(hanging)') ? 'goes' : fateOf(chosen, call);
      trace.push(
        `${chosen.task.step}.${call} ${chosen.process.name} ${chosen.label}${fate === 'goes' ? '' : `: ${fate}`}`,
      );
      chosen.release(fate);
    }
  }

  return {
    trace,
    /** The faults that happened, as `step.call`. */
    faults,
    call,
    wait,
    flying,
    kill,
    drive,
    note: (line: string) => void trace.push(line),
    /** While calm, calls go on at once and without faults. */
    calm(calm: boolean) {
      isCalm = calm;
    },
    /** Starts a task of a step. Its end is what `work` returns; the scheduler drives it. */
    start(step: number, work: () => Promise<void>): void {
      running += 1;
      void current.run({ step, calls: 0 }, work).finally(() => {
        running -= 1;
      });
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

/** The port with every method behind a gate. */
export function gated<Port extends object>(
  port: Port,
  name: string,
  process: Process,
  scheduler: Scheduler,
): Port {
  return new Proxy(port, {
    get(target, key, receiver) {
      const method = Reflect.get(target, key, receiver) as unknown;
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) =>
        scheduler.call(
          process,
          `${name} ${String(key)}`,
          async () => (await method.apply(target, args)) as unknown,
        );
    },
  });
}
