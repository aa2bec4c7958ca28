import { lentCoins, myTrades, type Session } from '@ordbook/client';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../../app/location.ts';
import { onChange } from '../../data/changes.ts';
import { useResource } from '../../data/resource.ts';
import { useStore } from '../../data/store.ts';
import { Amount } from '../../design/amount.tsx';
import { CopyButton } from '../../design/copy-button.tsx';
import type { SignedIn } from '../../session/session.ts';
import { turns } from '../act.ts';
import { sentenceOf } from '../errors.ts';
import { firstOf } from '../first-of.ts';
import { words } from '../text.ts';

/** Open trades that are looked at, the newest. */
const MOST_OPEN = 200;

/** Sums of the sales that no block has yet, sats. */
async function pendingOf(session: Session, signal: AbortSignal) {
  const sums = { buy: 0, sell: 0 };
  const open = await firstOf(myTrades(session, { open: true, limit: 100, signal }), MOST_OPEN);
  for (const { settlementTxid, confirmedHeight, side, priceSats } of open)
    if (settlementTxid !== null && confirmedHeight === null) sums[side] += priceSats ?? 0;
  return sums;
}

/** Own addresses, what can pay now, and what is on its way. */
export default function OwnWallet({ by: { session } }: { readonly by: SignedIn }) {
  const { paymentAddress } = session.wallet;
  const turn = `${paymentAddress} ${useStore(turns)}`;
  // the coins are not read at each block: without an Esplora server that is a scan by the node
  const coins = useResource(`coins ${turn}`, () => lentCoins(session));
  const pending = useResource(`pending ${turn}`, (signal) => pendingOf(session, signal));
  const { reload } = pending;
  useEffect(() => onChange({ topics: ['block'] }, reload), [reload]);
  const say = words.wallet;
  return (
    <dl class="pairs sheet">
      <div>
        <dt>{say.payment}</dt>
        <dd>
          <span class="mono">{paymentAddress}</span> <CopyButton value={paymentAddress} what={say.payment} />
        </dd>
      </div>
      <div>
        <dt>{say.canPay}</dt>
        <dd>
          {coins.value ? (
            <>
              <Amount sats={coins.value.reduce((sum, { valueSats }) => sum + valueSats, 0)} withFiat />{' '}
              <span class="muted">{say.coins(coins.value.length)}</span>
            </>
          ) : (
            <span class="muted">{coins.error === null ? words.loading : sentenceOf(coins.error)}</span>
          )}
        </dd>
      </div>
      {pending.value && pending.value.buy + pending.value.sell > 0 && (
        <div>
          <dt>{say.pending}</dt>
          <dd>
            {pending.value.sell > 0 && (
              <>
                {say.sells} <Amount sats={pending.value.sell} withFiat />{' '}
              </>
            )}
            {pending.value.buy > 0 && (
              <>
                {say.buys} <Amount sats={pending.value.buy} withFiat />{' '}
              </>
            )}
            <a href={linkTo('trades')}>{say.follow}</a>
          </dd>
        </div>
      )}
    </dl>
  );
}
