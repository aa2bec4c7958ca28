import { setTimeout as sleep } from 'node:timers/promises';
import { progress as progressBar } from '@clack/prompts';
import { type SyncContext, type SyncProgress, syncMembers } from '../follower/members.ts';
import { storedTip } from '../store/chain/blocks.ts';
import { knownCollection } from './collections.ts';

const WAIT_MS = 1_000;
/** How long a sync waits for the service and the index to be in sync before it gives up, ms. */
const PATIENCE_MS = 60_000;

/**
 * Reads the members of one collection or of all from the index, as the running service does after each block;
 * useful to watch a long first read. A restart continues where it stopped. Throws an Error when the
 * collection does not exist, the service has not processed a block yet, or service and index do not get in
 * sync.
 */
export async function syncCollections(
  ctx: SyncContext,
  options: { readonly slug?: string; readonly report: (progress: SyncProgress) => void },
): Promise<void> {
  const { slug, report } = options;
  if (slug !== undefined) await knownCollection(ctx.db, slug);
  let moved = Date.now();
  const progress = (step: SyncProgress) => {
    moved = Date.now();
    report(step);
  };
  for (;;) {
    const tip = await storedTip(ctx.db);
    if (!tip) throw new Error('the service has not processed a block yet; run `ordbook start` first');
    if (await syncMembers(ctx, tip, slug === undefined ? { progress } : { slug, progress })) return;
    if (Date.now() - moved > PATIENCE_MS)
      throw new Error(
        `the service is at block ${tip.height} but the index is not; run both on the same node and try again`,
      );
    await sleep(WAIT_MS);
  }
}

/** Reports progress: a bar on a terminal, else a line per step. */
export function progressReport(output: NodeJS.WriteStream = process.stdout) {
  if (!output.isTTY) {
    return {
      report: ({ slug, members, expected }: SyncProgress) =>
        void output.write(`${slug}: ${members}${expected === null ? '' : ` of ${expected}`} members\n`),
      done: (message: string) => void output.write(`${message}\n`),
    };
  }
  let bar: ReturnType<typeof progressBar> | null = null;
  let shown = { slug: '', members: 0 };
  return {
    report: ({ slug, members, expected }: SyncProgress) => {
      if (!bar || shown.slug !== slug) {
        bar?.stop(`${shown.slug}: ${shown.members} members`);
        bar = progressBar({ max: expected ?? members * 2 });
        bar.start(slug);
        shown = { slug, members: 0 };
      }
      bar.advance(
        members - shown.members,
        `${slug}: ${members}${expected === null ? '' : ` of ${expected}`}`,
      );
      shown = { slug, members };
    },
    done: (message: string) => {
      if (bar) bar.stop(message);
      else output.write(`${message}\n`);
    },
  };
}
