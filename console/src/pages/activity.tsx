import { text } from '../text.ts';
import { Feed } from './activity/feed.tsx';

/** What happens on the whole market, live. */
export default function Activity() {
  return (
    <>
      <header class="page-head">
        <h1>{text.titles.activity}</h1>
        <p class="lede">{text.activity.lede}</p>
      </header>
      <Feed />
    </>
  );
}
