import { inFull } from '../../format/time.ts';
import type { Answer } from '../api/admin.ts';
import { words } from '../text.ts';
import { Table } from './table.tsx';

type Act = Answer<'/v1/acts'>['rows'][number];

interface ActTableProps {
  readonly rows: readonly Act[];
  readonly label: string;
  readonly none: string;
  /** With what they were on. */
  readonly withSubject?: boolean;
}

export function ActTable({ rows, label, none, withSubject = false }: ActTableProps) {
  const names = words.acts.columns;
  return (
    <Table
      label={label}
      rows={rows}
      none={none}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          name: names.act,
          cell: ({ act, actedAt }) => (
            <>
              {act}
              <time class="muted act-time" dateTime={actedAt}>
                {inFull(Date.parse(actedAt))}
              </time>
            </>
          ),
        },
        ...(withSubject
          ? [
              {
                name: names.subject,
                as: 'wide' as const,
                cell: ({ subject }: Act) => <span class="mono">{subject}</span>,
              },
            ]
          : []),
        {
          name: names.who,
          cell: ({ actor, onBehalfOf }) =>
            onBehalfOf === null ? actor : `${actor} ${words.acts.for(onBehalfOf)}`,
        },
        { name: names.reason, as: 'wide', cell: ({ reason }) => reason ?? words.none },
        { name: names.change, as: 'wide', cell: (act) => <Change act={act} /> },
      ]}
    />
  );
}

function Change({ act: { before, after } }: { readonly act: Act }) {
  if (!before && !after) return <>{words.none}</>;
  const shown = (value: unknown) => JSON.stringify(value ?? null, null, 1);
  return (
    <details>
      <summary>{words.acts.change}</summary>
      <p class="label">{words.acts.before}</p>
      <pre class="change">{shown(before)}</pre>
      <p class="label">{words.acts.after}</p>
      <pre class="change">{shown(after)}</pre>
    </details>
  );
}
