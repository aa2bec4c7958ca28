import { Type } from 'typebox';
import { arrayOf, Uuid } from '../fields/scalars.ts';
import { Utxo } from '../fields/signing.ts';

export const LentCoinsQuery = Type.Object({ walletBindingId: Uuid('The wallet that is to pay.') });

export const LentCoins = Type.Object(
  {
    coins: arrayOf(
      Type.Object({
        ...Utxo.properties,
        rawTransaction: Type.String({
          description: 'The transaction that made the coin, hex: its hash proves value and owner.',
        }),
      }),
      { description: 'The largest first, at most 40.' },
    ),
  },
  { title: 'LentCoins', description: 'Coins of a wallet of the caller that can pay.' },
);
