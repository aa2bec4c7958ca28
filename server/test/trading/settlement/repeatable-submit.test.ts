import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/clock.ts';
import { insertProfile } from '../../../src/store/account/profiles.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { forgetSubmissions } from '../../../src/store/submission/submissions.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import {
  deleteOldSubmissions,
  repeatableSubmit,
  type StoreAnswer,
} from '../../../src/trading/settlement/repeatable-submit.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

const refused = new Refusal('stale', 'somebody was faster');
const wanted = { flow: 'listing', walletBindingId: crypto.randomUUID() } as const;
const bodyOf = (n: number) => ({ n, psbt: 'signed' });

let opened: TestDatabase;
let now = new Date('2026-03-01T12:00:00Z');
let ctx: TradingContext;
let caller: { profileId: string };
beforeAll(async () => {
  opened = await openTestDatabase();
  ctx = { db: opened.db, clock: { now: () => now } } as unknown as TradingContext;
  caller = await newCaller();
});
afterAll(() => opened?.close());

async function newCaller(): Promise<{ profileId: string }> {
  const profileId = crypto.randomUUID();
  await insertProfile(opened.db, { id: profileId, createdAt: now });
  return { profileId };
}

/** A flow that stores its answer. */
const storing =
  (answer: object, txids: readonly string[] = []) =>
  async (storeAnswer: StoreAnswer) => {
    await inTransaction(ctx.db, (db) => storeAnswer(db, answer, [], txids));
    return answer;
  };
/** A submit that has begun, and waits before it stores anything. */
function hanging(body: object) {
  let goOn: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const answer = submit(body, async (storeAnswer) => {
    await gate;
    return storing({ id: 'late' })(storeAnswer);
  });
  answer.catch(() => undefined);
  return { answer, goOn: () => goOn() };
}
const never = () => Promise.reject(new Error('made twice'));
const submit = (body: object, make: (storeAnswer: StoreAnswer) => Promise<object>, flow = 'flow') =>
  repeatableSubmit(ctx, caller, { wanted, flow, body, make });

describe('a submit', () => {
  test('that arrives again gets the same answer, and makes nothing', async () => {
    expect(await submit(bodyOf(1), storing({ id: 'one' }))).toEqual({ id: 'one' });
    expect(await submit(bodyOf(1), never)).toEqual({ id: 'one' });
  });

  test('that arrives again is resumed where its flow can', async () => {
    const of = (resume: (answer: object) => Promise<object>, make = never) =>
      repeatableSubmit(ctx, caller, { wanted, flow: 'flow', body: bodyOf(30), make, resume });
    const resumed = async (answer: object) => ({ ...answer, state: 'resumed' });
    const half = async (storeAnswer: StoreAnswer) => {
      await storing({ id: 'half' })(storeAnswer);
      throw refused;
    };
    expect(await of(resumed, half as typeof never)).toEqual({ id: 'half', state: 'resumed' });
    expect(await of(resumed)).toEqual({ id: 'half', state: 'resumed' });
    await expect(of(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  test('of another body, flow or profile is another one', async () => {
    await submit(bodyOf(2), storing({ id: 'first' }));
    expect(await submit(bodyOf(3), storing({ id: 'other body' }))).toEqual({ id: 'other body' });
    expect(await submit(bodyOf(2), storing({ id: 'other flow' }), 'another')).toEqual({ id: 'other flow' });
    const other = await newCaller();
    const answer = { id: 'other profile' };
    expect(
      await repeatableSubmit(ctx, other, { wanted, flow: 'flow', body: bodyOf(2), make: storing(answer) }),
    ).toEqual(answer);
  });

  test('that runs twice at once is made once, and both get its answer', async () => {
    const answers = await Promise.all([
      submit(bodyOf(4), storing({ id: 'a' })),
      submit(bodyOf(4), storing({ id: 'b' })),
    ]);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('that was stored, and whose reply was lost, gets its answer from the repeat', async () => {
    const lost = async (storeAnswer: StoreAnswer) => {
      await storing({ id: 'stored' })(storeAnswer);
      throw new Error('the process died');
    };
    await expect(submit(bodyOf(5), lost)).rejects.toThrow('the process died');
    expect(await submit(bodyOf(5), never)).toEqual({ id: 'stored' });
  });

  test('that is refused because the same one was faster gets what that one made', async () => {
    const made = await submit(bodyOf(6), async () => {
      await submit(bodyOf(6), storing({ id: 'made meanwhile' }));
      throw refused;
    });
    expect(made).toEqual({ id: 'made meanwhile' });
  });

  test('that is refused for anything else stays refused and is tried again; a bug stays a bug', async () => {
    await expect(submit(bodyOf(7), () => Promise.reject(refused))).rejects.toBe(refused);
    const bug = new Error('bug');
    await expect(submit(bodyOf(7), () => Promise.reject(bug))).rejects.toBe(bug);
    expect(await submit(bodyOf(7), storing({ id: 'now' }))).toEqual({ id: 'now' });
  });

  test('that hangs while its repeat is refused stores nothing, however the repeat was signed', async () => {
    const hung = hanging({ n: 20, psbtBase64: 'signed' });
    await expect(submit({ n: 20, psbtBase64: 'signed again' }, () => Promise.reject(refused))).rejects.toBe(
      refused,
    );
    hung.goOn();
    await expect(hung.answer).rejects.toThrow('the same request was refused meanwhile');
    expect(await submit({ n: 20, psbtBase64: 'signed' }, storing({ id: 'sent again' }))).toEqual({
      id: 'sent again',
    });
  });

  test('that hangs while another one is refused, or its repeat gets a 503, is stored', async () => {
    const hung = hanging(bodyOf(21));
    await expect(submit(bodyOf(22), () => Promise.reject(refused))).rejects.toBe(refused);
    const away = new Refusal('unavailable', 'the node is away');
    await expect(submit(bodyOf(21), () => Promise.reject(away))).rejects.toBe(away);
    hung.goOn();
    expect(await hung.answer).toEqual({ id: 'late' });
  });

  test('that hangs for more than an hour stores nothing', async () => {
    const hung = hanging(bodyOf(23));
    now = new Date(now.getTime() + HOUR_MS + 1);
    hung.goOn();
    await expect(hung.answer).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that was refused before and begins again stores nothing when its client is gone', async () => {
    const gone = { ...caller, isGone: () => true };
    const begin = (n: number) =>
      repeatableSubmit(ctx, gone, { wanted, flow: 'flow', body: bodyOf(n), make: storing({ id: 'made' }) });
    expect(await begin(24)).toEqual({ id: 'made' });
    await expect(submit(bodyOf(25), () => Promise.reject(refused))).rejects.toBe(refused);
    await expect(begin(25)).rejects.toThrow('refused before, and its client is gone');
    now = new Date(now.getTime() + DAY_MS + 1);
    await deleteOldSubmissions(ctx);
    expect(await begin(25)).toEqual({ id: 'made' });
  });

  test('is forgotten after 30 days, and by its own profile when a preflight quotes it again', async () => {
    await submit(bodyOf(8), storing({ id: 'old' }, ['txid']));
    await forgetSubmissions(ctx.db, crypto.randomUUID(), ['txid']);
    expect(await submit(bodyOf(8), never)).toEqual({ id: 'old' });
    await forgetSubmissions(ctx.db, caller.profileId, ['txid']);
    expect(await submit(bodyOf(8), storing({ id: 'new' }))).toEqual({ id: 'new' });

    now = new Date(now.getTime() + 30 * DAY_MS);
    await deleteOldSubmissions(ctx);
    expect(await submit(bodyOf(8), never)).toEqual({ id: 'new' });
    now = new Date(now.getTime() + 1);
    await deleteOldSubmissions(ctx);
    expect(await submit(bodyOf(8), storing({ id: 'newest' }))).toEqual({ id: 'newest' });
  });
});
