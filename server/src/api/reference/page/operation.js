import { el, prose } from './dom.js';
import { curl, pythonSample, typescript } from './samples.js';
import { fieldsOf, unfolding } from './schema.js';

/** @typedef {import('./document.js').Json} Json */
/** @typedef {import('./document.js').Operation} Operation */
/** @typedef {import('./document.js').Filled} Filled */

const LANGUAGES = { curl, TypeScript: typescript, Python: pythonSample };
/** Characters of a response that are shown. */
const MOST_SHOWN = 100_000;
const STREAM = 'text/event-stream';
const STREAM_SHOWN_MS = 5_000;

/** Closed; what is inside is made when it is opened. @param {Json} document @param {Operation} operation @param {() => string} token */
export function operationFold(document, operation, token) {
  const { id, method, path, is } = operation;
  const fold = el(
    'details',
    { id, class: 'operation' },
    el(
      'summary',
      {},
      el('span', { class: `method ${method.toLowerCase()}` }, method),
      el('code', {}, path),
      el('span', { class: 'what' }, is.summary),
    ),
  );
  fold.addEventListener('toggle', () => fold.append(inside(document, operation, token)), { once: true });
  return fold;
}

/** @param {Json} document @param {Operation} operation @param {() => string} token */
function inside(document, operation, token) {
  const { is, needsToken, method } = operation;
  const media = is.requestBody?.content['application/json'];
  const isStream = STREAM in (is.responses[200]?.content ?? {});
  /** @type {{ name: string, in: string, input: HTMLInputElement }[]} */
  const inputs = (is.parameters ?? []).map((/** @type {Json} */ parameter) => ({
    name: parameter.name,
    in: parameter.in,
    input: el('input', { value: parameter.example ?? '', 'aria-label': parameter.name, autocomplete: 'off' }),
  }));
  const body = /** @type {HTMLTextAreaElement | null} */ (
    media ? el('textarea', { rows: 12, spellcheck: 'false', 'aria-label': 'Request body' }) : null
  );
  if (body) body.value = JSON.stringify(media.example ?? {}, null, 2);

  /** Throws for a body that is no JSON. @returns {Filled} */
  const filled = () => {
    let path = operation.path;
    const query = new URLSearchParams();
    for (const { name, in: place, input } of inputs)
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(input.value));
      else if (input.value !== '') query.set(name, input.value);
    const search = query.size === 0 ? '' : `?${String(query).replaceAll('%2C', ',')}`;
    if (body) JSON.parse(body.value);
    return {
      url: `${operation.base}${path}${search}`,
      method,
      headers: {
        ...(needsToken || token() !== '' ? { authorization: `Bearer ${token()}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(isStream ? { accept: STREAM } : {}),
      },
      body: body ? body.value : null,
    };
  };

  const filledOrNull = () => {
    try {
      return filled();
    } catch {
      return null;
    }
  };

  const result = el('div', { class: 'result', role: 'status' });
  const sample = el('pre', { tabindex: '0' });
  let language = /** @type {keyof typeof LANGUAGES} */ ('curl');
  const tabs = Object.keys(isStream ? { curl } : LANGUAGES).map((name) =>
    el('button', { type: 'button', onclick: () => show(/** @type {keyof typeof LANGUAGES} */ (name)) }, name),
  );
  const copy = el(
    'button',
    { type: 'button', onclick: () => navigator.clipboard.writeText(sample.textContent ?? '') },
    'Copy',
  );
  const show = (name = language) => {
    language = name;
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.textContent === name));
    const request = filledOrNull();
    sample.textContent = request === null ? 'The request body is not JSON.' : LANGUAGES[name](request);
  };
  const send = el('button', { type: 'submit', class: 'send' }, 'Send');
  const form = el(
    'form',
    {
      oninput: () => show(),
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const request = filledOrNull();
        if (request === null) return result.replaceChildren('The request body is not JSON.');
        result.replaceChildren('Sending…');
        result.replaceChildren(...(await answerOf(request)));
      },
    },
    inputs.length === 0 ? null : parameterTable(is.parameters, inputs),
    body ? el('h3', {}, 'Body') : null,
    body,
    body ? unfolding('Fields of the body', () => fieldsOf(document, media.schema)) : null,
    send,
    needsToken ? el('small', {}, ' with the session token above') : null,
  );
  show();
  return el(
    'div',
    { class: 'inside' },
    el('p', {}, ...prose(is.description ?? '')),
    el(
      'div',
      { class: 'pair' },
      form,
      el('div', { class: 'sample' }, el('div', { class: 'tabs' }, ...tabs, copy), sample),
    ),
    result,
    el('h3', {}, 'Responses'),
    ...Object.entries(is.responses).map(([status, response]) => responseFold(document, status, response)),
  );
}

/** @param {Json[]} parameters @param {{ input: HTMLInputElement }[]} inputs */
function parameterTable(parameters, inputs) {
  const rows = parameters.map(({ name, in: place, required, description, schema }, i) =>
    el(
      'tr',
      {},
      el(
        'th',
        { scope: 'row' },
        el('code', {}, name),
        el('small', {}, required ? ` ${place}` : ` ${place}, optional`),
      ),
      el('td', {}, inputs[i].input, el('small', {}, ...prose(description ?? schema.description ?? ''))),
    ),
  );
  return el('table', {}, el('caption', {}, 'Parameters'), el('tbody', {}, ...rows));
}

/** @param {Json} document @param {string} status @param {Json} response */
function responseFold(document, status, response) {
  const media = /** @type {Json | undefined} */ (Object.values(response.content ?? {})[0]);
  const title = `${status} ${response.description ?? ''}`;
  if (!media) return el('p', {}, title);
  return unfolding(title, () => {
    const example = media.example ? codeBlock(JSON.stringify(media.example, null, 2)) : null;
    return el('div', {}, fieldsOf(document, media.schema), example);
  });
}

/** @param {string} text */
const codeBlock = (text) => el('pre', { tabindex: '0' }, text);

/** Sends the request; the parts of what is shown of its answer. @param {Filled} filled */
async function answerOf({ url, ...request }) {
  try {
    const started = performance.now();
    const response = await fetch(url, request);
    const type = response.headers.get('content-type') ?? '';
    const text = type.startsWith(STREAM) ? await beginningOf(response) : await response.text();
    const took = Math.round(performance.now() - started);
    const pretty = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const status = el('strong', { class: response.ok ? 'fine' : 'wrong' }, String(response.status));
    return [
      el('p', {}, status, ` in ${took} ms`),
      codeBlock(pretty.slice(0, MOST_SHOWN)),
      unfolding('Headers', () => codeBlock(headers)),
    ];
  } catch (error) {
    return [el('p', { class: 'wrong' }, `No answer can be shown: ${error}`)];
  }
}

/** What a stream sends in its first seconds. @param {Response} response */
async function beginningOf({ body }) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
  const timer = setTimeout(() => reader.cancel(), STREAM_SHOWN_MS);
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  clearTimeout(timer);
  return text;
}
