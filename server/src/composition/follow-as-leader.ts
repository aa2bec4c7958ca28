import type { Follower } from '../follower/follow.ts';
import type { Election } from '../store/database/election.ts';
import type { Log } from '../trading/context.ts';

/** The follower of one of several replicas. It runs only while this replica is the leader. */
export interface LedFollower {
  /** Whether this replica leads now. */
  isLeading(): boolean;
  start(): void;
  /** Stops following and gives up leadership. Resolves once the work in progress has ended. */
  stop(): Promise<void>;
}

export function followAsLeader(election: Election, follower: Follower, log: Log): LedFollower {
  let stop = () => {};
  const stopping = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let terms: Promise<void> = Promise.resolve();
  let isStopped = false;
  let leads = false;

  async function serve(): Promise<void> {
    while (!isStopped) {
      const term = await election.lead();
      if (!term) return;
      if (term.afterHang)
        log.warn({}, 'the leader did not renew its lease; its connections to the database were ended');
      log.info({ token: election.term()?.token }, 'this replica is the leader now and follows the chain');
      leads = true;
      follower.start();
      await Promise.race([term.lost, stopping]);
      leads = false;
      if (!isStopped)
        log.warn({}, 'this replica is no longer the leader: another one is, or the database was unreachable');
      await follower.stop();
      await term.resign();
    }
  }

  return {
    isLeading: () => leads,
    start() {
      terms = serve();
    },
    async stop() {
      isStopped = true;
      stop();
      election.stop();
      await terms;
    },
  };
}
