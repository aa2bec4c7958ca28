import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  /** The first column is the header of its row. */
  readonly cell: (row: Row) => ComponentChildren;
  /** `number`: at the right. `wide`: may take more than one line. */
  readonly as?: 'number' | 'wide';
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** What to say when there is no row. */
  readonly none: string;
  /** With its label as its heading. */
  readonly isTitled?: boolean;
}

/** Said again, because browsers take them away from elements that the style sheet shows as blocks. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  header: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** A table that becomes a list of cards on a phone: each cell then names its column. */
export function Table<Row>({ isTitled = false, ...table }: TableProps<Row>) {
  if (!isTitled) return <Rows {...table} />;
  return (
    <section>
      <h2>{table.label}</h2>
      <Rows {...table} />
    </section>
  );
}

function Rows<Row>({ label, rows, keyOf, columns, none }: TableProps<Row>) {
  if (rows.length === 0) return <p class="muted">{none}</p>;
  const shape = ({ as, isMinor }: Column<Row>) => `${as ? `cell-${as}` : ''}${isMinor ? ' cell-minor' : ''}`;
  return (
    <table {...ROLES.table} class="operator-table" aria-label={label}>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th key={column.name} {...ROLES.column} scope="col" class={shape(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...ROLES.row}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.name} {...ROLES.header} scope="row" class={shape(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.name} {...ROLES.cell} class={shape(column)} data-column={column.name}>
                  <div>{column.cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
