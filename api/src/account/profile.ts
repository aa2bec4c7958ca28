import { Type } from 'typebox';
import { Address, arrayOf, nullable, Text, Uuid } from '../fields/scalars.ts';

const text = (description: string) => nullable(Text(description));

export const Profile = Type.Object(
  {
    id: Text('Stable id of the profile.', { minLength: 1 }),
    username: text('Handle, or null when none was chosen.'),
    displayName: text('Name to show, or null.'),
    bio: text('Self description, or null.'),
    avatarUrl: text('Picture URL, or null.'),
    bannerUrl: text('Banner picture URL, or null.'),
  },
  { title: 'Profile', description: 'The person or desk behind one or more wallets.' },
);

export const WalletBinding = Type.Object(
  {
    walletBindingId: Uuid('Send as `walletBindingId` on writes.'),
    label: Text('Display label.'),
    provider: Text('Wallet provider on record; `unknown` for bindings made through this API.', {
      examples: ['unknown'],
    }),
    ordinalsAddress: Address('Holds the inscriptions.'),
    paymentAddress: Address('Pays and is paid.'),
    isPublic: Type.Boolean({ description: 'True when the binding is shown on the public profile.' }),
  },
  { title: 'WalletBinding', description: 'A pair of addresses whose control the profile has proved.' },
);

export const Me = Type.Object({
  profile: Profile,
  walletBindings: arrayOf(WalletBinding, {
    description: 'All wallet bindings of the profile, oldest first.',
  }),
});
