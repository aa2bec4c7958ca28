import './design/main.css';
import { render } from 'preact';
import { followLinks } from './app/location.ts';
import { Shell } from './app/shell.tsx';
import { live } from './data/live.ts';
import { loadInfo } from './data/market.ts';
import { applyScheme } from './design/scheme.ts';
import { followTabs } from './session/kept.ts';
import { fetchSignedIn, hasExpired, signedIn } from './session/session.ts';

applyScheme();
followLinks();
loadInfo();
const readOwn = () => {
  const by = hasExpired.get() ? null : signedIn.get();
  const token = by?.session.client.options.token;
  live.readAs(by && token ? { name: by.session.profile.id, token, fetch: fetchSignedIn } : null);
};
signedIn.follow(readOwn);
hasExpired.follow(readOwn);
followTabs(() => signedIn.set(null));
render(<Shell />, document.querySelector('#console')!);
