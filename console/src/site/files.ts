/** The built console: one page, and the files that it loads. */
export interface ConsoleFiles {
  /** HTML. Its `<base href>` and `<meta name="ordbook-api">` say where it is and which service it shows. */
  readonly page: string;
  /** By name, below `assets/`. A name has the hash of its content: browsers may keep the file for ever. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

export interface ConsoleFile {
  readonly body: Uint8Array;
  readonly contentType: string;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The MIME type of a file by its name. */
export function contentTypeOf(name: string): string {
  return TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
