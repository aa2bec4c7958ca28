import { Ago } from '../../design/ago.tsx';
import { ActButton } from '../act/act-button.tsx';
import { startAudit } from '../act/acts.ts';
import { type Answer, read } from '../api/admin.ts';
import { sentence } from '../api/admin-error.ts';
import { useAnswer } from '../data/use-answer.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { words } from '../text.ts';

type Audit = Answer<'/v1/audit'>;
const say = words.audit;

/** An audit of a small market takes seconds. */
const SOON_MS = 3_000;

/** What the last audit found, each with its fix. */
export function AuditPage() {
  const audit = useAnswer('audit', (signal) => read('/v1/audit', { signal }), SOON_MS);
  return (
    <section class="operator-page">
      <PageHead title={words.titles.audit} lede={say.lede}>
        <ActButton act={startAudit()} />
      </PageHead>
      <Loaded from={audit}>{(value) => <Report audit={value} />}</Loaded>
    </section>
  );
}

function Report({ audit: { isRunning, progress, everyHours, last, failed } }: { readonly audit: Audit }) {
  return (
    <>
      {failed && (
        <p class="finding finding-warning">
          {say.failed} {sentence(failed.reason)}
        </p>
      )}
      <section class="stack">
        <h2>{say.last}</h2>
        {last === null ? (
          <p>{say.never}</p>
        ) : (
          <p>
            <Ago at={last.endedAt} />. {say.ended(last.height, secondsOf(last))}
          </p>
        )}
        <p role="status">{isRunning && progress !== null ? say.running(progress) : ''}</p>
        <p class="muted">{say.schedule(everyHours)}</p>
      </section>
      {last !== null && (
        <>
          <Findings findings={last.findings} />
          <section>
            <h2>{say.rows}</h2>
            <Table
              label={say.rows}
              rows={Object.entries(last.rows)}
              none={words.none}
              keyOf={([what]) => what}
              columns={[
                { name: say.what, cell: ([what]) => what },
                { name: say.howMany, as: 'number', cell: ([, rows]) => rows.toLocaleString('en-GB') },
              ]}
            />
          </section>
        </>
      )}
    </>
  );
}

function secondsOf({ startedAt, endedAt }: NonNullable<Audit['last']>): string {
  return ((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000).toLocaleString('en-GB', {
    maximumFractionDigits: 1,
  });
}

function Findings({ findings }: Pick<NonNullable<Audit['last']>, 'findings'>) {
  return (
    <section>
      <h2>{say.findings}</h2>
      {findings.length === 0 ? (
        <p class="finding finding-fine">{say.clean}</p>
      ) : (
        <ul class="findings">
          {findings.map(({ code, subject, message, fix, txid, outpoint }) => (
            <li key={`${code} ${subject} ${outpoint}`} class="finding finding-stop">
              <p class="finding-head">
                <span class="mono">{code}</span> <strong>{subject}</strong>
              </p>
              <p>{sentence(message)}</p>
              {where(subject, outpoint ?? txid)}
              <p>
                <span class="label">{say.fix}</span> {sentence(fix)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The coin or the transaction, unless the subject names it. */
function where(subject: string, place: string | null) {
  return place === null || subject.includes(place) ? null : <p class="mono muted">{place}</p>;
}
