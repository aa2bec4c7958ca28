/**
 * A pooler as pgbouncer is with `pool_mode = transaction`: all clients share one session of PostgreSQL, one
 * transaction after the other.
 */
import { createConnection, createServer, type Socket } from 'node:net';

export interface Pooler {
  readonly port: number;
  close(): void;
}

/** The messages that a stream begins with, and what is left; `hasType`: false before the start of a session. */
function messagesIn(buffer: Buffer, hasType = true): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = [];
  let rest = buffer;
  const head = hasType ? 1 : 0;
  while (rest.length >= head + 4 && rest.length >= head + rest.readInt32BE(head)) {
    const length = head + rest.readInt32BE(head);
    whole.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return { whole, rest };
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0]!);
/** ReadyForQuery outside of a transaction. */
const isIdle = (message: Buffer) => typeOf(message) === 'Z' && message[5] === 'I'.charCodeAt(0);

export async function startTransactionPooler(serverPort: number): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const listener = createServer();
  /** What the server said when the one session began, for every client. */
  let greeting: Buffer | null = null;
  let server: Socket | null = null;
  let owner: Socket | null = null;
  const waiting: { client: Socket; message: Buffer }[] = [];

  function forward(): void {
    if (greeting === null) return;
    for (let i = 0; i < waiting.length; ) {
      const { client, message } = waiting[i]!;
      owner ??= client;
      if (owner === client) {
        waiting.splice(i, 1);
        server!.write(message);
      } else i += 1;
    }
  }

  function begin(startup: Buffer): void {
    server = createConnection(serverPort, '127.0.0.1');
    sockets.add(server);
    server.on('error', () => undefined);
    server.write(startup);
    let read: Buffer = Buffer.alloc(0);
    let greeted: Buffer[] | null = [];
    server.on('data', (chunk) => {
      const { whole, rest } = messagesIn(Buffer.concat([read, chunk as Buffer]));
      read = rest;
      for (const message of whole) {
        if (greeted) {
          greeted.push(message);
          if (!isIdle(message)) continue;
          greeting = Buffer.concat(greeted);
          greeted = null;
          listener.emit('greeting');
        } else {
          owner?.write(message);
          if (isIdle(message)) owner = null;
        }
      }
      forward();
    });
  }

  listener.on('connection', (client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    let read: Buffer = Buffer.alloc(0);
    let hasBegun = false;
    client.on('data', (chunk) => {
      const { whole, rest } = messagesIn(Buffer.concat([read, chunk as Buffer]), hasBegun);
      read = rest;
      for (const message of whole) {
        if (hasBegun) {
          // a client that leaves does not end the session
          if (typeOf(message) !== 'X') waiting.push({ client, message });
          continue;
        }
        hasBegun = true;
        if (server === null) begin(message);
        if (greeting) client.write(greeting);
        else listener.once('greeting', () => client.write(greeting!));
      }
      forward();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as { port: number }).port,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
