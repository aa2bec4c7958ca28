/** What needs the operator, the worst first. */
import type { Answer } from '../api/admin.ts';
import { sentence } from '../api/admin-error.ts';
import type { OperatorPage } from '../paths.ts';
import { scopeText, words } from '../text.ts';

export interface Attention {
  /** `stop`: trades do not settle, or cannot be made. `warning`: they will not, or it was decided. */
  readonly tone: 'stop' | 'warning';
  readonly what: string;
  readonly next: string;
  readonly page: OperatorPage;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Known {
  readonly overview: Answer<'/v1/overview'>;
  readonly pools: Answer<'/v1/pools'>;
  readonly pauses: Answer<'/v1/pauses'>['rows'];
  readonly audit: Answer<'/v1/audit'>;
}

/** A part may be behind by so many blocks before it is worth a look: a block has just come. */
const LAG = 1;

export function attentionOf({ overview, pools, pauses, audit }: Known): Attention[] {
  const say = words.attention;
  const found: Attention[] = [];
  const add = (tone: Attention['tone'], what: string, next: string, page: OperatorPage, query = {}) =>
    found.push({ tone, what, next, page, query });

  for (const { name, height, behind } of overview.parts) {
    if (name === 'node' && height === null) add('stop', say.node, say.nodeNext, 'parts');
    if (name === 'index' && height === null) add('stop', say.index, say.indexNext, 'parts');
    if (name !== 'node' && behind !== null && behind > LAG)
      add('stop', say.behind(name, behind), name === 'index' ? say.indexBehind : say.followerBehind, 'parts');
  }
  for (const { name, isUp, isRequired } of overview.signers)
    if (!isUp)
      add(
        isRequired ? 'stop' : 'warning',
        say.signer(words.parts.names[name] ?? name),
        isRequired ? say.signerNext : say.optionalNext,
        'parts',
      );
  const stuck = overview.packages.reduce((sum, each) => sum + each.stuck, 0);
  if (stuck > 0) add('stop', say.stuck(stuck), say.stuckNext, 'trades', { progress: 'stuck' });
  const findings = audit.last?.findings.length ?? 0;
  if (findings > 0) add('stop', say.findings(findings), say.findingsNext, 'audit');
  for (const { pool, ready, target, isLow, remedy } of pools)
    if (isLow) add('warning', say.pool(pool, ready, target), sentence(remedy), 'parts');
  if (audit.failed) add('warning', say.auditFailed, sentence(audit.failed.reason), 'audit');
  for (const { scope, actor, reason } of pauses)
    add('warning', say.paused(scopeText(scope)), say.pausedNext(actor, reason), 'stops');
  return found.sort((a, b) => Number(a.tone === 'warning') - Number(b.tone === 'warning'));
}
