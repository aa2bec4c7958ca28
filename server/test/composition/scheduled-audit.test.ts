import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/base/clock.ts';
import { scheduledAudit } from '../../src/composition/scheduled-audit.ts';
import { type Desk, openDesk } from '../support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 60_000);
afterAll(() => desk.close());

/** One replica's schedule; `poll` is a poll of its follower. */
function replica() {
  const registry = new Registry();
  const audits = scheduledAudit({ everyHours: 6, pollMs: 1 });
  audits.install(registry);
  const [, step] = audits.flow.steps!(desk.ctx)[0]!;
  return {
    poll: () => step(undefined as never),
    text: () => registry.metrics(),
    findings: async () =>
      /ordbook_audit_findings\{code="stranded_coin"\} (\d+)/.exec(await registry.metrics())?.[1],
  };
}

describe('a scheduled audit', () => {
  test('begins five minutes after its replica began to lead, and then every so many hours', async () => {
    const leader = replica();
    await leader.poll();
    desk.clock.step(MINUTE_MS);
    await leader.poll();
    expect(await leader.text()).not.toMatch(/^ordbook_audit_ended/m);
    for (let minute = 0; minute < 5; minute += 1) {
      desk.clock.step(MINUTE_MS);
      await leader.poll();
    }
    await vi.waitFor(async () => expect(await leader.findings()).toBe('0'), 10_000);
    expect(await leader.text()).toMatch(/^ordbook_audit_duration_seconds \d+$/m);

    await sql`update anchors set state = 'assigned' where id = (select min(id::text)::uuid from anchors)`.execute(
      desk.ctx.db,
    );
    desk.clock.step(MINUTE_MS);
    await leader.poll();
    expect(await leader.findings()).toBe('0');
    for (let minute = 0; minute < 6 * 60; minute += 1) {
      desk.clock.step(HOUR_MS / 60);
      await leader.poll();
    }
    await vi.waitFor(async () => expect(await leader.findings()).toBe('1'), 10_000);
    expect(desk.log.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ fields: expect.objectContaining({ code: 'stranded_coin' }) }),
    ]);
  });

  test('ends when its replica does not lead any more', async () => {
    const follower = replica();
    await follower.poll();
    for (let minute = 0; minute < 5; minute += 1) {
      desk.clock.step(MINUTE_MS);
      await follower.poll();
    }
    desk.clock.step(10 * MINUTE_MS);
    await vi.waitFor(
      () =>
        expect(desk.log.at(-1)).toMatchObject({
          level: 'warn',
          fields: { reason: expect.stringContaining('not the leader') },
        }),
      10_000,
    );
    expect(await follower.findings()).toBeUndefined();
  });
});
