import { useState } from 'preact/hooks';
import { storeFile } from '../../data/store-file.ts';
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
              (text) => storeFile(`${name}.csv`, 'text/csv', text),
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
