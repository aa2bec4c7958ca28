import { defineConfig } from 'vitepress';
import { PAGES } from '../../scripts/reference.ts';

/** Pages by chapter; those of docs/decisions are listed on a page of their own. */
const CHAPTERS: readonly (readonly [
  chapter: string,
  pages: readonly (readonly [text: string, link: string])[],
])[] = [
  [
    'Guides',
    [
      ['Trading on a market', '/traders'],
      ["A trader's bot", '/guides/trading-bot'],
      ['A first listing with curl', '/guides/curl'],
      ['A wallet', '/guides/wallet'],
      ['A front end', '/guides/front-end'],
      ['An agent', '/guides/agent'],
      ['The packages', '/guides/packages'],
      ['An operator', '/guides/operator'],
      ['A contributor', '/guides/contributor'],
    ],
  ],
  [
    'The API',
    [
      ['Using it', '/api'],
      ['Events and webhooks', '/events'],
      ['Errors', '/errors'],
      ['Wallets of browsers', '/wallets'],
      ['Conformance', '/conformance'],
      ['Compatibility', '/compatibility'],
    ],
  ],
  ['The SDK', PAGES.map(({ name, title }): [string, string] => [title, `/reference/${name}`])],
  [
    'The transactions',
    [
      ['Listing', '/protocol/listing'],
      ['Purchase', '/protocol/purchase'],
      ['Custody proofs', '/protocol/custody'],
      ['Inscription offers', '/protocol/offers'],
      ['Collection offers', '/protocol/collection-offers'],
      ['Lifecycle', '/lifecycle'],
      ['Signers', '/signers'],
      ['Threat model', '/threat-model'],
      ['Griefing', '/griefing'],
      ['Vectors of the judge', '/judge-vectors'],
      ['Designs under attack', '/designs'],
    ],
  ],
  [
    'Running it',
    [
      ['Install', '/install'],
      ['Mainnet', '/mainnet'],
      ['Rehearse', '/rehearsal'],
      ['Operations', '/operations'],
      ['Settings', '/settings'],
      ['Business', '/business'],
      ['Console', '/console'],
      ['Collections', '/collections'],
      ['Performance', '/performance'],
      ['Growth', '/growth'],
      ['Releasing', '/releasing'],
    ],
  ],
  [
    'The code',
    [
      ['Architecture', '/architecture'],
      ['Decisions', '/decisions/README'],
      ['Testing', '/testing'],
      ['Policies of devnode', '/devnode-policies'],
      ['Glossary', '/glossary'],
    ],
  ],
];

/** A link to a file beside docs/, which the manual does not have. */
const LEAVES_DOCS = /^(\.\.\/)+(?!protocol\/|decisions\/|guides\/)[\w.]|^[\w/]*\.(ts|sh|json)$/;

/** The manual: built by `npm run manual`, served by the sandbox at /manual. Loads nothing from other hosts. */
export default defineConfig({
  title: 'ordbook',
  description: 'A self-hosted trading engine for Bitcoin inscriptions.',
  base: '/manual/',
  outDir: '../dist/manual',
  cacheDir: '../node_modules/.cache/vitepress',
  lastUpdated: false,
  // no icon: browsers would look for one outside the manual
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    // The theme's own grey is too pale to be read. The keys beside “Search” are not in the button's name, so
    // somebody who speaks what is shown would not reach it.
    [
      'style',
      {},
      ':root{--vp-code-lang-color:var(--vp-c-text-2)}.DocSearch-Button-Keys{display:none!important}',
    ],
  ],
  // vitepress's own check of links: a dead one fails the build
  ignoreDeadLinks: false,
  markdown: {
    // comments of the usual themes are too pale to be read
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      // the pages have `<id>` in their text, which is no HTML; their comments are marks of the renderer
      md.set({ html: false });
      md.core.ruler.before('normalize', 'comments', (state) => {
        state.src = state.src.replace(/<!--[\s\S]*?-->\n?/g, '');
      });
      // files of the repository are named, not linked
      md.core.ruler.after('inline', 'outside', (state) => {
        for (const { children } of state.tokens) {
          let isOutside = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open')
              isOutside = LEAVES_DOCS.test(pathFrom(state.env, token.attrGet('href')));
            if (!isOutside || !token.type.startsWith('link_')) continue;
            if (token.type === 'link_close') isOutside = false;
            Object.assign(token, { type: 'text', tag: '', nesting: 0, content: '', attrs: null });
          }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [{ text: 'API reference', link: '/docs', target: '_self' }],
    sidebar: CHAPTERS.map(([text, pages]) => ({
      text,
      items: pages.map(([title, link]) => ({ text: title, link })),
    })),
  },
});

/** A link as seen from docs/; one that leaves it begins with `../`. */
function pathFrom(env: { relativePath?: string }, href: string | null): string {
  const url = new URL(href ?? '', `http://docs/a/b/${env.relativePath ?? ''}`);
  if (url.host !== 'docs') return href ?? '';
  return url.pathname.startsWith('/a/b/') ? url.pathname.slice('/a/b/'.length) : '../outside';
}
