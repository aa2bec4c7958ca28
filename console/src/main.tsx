import './design/main.css';
import { render } from 'preact';
import { followLinks } from './app/location.ts';
import { Shell } from './app/shell.tsx';
import { loadInfo } from './data/market.ts';
import { applyScheme } from './design/scheme.ts';

applyScheme();
followLinks();
loadInfo();
render(<Shell />, document.querySelector('#console')!);
