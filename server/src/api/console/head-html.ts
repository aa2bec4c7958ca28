import type { Head } from './heads.ts';

interface Place {
  /** Of the service, without a slash at its end. */
  readonly publicUrl: string;
  readonly domain: string;
  /** Of the page. */
  readonly path: string;
}

/**
 * The console's page with what its head says: title, description and preview, and the facts for those without
 * JavaScript. Every text is escaped.
 */
export function pageWith(template: string, head: Head, { publicUrl, domain, path }: Place): string {
  const { title, description, picture, cardPath, isThere } = head;
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(content)}">`;
  const address = `${publicUrl}${path}`;
  const tags = [
    `<title>${escaped(title)} · ${escaped(domain)}</title>`,
    meta('description', description),
    ...(isThere ? [`<link rel="canonical" href="${escaped(address)}">`] : [meta('robots', 'noindex')]),
    `<link rel="manifest" href="manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="icon-192.png">`,
    meta('og:type', 'website'),
    meta('og:site_name', domain),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', address),
    meta('og:image', picture ?? `${publicUrl}${cardPath}`),
    ...(picture === null ? [meta('og:image:width', '1200'), meta('og:image:height', '630')] : []),
    meta('twitter:card', picture === null ? 'summary_large_image' : 'summary'),
  ];
  // by functions: inscribed text may hold what `replace` takes for a pattern
  return template
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${factsOf(head)}</noscript>`);
}

function factsOf({ title, description, facts, links }: Head): string {
  const rows = facts.map(
    ([label, value]) => `<div><dt>${escaped(label)}</dt><dd class="mono">${escaped(value)}</dd></div>`,
  );
  const items = links.map(
    ({ path, name, note }) =>
      `<li><a href="${escaped(path.slice(1))}">${escaped(name)}</a> <span class="muted">${escaped(note)}</span></li>`,
  );
  return [
    '<main class="about">',
    `<h1>${escaped(title)}</h1><p>${escaped(description)}</p>`,
    rows.length > 0 ? `<dl class="place">${rows.join('')}</dl>` : '',
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '',
    '<p>To trade here, switch JavaScript on. Programs use the <a href="docs">API</a>.</p>',
    '</main>',
  ].join('');
}

/** Text between tags and in attributes: no markup, and no characters that turn what stands beside them. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '')
    .replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
