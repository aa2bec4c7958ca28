/** Which rows of a long list are in the document: those on the screen, and some above and below. */
export interface Window {
  readonly columns: number;
  readonly rows: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** First and last row that are in the document; `last` is excluded. */
  readonly first: number;
  readonly last: number;
}

export interface Layout {
  /** Smallest width of a column, pixels; a column takes what is left, too. */
  readonly least: number;
  readonly gap: number;
  /** Height of an element of a given width, pixels. */
  readonly heightOf: (width: number) => number;
  /** At least so many columns, however narrow. */
  readonly atLeast?: number;
}

/** Rows above and below the screen. */
const SPARE_ROWS = 3;

/**
 * `width`: of the list; `top`: pixels of it that are above the screen (negative while it starts below);
 * `view`: height of the screen.
 */
export function windowOf(
  { least, gap, heightOf, atLeast = 1 }: Layout,
  {
    count,
    width,
    top,
    view,
  }: { readonly count: number; readonly width: number; readonly top: number; readonly view: number },
): Window {
  const columns = Math.max(atLeast, Math.floor((width + gap) / (least + gap)));
  const column = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.round(heightOf(column)) + gap;
  const rows = Math.ceil(count / columns);
  const at = (row: number) => Math.min(rows, Math.max(0, row));
  return {
    columns,
    rows,
    rowHeight,
    first: at(Math.floor(top / rowHeight) - SPARE_ROWS),
    last: at(Math.ceil((top + view) / rowHeight) + SPARE_ROWS),
  };
}
