/** The bodies of inscriptions, and what they may read of the chain, as the index serves them to browsers. */
export interface InscriptionContent {
  /**
   * Reads `/content/<id>` or one of the recursive endpoints `/r/…`. Follows delegates as the index does. A
   * compressed body comes back decompressed. Throws `Refusal('unavailable')` when the index is unreachable,
   * too slow, sends too much, or when too many reads wait. Retry-safe.
   */
  read(path: string): Promise<ContentResponse>;
}

export interface ContentResponse {
  /** 200, or the index's 4xx: an unknown inscription, or one without a body. */
  readonly status: number;
  /** As inscribed; null when the inscription names none. */
  readonly contentType: string | null;
  /** `Cache-Control` of the index, which knows whether the bytes may ever change. */
  readonly cacheControl: string | null;
  readonly body: Uint8Array;
}
