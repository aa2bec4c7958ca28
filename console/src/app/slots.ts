import type { ComponentType } from 'preact';
import { WalletSlot } from '../trader/connect/wallet-slot.tsx';
import { ProofSlot } from '../trader/goods/proof-slot.tsx';
import { ItemSlot } from '../trader/item-slot.tsx';
import { OwnSlot } from '../trader/wallet/own-slot.tsx';
import type { ItemActionsProps } from './page-props.ts';

/**
 * Places of the shell and of the pages that another part may fill, with what loads its code only when it is
 * used: visitors then do not load it. null: empty.
 */
export interface Slots {
  /** In the header, at the right: connect a wallet, and who is connected. */
  readonly wallet: ComponentType | null;
  /** On the page of an inscription, below its price. */
  readonly itemActions: ComponentType<ItemActionsProps> | null;
  /** On the page of an inscription, with its place: its custody proof. */
  readonly itemProof: ComponentType<ItemActionsProps> | null;
  /** On the page of a wallet: what only its owner sees. */
  readonly ownWallet: ComponentType<{ readonly address: string }> | null;
}

export const SLOTS: Slots = {
  wallet: WalletSlot,
  itemActions: ItemSlot,
  itemProof: ProofSlot,
  ownWallet: OwnSlot,
};
