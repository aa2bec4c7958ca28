/**
 * Why a transaction or block is refused, as Bitcoin Core names it: `reason` is the reject reason, `detail`
 * its debug text (may be empty). `kind` is the part of Core's TxValidationResult that changes what happens
 * next.
 */
export type Rejection = {
  readonly kind: 'consensus' | 'policy' | 'missing inputs' | 'reconsiderable' | 'premature';
  readonly reason: string;
  readonly detail: string;
};

export function reject(kind: Rejection['kind'], reason: string, detail = ''): Rejection {
  return { kind, reason, detail };
}

/** Core's ValidationState::ToString: the reason, and the detail where there is one. */
export function rejectionText(rejection: Rejection): string {
  return rejection.detail === '' ? rejection.reason : `${rejection.reason}, ${rejection.detail}`;
}
