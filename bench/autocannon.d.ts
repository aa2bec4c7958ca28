/** The part of autocannon 9 that the benches use; it ships without types. */
declare module 'autocannon' {
  interface Histogram {
    readonly average: number;
    readonly p50: number;
    readonly p99: number;
  }
  interface Result {
    /** A second. */
    readonly requests: Histogram;
    /** ms */
    readonly latency: Histogram;
    readonly errors: number;
    readonly non2xx: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    /** Number of responses by status. */
    readonly statusCodeStats?: Readonly<Record<string, { readonly count: number }>>;
  }
  interface Request {
    readonly method?: 'GET' | 'POST';
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: Request) => Request;
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly method?: 'GET' | 'POST';
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly method?: 'GET' | 'POST';
    readonly body?: string;
    /** Sent in turns instead of `url` alone. */
    readonly requests?: readonly Request[];
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Threads that send; absent: the caller's. */
    readonly workers?: number;
  }): Promise<Result>;
}
