import { useState } from 'preact/hooks';
import { readCsv } from '../api/admin.ts';
import { sentenceOf } from '../api/admin-error.ts';
import { words } from '../text.ts';

interface CsvButtonProps {
  readonly path: Parameters<typeof readCsv>[0];
  readonly query?: Parameters<typeof readCsv>[1];
  /** Of the file, without its extension. */
  readonly name: string;
  readonly children?: string;
}

/** Stores every row of a list as a file. */
export function CsvButton({ path, query, name, children = words.csv.title }: CsvButtonProps) {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return (
    <>
      {error !== null && (
        <span class="fall" role="alert">
          {error}
        </span>
      )}
      <button
        type="button"
        class="button"
        disabled={isReading}
        onClick={() => {
          setReading(true);
          setError(null);
          void readCsv(path, query)
            .then(
              (text) => store(`${name}.csv`, text),
              (failure: unknown) => setError(sentenceOf(failure)),
            )
            .finally(() => setReading(false));
        }}
      >
        {isReading ? words.csv.reading : children}
      </button>
    </>
  );
}

/** Makes the browser store the text as a file. */
function store(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
