/** Where the console is, and which service it shows. */
export interface Place {
  /** Path of the folder of the console, with a slash at its end. */
  readonly folder: string;
  /** Base URL of the API, with /api/v1. */
  readonly apiUrl: string;
  /** The service without /api/v1: events, content and the market are beside the API. */
  readonly serviceUrl: string;
}

/** Reads it from a page. Where `<meta name="ordbook-api">` is empty, the service is where the page is. */
export function placeOf(page: Pick<Document, 'baseURI' | 'querySelector'>): Place {
  const meta = page.querySelector('meta[name="ordbook-api"]')?.getAttribute('content')?.trim() ?? '';
  const apiUrl = new URL(meta === '' ? 'api/v1' : meta, page.baseURI).href.replace(/\/+$/, '');
  return {
    folder: new URL('.', page.baseURI).pathname,
    apiUrl,
    serviceUrl: apiUrl.replace(/\/api\/v1$/, ''),
  };
}
