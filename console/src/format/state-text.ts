/** States of trades, as docs/lifecycle.md draws them, for people; what is not here is said as it is stored. */
const STATES: Readonly<Record<string, string>> = {
  pending_public: 'waiting for a confirmation',
  buyable: 'for sale',
  hidden_locked: 'being sold',
  cancelled: 'ended',
  invalidated: 'void: what it needs was spent',
  active: 'open',
  broadcasting: 'being sent',
  pending: 'waiting for a confirmation',
  stalled: 'no longer sent',
  filling: 'being filled',
  seller_signed: 'waiting for the signers',
  sending: 'being sent',
  broadcast: 'waiting for a confirmation',
  displaced: 'replaced',
};

/** A state of a trade, in words. */
export const stateText = (state: string): string => STATES[state] ?? state;
