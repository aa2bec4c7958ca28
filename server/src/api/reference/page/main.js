import { operationsOf } from './document.js';
import { el, prose } from './dom.js';
import { FLOWS } from './flows.js';
import { operationFold } from './operation.js';
import { offerSessions, token } from './session.js';

/** @typedef {import('./document.js').Json} Json */

const content = /** @type {HTMLElement} */ (document.querySelector('#content'));
const contents = /** @type {HTMLElement} */ (document.querySelector('#contents'));
const filter = /** @type {HTMLInputElement} */ (document.querySelector('#filter'));

/** @param {string} id @param {string} text */
const link = (id, text) => el('a', { href: `#${id}` }, text);

/** Reads the document and shows it. What was open stays open. */
async function show() {
  const response = await fetch('docs/json');
  if (!response.ok) throw new Error(`the document is ${response.status}`);
  /** @type {Json} */
  const read = await response.json();
  const open = [...content.querySelectorAll('details.operation[open]')].map(({ id }) => id);
  const operations = operationsOf(read);
  const summaries = new Map(operations.map(({ id, is }) => [id, is.summary]));
  const flows = FLOWS.map(({ title, steps }) =>
    el(
      'section',
      { class: 'flow' },
      el('h3', {}, title),
      el(
        'ol',
        {},
        ...steps.map(([id, why]) => el('li', {}, link(id, summaries.get(id) ?? id), ': ', ...prose(why))),
      ),
    ),
  );
  const groups = read.tags.map(({ name, description }) =>
    el(
      'section',
      { class: 'group' },
      el('h2', { id: `tag-${name.replaceAll(' ', '-')}` }, name),
      el('p', {}, ...prose(description)),
      ...operations.filter(({ tag }) => tag === name).map((one) => operationFold(read, one, token)),
    ),
  );
  content.replaceChildren(
    ...read.info.description.split('\n\n').map((/** @type {string} */ text) => el('p', {}, ...prose(text))),
    el('section', { class: 'flows', 'aria-label': 'Flows' }, el('h2', { id: 'flows' }, 'Flows'), ...flows),
    ...groups,
    el('p', { id: 'none', hidden: true }, 'No operation has these words.'),
  );
  contents.replaceChildren(
    link('flows', 'Flows'),
    ...read.tags.map((/** @type {Json} */ { name }) => link(`tag-${name.replaceAll(' ', '-')}`, name)),
  );
  for (const id of open) unfold(id);
  sift();
}

/** Keeps the operations whose method, path, summary or tag contain every word of the filter. */
function sift() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const group of content.querySelectorAll('.group')) {
    const tag = group.querySelector('h2')?.textContent ?? '';
    let isAny = false;
    for (const fold of group.querySelectorAll('.operation')) {
      const text = `${tag} ${fold.querySelector('summary')?.textContent}`.toLowerCase();
      const isWanted = words.every((word) => text.includes(word));
      /** @type {HTMLElement} */ (fold).hidden = !isWanted;
      isAny ||= isWanted;
    }
    /** @type {HTMLElement} */ (group).hidden = !isAny;
  }
  const isFiltered = filter.value.trim() !== '';
  /** @type {HTMLElement} */ (content.querySelector('.flows')).hidden = isFiltered;
  const none = /** @type {HTMLElement} */ (content.querySelector('#none'));
  none.hidden = content.querySelector('.group:not([hidden])') !== null;
}

/** @param {string} id */
function unfold(id) {
  const fold = document.getElementById(id);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  return fold;
}

const goToHash = () => unfold(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

filter.addEventListener('input', sift);
addEventListener('hashchange', goToHash);
try {
  await show();
  goToHash();
  await offerSessions(show);
} catch (error) {
  content.replaceChildren(
    el('p', { class: 'wrong' }, `The reference cannot be shown: ${error}. Reload the page.`),
  );
}
