import { ActButton } from '../act/act-button.tsx';
import { addPartner, changePartner } from '../act/collection-acts.ts';
import { read } from '../api/admin.ts';
import { useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { Ends } from '../parts/ends.tsx';
import { Listed } from '../parts/listed.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Mark } from '../parts/state.tsx';
import { words } from '../text.ts';

/** Who receives a share of the fees. */
export function Partners() {
  const partners = useAnswer('partners', (signal) => read('/v1/partners', { signal }));
  const say = words.partners;
  return (
    <section class="operator-page">
      <PageHead title={words.titles.partners} lede={say.lede}>
        <a class="button" href={linkTo('revenue', {}, { by: 'partner' })}>
          {words.titles.revenue}
        </a>
        <ActButton act={addPartner()} />
      </PageHead>
      <Listed
        from={partners}
        label={words.titles.partners}
        none={say.none}
        keyOf={({ id }) => id}
        columns={[
          { name: say.columns.name, cell: ({ name }) => name },
          {
            name: say.columns.status,
            cell: ({ status }) => <Mark isFine={status === 'active'}>{say.statuses[status]}</Mark>,
          },
          { name: say.columns.share, as: 'number', cell: ({ shareBps }) => `${shareBps / 100} %` },
          {
            name: say.columns.address,
            cell: ({ payoutAddress }) => (payoutAddress === null ? say.unpaid : <Ends of={payoutAddress} />),
          },
          {
            name: say.columns.purchases,
            as: 'number',
            cell: ({ purchases }) => purchases.toLocaleString('en-GB'),
          },
          {
            name: say.act,
            cell: (partner) => <ActButton act={changePartner(partner)} about={partner.name} />,
          },
        ]}
      />
    </section>
  );
}
