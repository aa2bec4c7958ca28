/**
 * Gallery: a page of listings for visitors without an account or a wallet. It reads `/market`, which
 * needs no token, at most once a second however many visitors there are.
 *
 *   npx tsx --conditions=source examples/gallery.ts    # then open http://127.0.0.1:3000
 */
import { createServer } from 'node:http';
import { marketOf } from '@ordbook/client/market';

const url = process.env['ORDBOOK_URL'] ?? 'http://127.0.0.1:8080';
const port = Number(process.env['PORT'] ?? 3000);
const market = marketOf({ baseUrl: url });
/** Names are written by whoever inscribed them. */
const text = (given: string) => given.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

async function page(): Promise<string> {
  const sections = (await market.collections()).map(async ({ slug, name, floorSats }) => {
    const { items } = await market.items(slug, { limit: 12 });
    const figures = items.map(({ image, name: title, priceSats }) => {
      const price = priceSats === null ? 'not for sale' : `${priceSats.toLocaleString('en')} sats`;
      return `<figure><img src="${text(image)}" alt="" width="160"><figcaption>${text(title)}, ${price}</figcaption></figure>`;
    });
    const floor = floorSats === null ? 'nothing is for sale' : `from ${floorSats.toLocaleString('en')} sats`;
    return `<h1>${text(name)}</h1><p>${floor}</p>${figures.join('')}`;
  });
  const style = 'body{font:16px sans-serif}figure{display:inline-block;margin:8px;width:160px}';
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${(await Promise.all(sections)).join('')}`;
}

let shown = { atMs: 0, page: Promise.resolve('') };
createServer((_, response) => {
  if (Date.now() - shown.atMs > 1_000) shown = { atMs: Date.now(), page: page() };
  shown.page.then(
    (html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
    () =>
      response.writeHead(502, { 'content-type': 'text/plain' }).end('The market does not answer; try again.'),
  );
}).listen(port, '127.0.0.1', () => console.log(`gallery at http://127.0.0.1:${port}`));
