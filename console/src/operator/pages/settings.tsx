import { useStore } from '../../data/store.ts';
import { Ago } from '../../design/ago.tsx';
import { access } from '../api/access.ts';
import { type Answer, read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { words } from '../text.ts';

const say = words.settings;
type Machine = Answer<'/v1/machine'>;

/** The process that responds, and its settings in force. */
export function SettingsPage() {
  const machine = useAnswer('machine', (signal) => read('/v1/machine', { signal }));
  return (
    <section class="operator-page">
      <PageHead title={words.titles.settings} lede={say.lede} />
      <Loaded from={machine}>
        {(value) => (
          <>
            <Process machine={value} />
            {groupsOf(value.settings).map(([group, rows]) => (
              <section key={group}>
                <h2>{group}</h2>
                <Table
                  label={group}
                  rows={rows}
                  none={words.none}
                  keyOf={({ name }) => name}
                  columns={[
                    { name: say.columns.name, cell: ({ name }) => <span class="mono">{name}</span> },
                    {
                      name: say.columns.value,
                      as: 'wide',
                      cell: ({ value: set, isDefault }) => (
                        <span class={isDefault ? 'muted' : ''}>
                          {set === null ? say.secret : set === '' ? say.empty : set}
                        </span>
                      ),
                    },
                    {
                      name: say.columns.meaning,
                      as: 'wide',
                      cell: ({ meaning }) => <Meaning of={meaning} />,
                    },
                  ]}
                />
              </section>
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What is between backticks is code. */
function Meaning({ of }: { readonly of: string }) {
  return (
    <span class="muted">
      {of.split('`').map((part, place) => (place % 2 === 0 ? part : <code class="mono">{part}</code>))}
    </span>
  );
}

function Process({ machine }: { readonly machine: Machine }) {
  const now = useStore(access);
  const { startedAt, node, databaseBytes, freeBytes, backupAt } = machine;
  return (
    <Facts
      of={[
        [say.version, now.is === 'in' && now.overview.version],
        [say.node, node],
        [say.started, <Ago key="started" at={startedAt} />],
        [say.database, say.bytes(databaseBytes)],
        [say.free, freeBytes === null ? null : say.bytes(freeBytes)],
        [say.backup, backupAt === null ? say.noBackup : <Ago key="backup" at={backupAt} />],
      ]}
    />
  );
}

function groupsOf(settings: Machine['settings']): [string, Machine['settings'][number][]][] {
  const groups = new Map<string, Machine['settings'][number][]>();
  for (const setting of settings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting]);
  return [...groups];
}
