import type { ComponentChildren } from 'preact';
import { goTo, linkTo } from '../location.ts';
import type { OperatorPage } from '../paths.ts';
import { words } from '../text.ts';

interface FiltersProps {
  readonly page: OperatorPage;
  readonly children: ComponentChildren;
}

/** A form whose fields become the query of the page's address. */
export function Filters({ page, children }: FiltersProps) {
  return (
    <search>
      <form
        class="filters"
        aria-label={words.trades.filters}
        onSubmit={(event) => {
          event.preventDefault();
          const given = [...new FormData(event.currentTarget)].map(([name, value]) => [
            name,
            String(value).trim() || null,
          ]);
          goTo(linkTo(page, {}, Object.fromEntries(given)), { replace: true });
        }}
      >
        {children}
        <button type="submit" class="button">
          {words.trades.apply}
        </button>
      </form>
    </search>
  );
}
