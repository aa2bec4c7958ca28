import { Ago } from '../../design/ago.tsx';
import { ActButton } from '../act/act-button.tsx';
import { ban, pause, pauseEverything, resume, unban } from '../act/acts.ts';
import { read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { Listed } from '../parts/listed.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { scopeText, words } from '../text.ts';

const say = words.stops;

/** What is paused, and who is banned. */
export function Stops() {
  const pauses = useAnswer('pauses', (signal) => read('/v1/pauses', { signal }));
  const bans = useAnswer('bans', (signal) => read('/v1/bans', { signal }));
  return (
    <section class="operator-page">
      <PageHead title={words.titles.stops} lede={say.lede}>
        <ActButton act={pause()} />
        <ActButton act={ban()} />
        <ActButton act={pauseEverything()} isStop />
      </PageHead>
      <Listed
        isTitled
        from={pauses}
        label={say.pauses}
        none={say.noPauses}
        keyOf={({ scope }) => scope}
        columns={[
          { name: say.columns.what, cell: ({ scope }) => scopeText(scope) },
          { name: say.columns.reason, as: 'wide', cell: ({ reason }) => reason },
          { name: say.columns.by, cell: ({ actor }) => actor },
          { name: say.columns.since, cell: ({ since }) => <Ago at={since} /> },
          {
            name: say.columns.act,
            cell: ({ scope }) => <ActButton act={resume(scope)} about={scopeText(scope)} />,
          },
        ]}
      />
      <Listed
        isTitled
        from={bans}
        label={say.bans}
        none={say.noBans}
        keyOf={({ subject }) => subject}
        columns={[
          {
            name: say.columns.whom,
            as: 'wide',
            cell: ({ subject }) => <span class="mono">{subject}</span>,
          },
          { name: say.columns.reason, as: 'wide', cell: ({ reason }) => reason },
          { name: say.columns.by, cell: ({ actor }) => actor },
          { name: say.columns.since, cell: ({ since }) => <Ago at={since} /> },
          {
            name: say.columns.act,
            cell: ({ subject }) => <ActButton act={unban(subject)} about={subject} />,
          },
        ]}
      />
    </section>
  );
}
