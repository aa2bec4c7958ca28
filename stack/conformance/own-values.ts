type Json = { [key: string]: unknown };

/** By `operationId`, then by the name of a parameter or of a field of the body: the values it may have. */
export type OwnValues = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/**
 * The document with existing values of the caller in place of patterns, so that generated requests pass the
 * ownership checks and reach the flows. Named optional fields become required. Responses stay the same.
 */
export function withOwnValues(document: object, own: OwnValues): object {
  const { paths, ...rest } = structuredClone(document) as { paths: Record<string, Record<string, Json>> };
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations)) {
      const values = own[operation['operationId'] as string] ?? {};
      for (const parameter of (operation['parameters'] ?? []) as Json[])
        narrow(parameter, 'schema', values[parameter['name'] as string]);
      const body = operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined;
      const schema = body?.content['application/json']?.schema;
      const properties = (schema?.['properties'] ?? {}) as Json;
      const named = Object.keys(properties).filter((name) => narrow(properties, name, values[name]));
      if (named.length > 0)
        schema!['required'] = [...new Set([...((schema!['required'] ?? []) as string[]), ...named])];
    }
  return { ...rest, paths };
}

function narrow(holder: Json, name: string, values: readonly unknown[] | undefined): boolean {
  if (!values) return false;
  holder[name] = { enum: values };
  return true;
}
