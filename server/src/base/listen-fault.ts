/** What an error of listening on a port means, in words. `setting`: the port's. null: it is another error. */
function listenFault(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  setting: string,
): string | null {
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'EADDRINUSE':
      return `another process listens at ${host}:${port} (\`ss -ltnp 'sport = :${port}'\` names it); stop it, or set ${setting} to another port`;
    case 'EACCES':
      return `this user may not listen at ${host}:${port}; set ${setting} to a port from 1024 on`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; correct ${setting === 'PORT' ? 'HOST' : setting}`;
    default:
      return null;
  }
}

/** Resolves when `listen` does. Throws an Error in words when the port is unavailable. */
export async function listening<T>(
  listen: Promise<T>,
  at: { readonly host: string; readonly port: number },
  setting: string,
): Promise<T> {
  try {
    return await listen;
  } catch (error) {
    const fault = listenFault(error, at, setting);
    throw fault === null ? error : new Error(fault, { cause: error });
  }
}
