/** @typedef {Record<string, any>} Json */
/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} method In capitals.
 * @property {string} path
 * @property {string} base The URL that the path is below.
 * @property {string} tag
 * @property {boolean} needsToken
 * @property {Json} is As the document has it.
 */

/** What `$ref` points to, else the node itself. @param {Json} document @param {Json} node */
export const resolved = (document, node) =>
  typeof node['$ref'] === 'string'
    ? node['$ref']
        .slice(2)
        .split('/')
        .reduce((part, key) => part[key], document)
    : node;

/** All operations in the order of the document. @param {Json} document @returns {Operation[]} */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, is]) => ({
      id: is.operationId,
      method: method.toUpperCase(),
      path,
      base: (servers ?? document.servers)[0].url,
      tag: is.tags[0],
      needsToken: is.security.length > 0,
      is,
    })),
  );

/**
 * A request as the reader has filled it in.
 * @typedef {{ url: string, method: string, headers: Record<string, string>, body: string | null }} Filled
 */
