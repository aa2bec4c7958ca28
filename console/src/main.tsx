import './design/main.css';
import { render } from 'preact';
import { followLinks } from './app/location.ts';
import { Shell } from './app/shell.tsx';
import { live } from './data/live.ts';
import { loadInfo } from './data/market.ts';
import { applyScheme } from './design/scheme.ts';
import { fetchSignedIn, signedIn } from './session/session.ts';

applyScheme();
followLinks();
loadInfo();
signedIn.follow(() => {
  const by = signedIn.get();
  const token = by?.session.client.options.token;
  live.readAs(by && token ? { name: by.session.profile.id, token, fetch: fetchSignedIn } : null);
});
render(<Shell />, document.querySelector('#console')!);
