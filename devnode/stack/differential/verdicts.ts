import type { PolicyName } from '@ordbook/devnode';
import type { Sent } from './build.ts';
import { addressOf, type Lab, MINER } from './lab.ts';
import { rejectClass } from './reject-class.ts';

/**
 * The outcome of a case: the verdict in its table row, and everything else that the two nodes must agree on.
 */
export type Outcome = { verdict: string; [detail: string]: unknown };

/** A case of the differential suite: the same steps on each node. */
export type Case = {
  title: string;
  /**
   * The verdict the real node gives: 'accepted', 'block only: …' or the reject reason. Where the versions
   * differ, one for each.
   */
  expects: string | Readonly<Record<PolicyName, string>>;
  run(lab: Lab): Promise<Outcome>;
};

type Accepted = { allowed?: boolean; 'reject-reason'?: string };

/** The fields of `testmempoolaccept` that every node gives. */
const ACCEPT_FIELDS = ['txid', 'wtxid', 'allowed', 'vsize', 'fees', 'reject-reason', 'package-error'];

/** The fields of `getmempoolentry` that do not depend on the clock or on one node's own extras. */
const ENTRY_FIELDS = [
  'vsize',
  'weight',
  'wtxid',
  'ancestorcount',
  'ancestorsize',
  'descendantcount',
  'descendantsize',
  'chunkweight',
  'fees',
  'depends',
  'spentby',
  'bip125-replaceable',
];

/** Offers one transaction everywhere: testmempoolaccept, a block that is only checked, sendrawtransaction. */
export async function offer(lab: Lab, tx: Sent, name = 'tx'): Promise<Outcome> {
  lab.name(name, tx);
  const block = await lab.ask('generateblock', [addressOf(MINER), [tx.hex], false]);
  const blockReason = (block as { message?: string }).message;
  const relay = { test: await testAccept(lab, [tx]), send: await lab.ask('sendrawtransaction', [tx.hex]) };
  // A script that consensus refuses is refused by relay too, but under relay's stricter flags some nodes tell
  // another of its faults: then the block says which it is.
  const consensus = blockReason?.match(/script \(.*\)/)?.[0];
  const { test, send } = consensus ? withScriptFault(relay, consensus) : relay;
  const [first] = Array.isArray(test) ? (test as Accepted[]) : [];
  const refused = first ? (first['reject-reason'] ?? 'refused') : (test as { message: string }).message;
  const verdict = first?.allowed ? 'accepted' : blockReason ? refused : `block only: ${refused}`;
  return { verdict, test, block: blockReason ?? 'valid', send, entry: await entry(lab, tx) };
}

function withScriptFault<T>(answers: T, fault: string): T {
  return JSON.parse(JSON.stringify(answers).replaceAll(/script \(.*?\)"/g, `${fault}"`)) as T;
}

/** testmempoolaccept for one or several, without free-text details. */
export async function testAccept(lab: Lab, txs: readonly Sent[]): Promise<unknown> {
  const answer = await lab.ask('testmempoolaccept', [txs.map(({ hex }) => hex)]);
  if (!Array.isArray(answer)) return answer;
  return answer.map((each: Record<string, unknown>) => {
    const kept = Object.fromEntries(
      ACCEPT_FIELDS.filter((field) => each[field] !== undefined).map((field) => [field, each[field]]),
    );
    const refused = kept['reject-reason'];
    return typeof refused === 'string' ? { ...kept, 'reject-reason': rejectClass(refused) } : kept;
  });
}

/** The comparable part of a mempool entry, or the error. */
export async function entry(lab: Lab, tx: Sent): Promise<unknown> {
  const answer = (await lab.ask('getmempoolentry', [tx.txid])) as Record<string, unknown>;
  if ('code' in answer) return answer;
  const fields = ENTRY_FIELDS.filter((field) => answer[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, sorted(answer[field])]));
}

/** submitpackage, with per-transaction results by name; then who is in the mempool. */
export async function submit(lab: Lab, txs: Record<string, Sent>): Promise<Outcome> {
  for (const [name, tx] of Object.entries(txs)) lab.name(name, tx);
  const list = Object.values(txs);
  const answer = (await lab.ask('submitpackage', [list.map(({ hex }) => hex)])) as {
    package_msg?: string;
    message?: string;
    'tx-results'?: Record<string, { error?: string }>;
    'replaced-transactions'?: string[];
  };
  // A transaction that was not looked at is left out by some nodes and called unevaluated by others.
  const looked = Object.entries(answer['tx-results'] ?? {}).filter(
    ([, { error }]) => error !== 'unevaluated' && error !== 'package-not-validated',
  );
  const results = looked.map(([wtxid, result]) => [
    wtxid,
    result.error === undefined ? result : { ...result, error: rejectClass(result.error) },
  ]);
  const present: [string, unknown][] = [];
  for (const [name, tx] of Object.entries(txs)) present.push([name, await entry(lab, tx)]);
  return {
    verdict:
      answer.package_msg === 'success'
        ? 'accepted'
        : rejectClass(answer.package_msg ?? answer.message ?? 'none'),
    error: answer.message === undefined ? undefined : answer,
    results: Object.fromEntries(results.sort()),
    replaced: sorted(answer['replaced-transactions']),
    present: Object.fromEntries(present),
  };
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
