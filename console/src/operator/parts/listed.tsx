import type { Resource } from '../../data/resource.ts';
import { Loaded } from './loaded.tsx';
import { Table, type TableProps } from './table.tsx';

interface ListedProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly from: Resource<{ readonly rows: readonly Row[] }>;
}

/** A table of what was loaded. */
export function Listed<Row>({ from, ...table }: ListedProps<Row>) {
  return <Loaded from={from}>{({ rows }) => <Table rows={rows} {...table} />}</Loaded>;
}
