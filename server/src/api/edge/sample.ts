type Json = { readonly [key: string]: unknown };

/**
 * A value that fits a schema of the document: made of the examples, defaults and choices that its parts name,
 * with the optional ones. Lists have one item, or as many as they need. Throws an Error for a part that names
 * none, with its path. `schemas`: what `#/components/schemas/…` refers to.
 */
export function sampleOf(schema: unknown, schemas: Json, path = ''): unknown {
  const node = schema as Json;
  const reference = node['$ref'];
  if (typeof reference === 'string')
    return sampleOf(schemas[reference.slice('#/components/schemas/'.length)], schemas, path);
  for (const keyword of ['examples', 'enum', 'anyOf'] as const) {
    const [first] = Array.isArray(node[keyword]) ? node[keyword] : [];
    if (first !== undefined) return keyword === 'anyOf' ? sampleOf(first, schemas, path) : first;
  }
  if ('const' in node) return node['const'];
  if ('default' in node) return node['default'];
  const [type] = [node['type']].flat();
  switch (type) {
    case 'object': {
      const fields = Object.entries((node['properties'] ?? {}) as Json);
      return Object.fromEntries(
        fields.map(([name, field]) => [name, sampleOf(field, schemas, `${path}/${name}`)]),
      );
    }
    case 'array': {
      const count = Math.max(1, Number(node['minItems'] ?? 1));
      return Array.from({ length: count }, () => sampleOf(node['items'], schemas, `${path}[]`));
    }
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return node['minimum'] ?? 0;
    case 'string':
      return 'text'.slice(0, Number(node['maxLength'] ?? 4));
    default:
      throw new Error(`${path} has neither an example nor a type`);
  }
}
