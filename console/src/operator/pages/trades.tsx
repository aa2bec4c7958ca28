import type { PageProps } from '../../app/page-props.ts';
import { stateText } from '../../format/state-text.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { Filters } from '../parts/filters.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField, TextField } from '../parts/text-field.tsx';
import { TradePages } from '../parts/trade-pages.tsx';
import { words } from '../text.ts';

const STATES = [
  'pending_public',
  'buyable',
  'hidden_locked',
  'active',
  'filling',
  'broadcasting',
  'pending',
  'stalled',
  'seller_signed',
  'sending',
  'broadcast',
  'displaced',
  'confirmed',
  'accepted',
  'sold',
  'failed',
  'invalidated',
];
/** A state in words; where two are said alike, with what is stored. */
const nameOf = (state: string) => {
  const said = stateText(state);
  return STATES.filter((other) => stateText(other) === said).length > 1 ? `${said} (${state})` : said;
};
const FLOWS = ['listing', 'purchase', 'offer', 'counter', 'collection-offer', 'fill'] as const;

/** All trades, filtered by what the address says. */
export function Trades({ query }: PageProps) {
  const wanted = {
    progress: query.get('progress') ?? '',
    flow: query.get('flow') ?? '',
    state: query.get('state') ?? '',
    find: query.get('find') ?? '',
    since: query.get('since') ?? '',
  };
  const say = words.trades;
  return (
    <section class="operator-page">
      <PageHead title={words.titles.trades} lede={say.lede}>
        <CsvButton path="/v1/trades" query={wanted} name="trades" />
      </PageHead>
      <Filters page="trades">
        <SelectField
          name="progress"
          label={say.progress}
          value={wanted.progress}
          options={Object.entries(say.progresses)}
        />
        <SelectField
          name="flow"
          label={say.flow}
          value={wanted.flow}
          options={[['', say.anyFlow], ...FLOWS.map((flow) => [flow, words.flows[flow]] as const)]}
        />
        <SelectField
          name="state"
          label={say.state}
          value={wanted.state}
          options={[['', say.anyState], ...STATES.map((state) => [state, nameOf(state)] as const)]}
        />
        <TextField name="find" label={say.find} value={wanted.find} placeholder={say.findHint} />
        <TextField name="since" label={say.since} value={wanted.since} type="date" />
      </Filters>
      <TradePages path="/v1/trades" wanted={wanted} label={words.titles.trades} none={say.none} />
    </section>
  );
}
