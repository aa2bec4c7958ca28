/** States of trades; what is not here is said as it is stored. */
const STATES: Readonly<Record<string, string>> = {
  pending_public: 'waiting for a block',
  buyable: 'open',
  hidden_locked: 'being bought',
  active: 'open',
  filling: 'being filled',
  broadcasting: 'being sent',
  pending: 'waiting for a block',
  seller_signed: 'signed by the seller',
  sending: 'being sent',
  broadcast: 'waiting for a block',
  displaced: 'replaced by another transaction',
  invalidated: 'a coin was spent',
};

/** A state of a trade, in words. */
export const stateText = (state: string): string => STATES[state] ?? state;
