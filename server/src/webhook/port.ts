/** Sends a signed event to an endpoint. */
export interface WebhookSender {
  /**
   * Posts `body` once. Returns the status, or what went wrong; never throws. Nothing is followed: a redirect
   * is a failure.
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Sent>;
}

export type Sent = { readonly status: number } | { readonly fault: string };

/** Whether the endpoint took it. */
export function isTaken(sent: Sent): boolean {
  return 'status' in sent && sent.status >= 200 && sent.status < 300;
}
