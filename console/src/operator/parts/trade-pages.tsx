import { useEffect } from 'preact/hooks';
import { usePages } from '../../data/pages.ts';
import { useStore } from '../../data/store.ts';
import { Failure } from '../../design/failure.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { read } from '../api/admin.ts';
import { turns } from '../data/use-answer.ts';
import { words } from '../text.ts';
import { TradeTable } from './trade-table.tsx';

interface TradePagesProps {
  readonly path: '/v1/trades' | '/v1/listings' | '/v1/offers';
  readonly wanted: Readonly<Record<string, string>>;
  readonly label: string;
  readonly none: string;
  readonly withActs?: boolean;
}

const PAGE = 50;

/** Trades page by page, read again after each act. */
export function TradePages({ path, wanted, label, none, withActs = false }: TradePagesProps) {
  const key = `${path} ${JSON.stringify(wanted)}`;
  const turn = useStore(turns);
  const { elements, isComplete, isLoading, error, more, reload } = usePages(key, async (after, signal) => {
    const { rows, next } = await read(path, { query: { ...wanted, limit: PAGE, after }, signal });
    return { elements: rows, nextCursor: next };
  });
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn, reload]);
  if (error !== null) return <Failure error={error} retry={elements.length === 0 ? reload : more} />;
  if (elements.length === 0 && !isComplete) return <Waiting />;
  return (
    <>
      <TradeTable label={label} rows={elements} none={none} withActs={withActs} />
      {!isComplete && (
        <p>
          <button type="button" class="button" disabled={isLoading} onClick={more}>
            {words.more}
          </button>
        </p>
      )}
    </>
  );
}
