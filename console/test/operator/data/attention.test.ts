import { describe, expect, test } from 'vitest';
import { attentionOf, type Known } from '../../../src/operator/data/attention.ts';

/** Everything is well, except for what is given. */
function known(change: {
  overview?: Partial<Known['overview']>;
  pools?: Known['pools'];
  pauses?: Known['pauses'];
  audit?: Partial<Known['audit']>;
}): Known {
  return {
    overview: {
      at: '2026-11-20T12:00:00.000Z',
      mayAct: true,
      actor: 'ada',
      version: '1',
      network: 'regtest',
      publicUrl: '',
      parts: [
        { name: 'node', height: 100, behind: null, detail: 'reachable' },
        { name: 'index', height: 99, behind: 1, detail: '' },
        { name: 'follower', height: 100, behind: 0, detail: '' },
      ],
      signers: [{ name: 'signer', isRequired: true, isUp: true, detail: '' }],
      packages: [{ table: 'purchases', state: 'pending', count: 3, stuck: 0, seconds: 60 }],
      ...change.overview,
    },
    pools: change.pools ?? [],
    pauses: change.pauses ?? [],
    audit: { isRunning: false, progress: null, everyHours: 24, last: null, failed: null, ...change.audit },
  };
}
const found = (change: Parameters<typeof known>[0]) =>
  attentionOf(known(change)).map(({ tone, what, page }) => `${tone} ${page}: ${what}`);

describe('what needs the operator', () => {
  test('is nothing while everything works; a block that has just come is no lag', () => {
    expect(found({})).toEqual([]);
  });

  test('are parts that are unreachable or behind, and signers that do not respond', () => {
    const parts: Known['overview']['parts'] = [
      { name: 'node', height: null, behind: null, detail: 'away' },
      { name: 'index', height: null, behind: null, detail: 'away' },
      { name: 'follower', height: 90, behind: 10, detail: '' },
    ];
    const signers = [
      { name: 'gateSigner', isRequired: false, isUp: false, detail: '' },
      { name: 'signer', isRequired: true, isUp: false, detail: '' },
    ];
    expect(found({ overview: { parts, signers } })).toEqual([
      'stop parts: The node is unreachable.',
      'stop parts: The index is unreachable.',
      'stop parts: The follower is behind by 10 blocks.',
      'stop parts: Market signer does not respond.',
      'warning parts: Gate signer does not respond.',
    ]);
  });

  test('are stuck trades, findings and low pools, and what the operator paused comes last', () => {
    const pool = {
      pool: 'anchors',
      ready: 3,
      made: null,
      target: 100,
      isLow: true,
      address: 'a',
      remedy: 'send coins',
    };
    const last = { startedAt: '', endedAt: '', height: 1, rows: {}, findings: [{} as never] };
    const packages = [
      { table: 'purchases', state: 'broadcasting', count: 2, stuck: 1, seconds: 9_000 },
      { table: 'fill_attempts', state: 'sending', count: 1, stuck: 1, seconds: 9_000 },
    ];
    const pauses = [{ scope: 'flow:fill', reason: 'why', actor: 'ada', since: '' }];
    const all = attentionOf(known({ overview: { packages }, pools: [pool], pauses, audit: { last } }));
    expect(all.map(({ what }) => what)).toEqual([
      '2 trades should have ended by now.',
      'The last audit has 1 finding.',
      'The pool of anchors is low: 3 of 100 are ready.',
      'Every fill is paused.',
    ]);
    expect(all.map(({ next }) => next).slice(2)).toEqual(['Send coins.', 'ada: why']);
    expect(all[0]).toMatchObject({ page: 'trades', query: { progress: 'stuck' } });
  });

  test('is an audit that could not finish, with the reason', () => {
    const failed = { at: '', reason: 'the node is unreachable' };
    expect(attentionOf(known({ audit: { failed } }))).toMatchObject([
      { tone: 'warning', next: 'The node is unreachable.' },
    ]);
  });
});
