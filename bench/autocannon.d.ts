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
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
  }): Promise<Result>;
}
