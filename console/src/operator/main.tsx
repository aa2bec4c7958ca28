import '../design/operator-main.css';
import { render } from 'preact';
import { applyScheme } from '../design/scheme.ts';
import { enter } from './api/access.ts';
import { Shell } from './app/shell.tsx';
import { followLinks } from './location.ts';

applyScheme();
followLinks();
void enter();
render(<Shell />, document.querySelector('#console')!);
