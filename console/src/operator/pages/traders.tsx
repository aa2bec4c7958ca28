import type { PageProps } from '../../app/page-props.ts';
import { Ago } from '../../design/ago.tsx';
import { sats } from '../../format/sats.ts';
import { ActButton } from '../act/act-button.tsx';
import { ban, unban } from '../act/acts.ts';
import { read } from '../api/admin.ts';
import { daysAgo } from '../data/days.ts';
import { useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { Ends } from '../parts/ends.tsx';
import { Filters } from '../parts/filters.tsx';
import { Listed } from '../parts/listed.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Mark } from '../parts/state.tsx';
import { TextField } from '../parts/text-field.tsx';
import { words } from '../text.ts';

const say = words.traders;
const names = say.columns;
const DAYS = 30;

/** Who trades, and a profile by its id or a wallet. */
export function Traders({ query }: PageProps) {
  const wanted = { find: query.get('find') ?? '', since: daysAgo(DAYS, Date.now()) };
  const traders = useAnswer(`traders ${wanted.find}`, (signal) =>
    read('/v1/profiles', { query: wanted, signal }),
  );
  return (
    <section class="operator-page">
      <PageHead title={words.titles.traders} lede={say.lede(DAYS)}>
        <CsvButton path="/v1/profiles" query={wanted} name="traders" />
      </PageHead>
      <Filters page="traders">
        <TextField name="find" label={say.find} value={wanted.find} placeholder={say.findHint} />
      </Filters>
      <Listed
        from={traders}
        label={words.titles.traders}
        none={say.none}
        keyOf={({ profileId }) => profileId}
        columns={[
          {
            name: names.who,
            as: 'wide',
            cell: ({ profileId, displayName, addresses, isBanned }) => (
              <>
                <a href={linkTo('trades', {}, { find: addresses[0] ?? '' })}>{displayName ?? say.unnamed}</a>{' '}
                {isBanned && <Mark isFine={false}>{say.banned}</Mark>}
                <span class="mono muted state-reason">{profileId}</span>
              </>
            ),
          },
          {
            name: names.wallets,
            isMinor: true,
            cell: ({ addresses }) => addresses.map((one) => <Ends key={one} of={one} kept={5} />),
          },
          { name: names.joined, isMinor: true, cell: ({ joinedAt }) => <Ago at={joinedAt} /> },
          {
            name: names.sold,
            as: 'number',
            cell: ({ sold, soldSats }) => say.traded(sold, sats(soldSats)),
          },
          {
            name: names.bought,
            as: 'number',
            cell: ({ bought, boughtSats }) => say.traded(bought, sats(boughtSats)),
          },
          {
            name: names.act,
            cell: ({ profileId, isBanned }) => (
              <ActButton act={isBanned ? unban(profileId) : ban(profileId)} about={profileId.slice(0, 8)} />
            ),
          },
        ]}
      />
    </section>
  );
}
