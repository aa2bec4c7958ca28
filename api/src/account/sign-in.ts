import { Type } from 'typebox';
import { PATTERNS } from '../fields/patterns.ts';
import { Address, arrayOf, DateTime, oneOf, Text, Uuid } from '../fields/scalars.ts';
import { Profile, WalletBinding } from './profile.ts';

const EXAMPLE_SIGNATURE = `0140${'6d'.repeat(64)}`;

export const ChallengeBody = Type.Object(
  {
    ordinalsAddress: Address('Address that holds the inscriptions.'),
    paymentAddress: Address(
      'Address that pays; checked for the funding requirement at verify. May equal `ordinalsAddress`.',
    ),
  },
  { additionalProperties: false },
);

export const ChallengeAnswer = Type.Object({
  authRequestId: Uuid('Send back to POST /auth/verify.'),
  challenges: arrayOf(
    Type.Object(
      {
        challengeId: Uuid('Send back with the signature.'),
        message: Text('Exact text to sign (BIP-322 simple).'),
        address: Address('Address that signs.'),
        role: oneOf(
          ['ordinals', 'payment'],
          'Role of the address. Equal addresses get one challenge, role `ordinals`.',
        ),
      },
      { title: 'Challenge', description: 'A message that one address must sign.' },
    ),
    { minItems: 1, description: 'One per address that must sign.' },
  ),
});

export const VerifyBody = Type.Object(
  {
    authRequestId: Uuid('As returned by POST /auth/challenge.'),
    verifications: arrayOf(
      Type.Object(
        {
          challengeId: Uuid('As returned by POST /auth/challenge.'),
          signature: Type.String({
            minLength: 1,
            maxLength: 8192,
            pattern: PATTERNS.signature,
            description:
              'BIP-322 simple signature of the message: the witness, hex encoded. Base64, and the prefix `smp` of newer wallets, are taken too.',
            examples: [EXAMPLE_SIGNATURE],
          }),
          address: Address('The address that signed.'),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 2, description: 'One per challenge.' },
    ),
  },
  { additionalProperties: false },
);

export const VerifyAnswer = Type.Object({
  profile: Profile,
  walletBindings: arrayOf(WalletBinding, {
    description: 'All wallet bindings of the profile, oldest first.',
  }),
  sessionToken: Type.String({
    minLength: 1,
    maxLength: 8192,
    pattern: PATTERNS.token,
    description: 'Send as `Authorization: Bearer <sessionToken>`.',
  }),
  expiresAt: DateTime('When the token expires.'),
});
