/**
 * An element. Strings become text, never HTML. A property `on…` is a listener; false and undefined leave an attribute out.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(key.slice(2), /** @type {never} */ (value));
    else if (value !== false && value !== undefined)
      made.setAttribute(key, value === true ? '' : String(value));
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The text with what stands between backticks as code. @param {string} text */
export const prose = (text) => text.split('`').map((part, i) => (i % 2 === 1 ? el('code', {}, part) : part));
