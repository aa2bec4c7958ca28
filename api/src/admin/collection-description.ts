import { Type } from 'typebox';

const bps = (description: string, maximum = 10_000) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description: `${description}, 1/100 of a percent.` }));

/** A collection as the operator describes it, in a file or a body. Omitted fields have defaults. */
export const CollectionDescription = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9_-]{1,200}$', examples: ['quiet-mice'] }),
    name: Type.String({ minLength: 1, maxLength: 200, examples: ['Quiet Mice'] }),
    kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
    sources: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}i[0-9]+$' }), {
      minItems: 1,
      uniqueItems: true,
      description: 'Ids of the parent inscriptions or galleries.',
    }),
    verified: Type.Optional(Type.Boolean()),
    tradingEnabled: Type.Optional(Type.Boolean()),
    fees: Type.Optional(
      Type.Object(
        {
          sellerBps: bps("Seller's marketplace fee"),
          buyerBps: bps("Buyer's marketplace fee"),
          minimumSats: Type.Optional(
            Type.Integer({ minimum: 0, description: "Least of each side's fee, sats." }),
          ),
          sellerRoyaltyBps: bps("Seller's royalty"),
          buyerRoyaltyBps: bps("Buyer's royalty"),
          fillBps: bps('Fee of a fill'),
        },
        { additionalProperties: false },
      ),
    ),
    payoutAddress: Type.Optional(Type.String({ description: 'Receives the royalties.' })),
    liveFloorBps: bps('Least share of the floor that an offer must reach', 1_000_000),
    pixelArt: Type.Optional(Type.Boolean({ description: 'Pictures are scaled without smoothing.' })),
    cardBackgroundColor: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  },
  { additionalProperties: false },
);
