import { Type } from 'typebox';
import { PATTERNS } from './patterns.ts';
import { arrayOf, EXAMPLE_TXID, InscriptionId, nullable, Text } from './scalars.ts';

/** Of the body of a preflight. */
export const proofs = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      "True: the answer names the custody proof of each inscription (`custodyProofs`). Beyond the API's specification.",
  }),
);

const CustodyProof = Type.Object(
  {
    inscriptionId: InscriptionId('The inscription.'),
    path: Text('Path of its proof, beside `/api/v1`: `GET` it, without token.'),
    sha256: nullable(
      Type.String({
        pattern: PATTERNS.hash,
        examples: [EXAMPLE_TXID],
        description:
          'SHA-256 of the bytes of the proof: who has a proof of this hash needs no other. null: there is none now; the path says why.',
      }),
    ),
  },
  { title: 'CustodyProof', description: 'Where the proof is that shows which output holds an inscription.' },
);

/** Of the answer of that preflight. */
export const custodyProofs = Type.Optional(
  arrayOf(CustodyProof, {
    description: 'One per inscription, same order. Only when the request asks with `proofs`.',
  }),
);
