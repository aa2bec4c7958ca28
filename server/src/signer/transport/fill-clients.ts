import type { FillSigners, GateSigner, MarketFills, PolicySigner } from '../fill-port.ts';
import { MARKET_PEER, type SignerClientOptions, type SignerPeer, signerCalls } from './client.ts';
import { GATE_MESSAGES, MARKET_FILL_MESSAGES, POLICY_MESSAGES } from './fill-messages.ts';

export const POLICY_PEER: SignerPeer = { what: 'the policy signer', role: 'ordbook:signer:policy' };
export const GATE_PEER: SignerPeer = { what: 'the gate signer', role: 'ordbook:signer:gate' };

export interface FillSignerOptions {
  readonly market: SignerClientOptions;
  readonly policy: SignerClientOptions;
  readonly gate: SignerClientOptions;
}

/** Clients of the three signer processes of fills. */
export function fillSigners({ market, policy, gate }: FillSignerOptions): FillSigners {
  return { market: marketFillsClient(market), policy: policyClient(policy), gate: gateClient(gate) };
}

function marketFillsClient(options: SignerClientOptions): MarketFills {
  const ask = signerCalls(options, MARKET_FILL_MESSAGES, MARKET_PEER);
  return {
    signFill: (request) => ask('signFill', request),
    signAdmissionFanOut: (request) => ask('signAdmissionFanOut', request),
  };
}

export function policyClient(options: SignerClientOptions): PolicySigner {
  const ask = signerCalls(options, POLICY_MESSAGES, POLICY_PEER);
  return {
    publicKeys: () => ask('publicKeys', {}),
    collection: (request) => ask('collection', request),
    signFill: (request) => ask('signFill', request),
  };
}

export function gateClient(options: SignerClientOptions): GateSigner {
  const ask = signerCalls(options, GATE_MESSAGES, GATE_PEER);
  return {
    publicKeys: () => ask('publicKeys', {}),
    adopt: (request) => ask('adopt', request),
    knows: (request) => ask('knows', request),
    signFill: (request) => ask('signFill', request),
  };
}
