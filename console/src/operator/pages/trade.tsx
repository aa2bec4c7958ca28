import type { PageProps } from '../../app/page-props.ts';
import { sats } from '../../format/sats.ts';
import { stateText } from '../../format/state-text.ts';
import { inFull } from '../../format/time.ts';
import { ActButton } from '../act/act-button.tsx';
import { ban, end } from '../act/acts.ts';
import { type Answer, read } from '../api/admin.ts';
import { sentence } from '../api/admin-error.ts';
import { LIVE_MS, useAnswer } from '../data/use-answer.ts';
import { linkTo } from '../location.ts';
import { ActTable } from '../parts/act-table.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { State } from '../parts/state.tsx';
import { words } from '../text.ts';

type Story = Answer<'/v1/trades/{id}'>;

/** The whole story of a trade. */
export function TradePage({ parameters }: PageProps) {
  const id = parameters['id'] ?? '';
  const story = useAnswer(
    `trade ${id}`,
    (signal) => read('/v1/trades/{id}', { parts: { id }, signal }),
    LIVE_MS,
  );
  return (
    <section class="operator-page">
      {story.value === undefined && <PageHead title={words.titles.trade} />}
      <Loaded from={story}>{(value) => <Told story={value} />}</Loaded>
    </section>
  );
}

function Told({ story }: { readonly story: Story }) {
  const { id, kind, sellers, buyer, next, signed } = story;
  const parties = [...new Set([...sellers, ...(buyer === null ? [] : [buyer])])];
  const ending = end({
    id,
    kind,
    state: story.state,
    inscriptionId: story.inscriptionIds[0] ?? null,
    collectionSlug: story.collectionSlug,
    seller: sellers[0] ?? null,
    buyer,
  });
  return (
    <>
      <PageHead title={`${words.titles.trade}: ${words.flows[kind]}`}>
        {ending && <ActButton act={ending} />}
        {parties.map((party) => (
          <BanButton key={party} of={party} isSeller={sellers.includes(party)} />
        ))}
      </PageHead>
      <div class="story">
        <div class="story-side">
          <section class="sheet">
            <p>
              <State state={story.settlementState ?? story.state} />
            </p>
            <h2>{words.trade.next}</h2>
            <p>{sentence(next)}</p>
          </section>
          <TradeFacts story={story} />
        </div>
        <div class="story-main">
          <Moves story={story} />
          <Transactions story={story} />
          <section>
            <h2>{words.trade.signed}</h2>
            <p>{sentence(signed)}</p>
          </section>
          <ActsOn id={id} />
        </div>
      </div>
    </>
  );
}

function BanButton({ of, isSeller }: { readonly of: string; readonly isSeller: boolean }) {
  const act = ban(of);
  const title = words.trade.ban(isSeller);
  return <ActButton act={{ ...act, title }} about={of} />;
}

function TradeFacts({ story }: { readonly story: Story }) {
  const say = words.trade;
  const fees = Object.entries(story.fees).flatMap(([name, value]) =>
    value === null ? [] : [[feeName(name), `${sats(value)} sats`] as const],
  );
  return (
    <Facts
      of={[
        [say.id, <span class="mono">{story.id}</span>],
        [say.price, story.priceSats === null ? null : `${sats(story.priceSats)} sats`],
        ...fees,
        [
          say.collection,
          story.collectionSlug && (
            <a href={linkTo('collection', { slug: story.collectionSlug })}>{story.collectionSlug}</a>
          ),
        ],
        [say.inscriptions, story.inscriptionIds.length > 0 && <Whole of={story.inscriptionIds} />],
        [say.sellers, story.sellers.length > 0 && <Whole of={story.sellers} />],
        [say.buyer, story.buyer && <Whole of={[story.buyer]} />],
        [say.made, inFull(Date.parse(story.createdAt))],
        [say.expires, story.expiresAt && inFull(Date.parse(story.expiresAt))],
        [say.reason, story.reason],
        [
          say.related,
          story.related.length > 0 && (
            <ul>
              {story.related.map(({ kind, id }) => (
                <li key={id}>
                  <a href={linkTo('trade', { id })}>
                    {kind} <span class="mono">{id.slice(0, 8)}</span>
                  </a>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}

/** `marketplaceFee` → `Marketplace fee`. */
function feeName(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function Whole({ of }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {of.map((one) => (
        <li key={one} class="mono">
          {one}
        </li>
      ))}
    </ul>
  );
}

function Moves({ story }: { readonly story: Story }) {
  return (
    <section>
      <h2>{words.trade.story}</h2>
      <ol class="timeline">
        {story.moves.map((move) => (
          <li key={`${move.at} ${move.kind} ${move.to}`}>
            <time dateTime={move.at} class="muted">
              {inFull(Date.parse(move.at))}
            </time>
            <p>
              {move.kind}: {move.from === null ? '' : `${stateText(move.from)} → `}
              <State state={move.to} />
            </p>
            {move.reason !== null && <p class="muted">{move.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Transactions({ story: { transactions, settlementTxid } }: { readonly story: Story }) {
  return (
    <section>
      <h2>{words.trade.transactions}</h2>
      {transactions.length === 0 ? (
        <p class="muted">{words.trade.noTransactions}</p>
      ) : (
        <ol class="rows">
          {transactions.map(({ txid, height }) => (
            <li key={txid} class="row">
              <span class="mono">{txid}</span>
              <span class="muted">
                {txid === settlementTxid && `${words.trade.settlement}, `}
                {height === null ? words.trade.inNone : words.trade.inBlock(height)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ActsOn({ id }: { readonly id: string }) {
  const acts = useAnswer(`acts on ${id}`, (signal) => read('/v1/acts', { query: { subject: id }, signal }));
  return (
    <section>
      <h2>{words.trade.acts}</h2>
      <Loaded from={acts}>
        {({ rows }) => <ActTable rows={rows} label={words.trade.acts} none={words.trade.noActs} />}
      </Loaded>
    </section>
  );
}
