/** Every flow of the SDK by name, with what it needs as plain data, so that a recording can be stored. */
import {
  acceptCounter,
  acceptOffer,
  buy,
  type FlowOptions,
  fillCollectionOffer,
  listInscriptions,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  type Session,
  signIn,
  takeListingBack,
} from '../../src/index.ts';

const RUNS = {
  list: listInscriptions,
  buy,
  offer: makeOffers,
  accept: acceptOffer,
  counter: makeCounter,
  'counter-accept': acceptCounter,
  'collection-offer': makeCollectionOffers,
  fill: fillCollectionOffer,
  'take-back': takeListingBack,
  'sign-in': ({ client, wallet }: Session) => signIn(client, wallet),
} as const;

export type FlowKind = keyof typeof RUNS;
export const FLOW_KINDS = Object.keys(RUNS) as FlowKind[];
export type RequestOf<Kind extends FlowKind> = Parameters<(typeof RUNS)[Kind]>[1];
export type MadeBy<Kind extends FlowKind> = Awaited<ReturnType<(typeof RUNS)[Kind]>>;

/** Plays a flow: from its preflight to its submit. Throws what the SDK throws. */
export async function runFlow<Kind extends FlowKind>(
  kind: Kind,
  session: Session,
  request: RequestOf<Kind>,
  options: FlowOptions = {},
): Promise<MadeBy<Kind>> {
  const run = RUNS[kind] as (
    session: Session,
    request: RequestOf<Kind>,
    options: FlowOptions,
  ) => Promise<MadeBy<Kind>>;
  return run(session, request, options);
}
