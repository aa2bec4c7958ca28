/** Values of the `:name` parts of a path. */
export type PathParameters = Readonly<Record<string, string>>;

/** Addresses of pages by their names; a part `:name` stands for any value. */
export type Paths<Name extends string> = Readonly<Record<Name, string>>;

/** The address of a page, without the folder of the console. */
export function pathIn<Name extends string>(
  paths: Paths<Name>,
  page: Name,
  parameters: PathParameters,
): string {
  return paths[page].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** The page at an address, with the parts of its path; null: there is none. */
export function pageIn<Name extends string>(
  paths: Paths<Name>,
  path: string,
): { readonly page: Name; readonly parameters: PathParameters } | null {
  const parts = partsOf(path);
  for (const [page, pattern] of Object.entries(paths) as [Name, string][]) {
    const wanted = partsOf(pattern);
    if (wanted.length !== parts.length) continue;
    const parameters: Record<string, string> = {};
    const matches = wanted.every((want, place) => {
      const part = parts[place]!;
      if (!want.startsWith(':')) return want === part;
      const value = decoded(part);
      if (value === null) return false;
      parameters[want.slice(1)] = value;
      return true;
    });
    if (matches) return { page, parameters };
  }
  return null;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
