import { linkTo } from '../app/location.ts';
import type { PageProps } from '../app/page-props.ts';
import { SLOTS } from '../app/slots.ts';
import { useTitle } from '../app/use-title.ts';
import { CopyButton } from '../design/copy-button.tsx';
import { Tabs } from '../design/tabs.tsx';
import { ends } from '../format/sats.ts';
import { text } from '../text.ts';
import { Feed } from './activity/feed.tsx';
import { HeldOffers } from './wallet/held-offers.tsx';
import { Holdings } from './wallet/holdings.tsx';

const TABS = ['items', 'offers', 'activity'] as const;

/** An ordinals address, anybody's: what it holds and lists, the offers for that, and its trades. */
export default function Wallet({ parameters, query }: PageProps) {
  const address = parameters['address']!;
  useTitle(ends(address));
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'items';
  return (
    <>
      <header class="page-head">
        <h1>{text.titles.wallet}</h1>
        <p>
          <span class="mono">{address}</span> <CopyButton value={address} what={text.wallet.address} />
        </p>
        {SLOTS.ownWallet && <SLOTS.ownWallet address={address} />}
      </header>
      <Tabs
        label={text.titles.wallet}
        names={TABS.map((one) => [one, text.wallet.tabs[one]])}
        shown={tab}
        linkOf={(one) => linkTo('wallet', { address }, { tab: one === 'items' ? null : one })}
      />
      {tab === 'items' && <Holdings address={address} />}
      {tab === 'offers' && <HeldOffers address={address} />}
      {tab === 'activity' && <Feed address={address} />}
    </>
  );
}
