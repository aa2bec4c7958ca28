import type { Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

export interface ProfilesTable {
  id: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  bannerUrl: string | null;
  walletsPublic: Generated<boolean>;
  createdAt: Date;
}

export interface WalletBindingsTable {
  id: string;
  profileId: string;
  label: string;
  provider: Generated<string>;
  ordinalsAddress: string;
  paymentAddress: string;
  isPublic: boolean;
  createdAt: Date;
}

export interface StoredChallenge {
  readonly id: string;
  readonly role: 'ordinals' | 'payment';
  readonly address: string;
  readonly message: string;
}

export interface AuthRequestsTable {
  id: string;
  profileId: string | null;
  ordinalsAddress: string;
  paymentAddress: string;
  challenges: Json<StoredChallenge[]>;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export type PartnerStatus = 'active' | 'inactive';

export interface PartnersTable {
  id: string;
  name: string;
  status: PartnerStatus;
  payoutAddress: string | null;
  shareBps: number;
  createdAt: Date;
}
