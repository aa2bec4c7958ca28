/**
 * Returns one URL for each server that `url` names, in their order. libpq lets a connection string name
 * several servers of one database, `pg` does not:
 * `postgres://user@first:5432,second:5432/ordbook?target_session_attrs=read-write`.
 */
export function hostUrls(url: string): string[] {
  const parts = /^([^:]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url);
  if (!parts) return [url];
  const [, before, hosts, after] = parts as unknown as [string, string, string, string];
  return hosts.split(',').map((host) => withoutTarget(`${before}${host}${after}`));
}

/** `pg` does not know this parameter; the adapter always looks for the primary. */
function withoutTarget(url: string): string {
  return url.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_all, before: string, after: string) =>
    after === '&' ? before : '',
  );
}
