import { useEffect, useRef } from 'preact/hooks';
import { SkipLink } from '../../app/skip-link.tsx';
import { useStore } from '../../data/store.ts';
import { Failure } from '../../design/failure.tsx';
import { Mark } from '../../design/mark.tsx';
import { SchemeButton } from '../../design/scheme-button.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { ActDialog } from '../act/act-dialog.tsx';
import { Notices } from '../act/notices.tsx';
import { access, enter, leave, type Overview } from '../api/access.ts';
import { token } from '../api/token.ts';
import { linkTo, location } from '../location.ts';
import { OPERATOR_PATHS, type OperatorPage } from '../paths.ts';
import { words } from '../text.ts';
import { PAGES } from './pages.ts';
import { SignIn } from './sign-in.tsx';

const SHOWN = (Object.keys(OPERATOR_PATHS) as OperatorPage[]).filter(
  (name) => !OPERATOR_PATHS[name].includes(':'),
);

/** Where a page without a place in the navigation belongs. */
const PARENTS: Partial<Record<OperatorPage, OperatorPage>> = { trade: 'trades', collection: 'collections' };

/** Header, and the page that the address names once the service lets this tab in. */
export function Shell() {
  const { page } = useStore(location);
  const now = useStore(access);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = page ? `${words.titles[page]} · ${words.name}` : words.name;
  }, [page]);
  return (
    <>
      <SkipLink main={main} />
      <header class="top operator-top">
        <a class="brand" href={linkTo('overview')}>
          <Mark />
          <span>{words.brand}</span>
          <span class="label">{words.operator}</span>
        </a>
        <div class="top-tools">
          {now.is === 'in' && <Who overview={now.overview} />}
          <SchemeButton />
        </div>
      </header>
      <div class="operator-body">
        {now.is === 'in' && <Navigation page={page} market={now.overview.publicUrl} />}
        <main id="main" ref={main} tabIndex={-1}>
          {now.is === 'asking' && <Waiting />}
          {now.is === 'failed' && <Failure error={now.error} retry={() => void enter()} />}
          {now.is === 'out' && <SignIn why={now.why} />}
          {now.is === 'in' && <Page main={main} />}
        </main>
      </div>
      {now.is === 'in' && <Notices />}
      {now.is === 'in' && <ActDialog />}
    </>
  );
}

function Page({ main }: { readonly main: { readonly current: HTMLElement | null } }) {
  const { page, parameters, query } = useStore(location);
  const key = `${page} ${Object.values(parameters).join(' ')}`;
  const isFirst = useRef(true);
  useEffect(() => {
    // a screen reader starts at the new page, as after a load
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [key, main]);
  const Shown = page && PAGES[page];
  if (!Shown)
    return (
      <section class="message">
        <h1>{words.nothing.title}</h1>
        <p>{words.nothing.here}</p>
        <a href={linkTo('overview')}>{words.nothing.back}</a>
      </section>
    );
  return <Shown key={key} parameters={parameters} query={query} />;
}

interface NavigationProps {
  readonly page: OperatorPage | null;
  /** Address of the public pages. */
  readonly market: string;
}

function Navigation({ page, market }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  const current = page && (PARENTS[page] ?? page);
  useEffect(() => {
    // on a narrow screen the row scrolls: what is open is seen
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav class="operator-pages" aria-label={words.navigation} ref={nav}>
      {SHOWN.map((name) => (
        <a key={name} href={linkTo(name)} aria-current={name === current ? 'page' : undefined}>
          {words.titles[name]}
        </a>
      ))}
      <a href={market} target="_blank" rel="noreferrer">
        {words.market}
      </a>
    </nav>
  );
}

function Who({ overview: { actor, network, mayAct } }: { readonly overview: Overview }) {
  return (
    <>
      <span class="operator-who muted">
        {words.access.as(mayAct ? actor : words.access.viewer(actor), network)}
      </span>
      {token.get() !== null && (
        <button type="button" class="button" onClick={leave}>
          {words.access.leave}
        </button>
      )}
    </>
  );
}
