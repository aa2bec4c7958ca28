/** The base URL of an `ord` server without user and password, and the header that carries these instead. */
export function ordAddress(url: string): {
  readonly base: string;
  readonly authorization: Readonly<Record<string, string>>;
} {
  const { username, password, origin, pathname } = new URL(url);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    base: `${origin}${pathname.replace(/\/+$/, '')}`,
    authorization: username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` },
  };
}
