import { useEffect } from 'preact/hooks';
import type { PageProps } from '../../app/page-props.ts';
import { usePages } from '../../data/pages.ts';
import { useStore } from '../../data/store.ts';
import { Failure } from '../../design/failure.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { read } from '../api/admin.ts';
import { turns } from '../data/use-answer.ts';
import { ActTable } from '../parts/act-table.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { TextField } from '../parts/text-field.tsx';
import { words } from '../text.ts';

const PAGE = 50;

/** The log of acts, the newest first. */
export function Acts({ query }: PageProps) {
  const subject = query.get('subject') ?? '';
  const say = words.acts;
  const turn = useStore(turns);
  const { elements, isComplete, isLoading, error, more, reload } = usePages(
    `acts ${subject}`,
    async (before, signal) => {
      const { rows } = await read('/v1/acts', { query: { subject, before, limit: PAGE }, signal });
      const last = rows.length < PAGE ? null : String(rows.at(-1)!.id);
      return { elements: rows, nextCursor: last };
    },
  );
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn, reload]);
  return (
    <section class="operator-page">
      <PageHead title={words.titles.acts} lede={say.lede}>
        <CsvButton path="/v1/acts" query={{ subject }} name="acts" />
      </PageHead>
      <Filters page="acts">
        <TextField name="subject" label={say.subject} value={subject} placeholder={say.subjectHint} />
      </Filters>
      {error !== null && <Failure error={error} retry={elements.length === 0 ? reload : more} />}
      {elements.length === 0 && !isComplete ? (
        error === null && <Waiting />
      ) : (
        <ActTable rows={elements} label={words.titles.acts} none={say.none} withSubject />
      )}
      {elements.length > 0 && !isComplete && (
        <p>
          <button type="button" class="button" disabled={isLoading} onClick={more}>
            {words.more}
          </button>
        </p>
      )}
    </section>
  );
}
