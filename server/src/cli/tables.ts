/** Tables for a terminal of 80 columns. */

export interface Column<Row> {
  readonly head: string;
  /** Longer values are cut. */
  readonly width: number;
  readonly of: (row: Row) => string | number | null;
}

/** A line with the heads and one per row; numbers to the right, columns one space apart. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  const isNumber = columns.map((_, i) => cells.some((cell) => typeof cell[i] === 'number'));
  const texts = [columns.map(({ head }) => head), ...cells.map((row) => row.map((cell) => shown(cell)))];
  const widths = columns.map(({ width }, i) =>
    Math.min(width, Math.max(...texts.map((row) => [...row[i]!].length))),
  );
  return texts.map((row) =>
    row
      .map((text, i) => {
        const cut = isNumber[i] ? text : cutTo(text, widths[i]!);
        return isNumber[i] ? cut.padStart(widths[i]!) : cut.padEnd(widths[i]!);
      })
      .join(' ')
      .trimEnd(),
  );
}

function shown(cell: string | number | null): string {
  return terminalText(String(cell ?? '-'));
}

/** A line in one direction: others may have written it, and control characters would move the cursor. */
export function terminalText(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}

function cutTo(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
