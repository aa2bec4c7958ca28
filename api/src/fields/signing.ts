import { Type } from 'typebox';
import { Address, arrayOf, Base64Psbt, PositiveSats, Txid, WalletPublicKey } from './scalars.ts';

export const Utxo = Type.Object(
  {
    txid: Txid('Transaction that made the coin.'),
    vout: Type.Integer({ minimum: 0, maximum: 0xffff_ffff, description: 'Index of the output.' }),
    valueSats: PositiveSats('Value in sats.'),
  },
  { title: 'Utxo', description: 'A coin.' },
);

export const SpendableUtxos = arrayOf(Utxo, {
  maxItems: 1000,
  description:
    'Coins of the payment address that may pay: confirmed, without inscriptions and runes. No coin twice.',
});

const InputToSign = Type.Object(
  {
    address: Address('Address whose key signs.'),
    publicKey: Type.Optional(WalletPublicKey('Sign with this key.')),
    disableTweakSigner: Type.Optional(
      Type.Boolean({ description: 'True: sign with the untweaked key (taproot leaf).' }),
    ),
    signingIndexes: arrayOf(Type.Integer({ minimum: 0, maximum: 1000 }), {
      maxItems: 1000,
      description: 'Indexes of the inputs to sign.',
    }),
    sigHash: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 255,
        description: '0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY.',
      }),
    ),
  },
  { title: 'InputToSign', description: 'Which inputs an address signs, and how.' },
);

const unnumbered = {
  signerAddress: Address('Address of the wallet that signs.'),
  inputsToSign: arrayOf(InputToSign, {
    maxItems: 1000,
    description: 'Inputs to sign; send back as received, or not at all.',
  }),
  psbtBase64: Base64Psbt('The PSBT, unsigned.'),
};

/** A PSBT to sign that is not one of several steps, such as the recovery of a batch. */
export const UnnumberedStep = Type.Object(unnumbered, {
  title: 'UnnumberedStep',
  description: 'A PSBT to sign.',
});

/** A client may leave out what it repeats of the step; what it sends is compared. */
const signed = {
  signerAddress: Type.Optional(unnumbered.signerAddress),
  inputsToSign: Type.Optional(unnumbered.inputsToSign),
  psbtBase64: Base64Psbt('The signed PSBT.'),
};

export const SignedPsbt = Type.Object(signed, {
  title: 'SignedPsbt',
  description: 'A signed PSBT, with what its preflight said of it, as received or left out.',
});

export const SignedStep = Type.Object(
  {
    stepIndex: Type.Integer({ minimum: 0, maximum: 2, description: 'Position among the steps.' }),
    ...signed,
  },
  {
    title: 'SignedStep',
    description:
      'One of the steps of a flow, signed, with what its preflight said of it, as received or left out.',
  },
);

export const PsbtStep = Type.Object(
  {
    stepIndex: Type.Integer({ minimum: 0, maximum: 2, description: 'Position among the steps.' }),
    ...unnumbered,
  },
  { title: 'PsbtStep', description: 'A PSBT to sign, one of the steps of a flow.' },
);
