import type { Follower } from '../follower/follow.ts';
import type { Election } from '../store/database/election.ts';
import type { Log } from '../trading/context.ts';

/** The follower of one replica among many: it runs while this replica leads, and only then. */
export interface LedFollower {
  start(): void;
  /** Stops following and hands over. Resolves once the work in progress has ended. */
  stop(): Promise<void>;
}

export function followAsLeader(election: Election, follower: Follower, log: Log): LedFollower {
  let stop = () => {};
  const stopping = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let terms: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function serve(): Promise<void> {
    while (!isStopped) {
      const term = await election.lead();
      if (!term) return;
      log.info({}, 'this replica leads: it follows the chain now');
      follower.start();
      await Promise.race([term.lost, stopping]);
      if (!isStopped) log.warn({}, 'the connection that this replica led by is gone: another may lead now');
      await follower.stop();
      await term.resign();
    }
  }

  return {
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
