import { market } from '../../data/market.ts';
import { useResource } from '../../data/resource.ts';
import { Amount } from '../../design/amount.tsx';
import { Content } from '../../design/content.tsx';
import { sats as grouped } from '../../format/sats.ts';
import { text } from '../../text.ts';
import { words } from '../text.ts';
import { type Asked, netsOf, sumOf } from './sums.ts';

const own = words.sign;

/**
 * A row for each item: its picture and price, what it brings or costs, and until when. Then the sum, as the
 * pages have it.
 */
export function What({ asked }: { readonly asked: Asked }) {
  const { items } = asked;
  if (items.length === 0) return null;
  const nets = netsOf(asked);
  const isPaid = nets.some((net) => net !== null && net < 0);
  const hasNets = nets.some((net) => net !== null && net !== 0);
  return (
    <>
      <table class="what">
        <caption class="unseen">{own.items}</caption>
        <thead>
          <tr>
            <th scope="col">{own.item}</th>
            <th scope="col">{own.inSats(text.price.label)}</th>
            {hasNets && <th scope="col">{own.inSats(isPaid ? own.youPay : own.youGet)}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map(({ inscriptionId, name, priceSats, until }, index) => (
            <tr key={`${inscriptionId} ${index}`}>
              <th scope="row">
                <span class="what-item">
                  {inscriptionId !== null && <Picture id={inscriptionId} />}
                  <span>
                    {name}
                    {until && <span class="what-until">{until}</span>}
                  </span>
                </span>
              </th>
              <td>{inSats(priceSats)}</td>
              {hasNets && <td>{inSats(nets[index] ?? null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <Sum asked={asked} />
    </>
  );
}

const inSats = (sats: number | null) => (sats === null ? text.none : grouped(Math.abs(sats)));

function Picture({ id }: { readonly id: string }) {
  const { value } = useResource(`signed ${id}`, (signal) => market.inscription(id, signal));
  return <span class="row-preview">{value && <Content of={value.item} />}</span>;
}

function Sum({ asked }: { readonly asked: Asked }) {
  const sum = sumOf(asked);
  if (!sum) return null;
  const { lines, isSeller, totalSats } = sum;
  return (
    <table class="sum">
      <caption class="unseen">{own.sum}</caption>
      <tbody>
        {lines.map(({ part, sats }) => (
          <tr key={part}>
            <th scope="row">{own.parts[part]}</th>
            <td>
              {sats < 0 && '−'}
              <Amount sats={Math.abs(sats)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{isSeller ? own.net : lines.length > 0 ? own.inAll : own.atMost}</th>
          <td>
            <Amount sats={totalSats} withFiat />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
