import { resolved } from './document.js';
import { el, prose } from './dom.js';

/** @typedef {import('./document.js').Json} Json */

const LIMITS = /** @type {const} */ ({
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'length at least',
  maxLength: 'length at most',
  minItems: 'items at least',
  maxItems: 'items at most',
});

/** `string (uuid)`, `array of Item or null` @param {Json} document @param {Json} schema @returns {string} */
function typeOf(document, schema) {
  if (schema['$ref']) return schema['$ref'].split('/').at(-1);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map((/** @type {Json} */ part) => typeOf(document, part)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const name = [schema.type ?? 'any'].flat().join(' or ');
  if (schema.items) return `${name} of ${typeOf(document, schema.items)}`;
  return schema.format ? `${name} (${schema.format})` : name;
}

/** @param {Json} schema */
function limitsOf(schema) {
  const said = Object.entries(LIMITS).flatMap(([key, words]) =>
    schema[key] === undefined ? [] : [`${words} ${schema[key].toLocaleString('en')}`],
  );
  if (schema.enum)
    said.push(`one of ${schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(', ')}`);
  if (schema.pattern) said.push(`pattern ${schema.pattern}`);
  if (schema.default !== undefined) said.push(`default ${JSON.stringify(schema.default)}`);
  return said.join('; ');
}

/** The objects inside a schema whose fields can be shown. @param {Json} document @param {Json} schema @returns {Json[]} */
function objectsIn(document, schema) {
  const here = resolved(document, schema);
  if (here.properties) return [here];
  const parts = here.anyOf ?? here.oneOf ?? here.allOf ?? (here.items ? [here.items] : []);
  return parts.flatMap((/** @type {Json} */ part) => objectsIn(document, part));
}

/**
 * The fields of a schema, each with type, limits and meaning; what is inside is shown when it is opened.
 * @param {Json} document
 * @param {Json} schema
 */
export function fieldsOf(document, schema) {
  const list = el('dl', { class: 'fields' });
  for (const { properties, required = [] } of objectsIn(document, schema))
    for (const [name, field] of Object.entries(properties)) {
      const whole = { ...resolved(document, field), ...field };
      const limits = limitsOf(whole);
      list.append(
        el(
          'dt',
          {},
          el('code', {}, name),
          ` ${typeOf(document, field)}`,
          required.includes(name) ? null : el('small', {}, ' optional'),
        ),
        el(
          'dd',
          {},
          ...prose(whole.description ?? ''),
          limits === '' ? null : el('small', {}, ` ${limits}.`),
          objectsIn(document, field).length === 0
            ? null
            : unfolding(`fields of ${name}`, () => fieldsOf(document, field)),
        ),
      );
    }
  return list;
}

/** Made when it is opened. @param {string} title @param {() => Node} make @param {Record<string, unknown>} [attributes] */
export function unfolding(title, make, attributes = {}) {
  const fold = el('details', attributes, el('summary', {}, title));
  fold.addEventListener('toggle', () => fold.append(make()), { once: true });
  return fold;
}
