/**
 * Sign-in: a wallet proves its two addresses, and the payment address proves its funds.
 *
 *   wallet                         ordbook                                  node
 *     │  POST auth/challenge          │                                       │
 *     ├──────────────────────────────►│ addresses usable? wallet free?        │
 *     │  a message per address        │ stored, five minutes                  │
 *     │◄──────────────────────────────┤                                       │
 *     │  POST auth/verify             │ signatures (BIP-322)                  │
 *     ├──────────────────────────────►│ confirmed sats of the payment address►│
 *     │  profile, bindings            │ consumed; wallet still free? bound     │
 *     │◄──────────────────────────────┤                                       │
 *
 * With the bearer token of a signed-in profile, both calls link the wallet to that profile instead: another
 * payment address, or another ordinals address too. The message names the profile, so that nobody is made to
 * link a wallet to the profile of someone else.
 *
 * Only a successful verify consumes the request. After a failed signature, missing funds or an unreachable
 * node it stays open until it expires, so an honest client may try again. That does not help an attacker, who
 * would have to forge a signature; attempts are rate limited.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { simpleSignatureHex, verifyBip322Simple } from '@ordbook/protocol/bitcoin/bip322';
import { describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { paymentTypeOf } from '@ordbook/protocol/locks/payer';
import { refuse } from '@ordbook/protocol/refusals';
import { signInMessage } from '@ordbook/protocol/sign-in-message';
import {
  type AuthRequest,
  authRequestById,
  insertAuthRequest,
  useAuthRequest,
} from '../../store/account/auth-requests.ts';
import {
  bindingsOfOrdinalsAddress,
  bindingsOfPaymentAddress,
  bindingsOfProfile,
  insertBinding,
  insertProfile,
  profileById,
} from '../../store/account/profiles.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { Database } from '../../store/port.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireWelcome } from '../operation/open-for-trade.ts';
import { coinsHeldBy } from '../settlement/payment-coins.ts';

export interface Wallet {
  readonly ordinalsAddress: string;
  readonly paymentAddress: string;
}

export interface Verification {
  readonly challengeId: string;
  /** Hex or base64, with or without the prefix `smp`. */
  readonly signature: string;
  readonly address: string;
}

type Role = 'ordinals' | 'payment';

/**
 * Whether the wallet is one of the profile's already. Refuses 400 for an address that cannot be used.
 */
export async function isLinked(ctx: TradingContext, profileId: string, asked: Wallet): Promise<boolean> {
  const ordinalsAddress = usable(ctx, asked.ordinalsAddress, 'ordinals');
  const paymentAddress = usable(ctx, asked.paymentAddress, 'payment');
  const bindings = await bindingsOfOrdinalsAddress(ctx.db, ordinalsAddress);
  return bindings.some((one) => one.profileId === profileId && one.paymentAddress === paymentAddress);
}

/**
 * Stores a new sign-in request and returns its challenges: one per address, or one for both when they are
 * equal. `linker`: the signed-in profile that the wallet is to be linked to; null: a sign-in. Retry-safe.
 * Refuses 403 for a wallet that is new here and banned.
 * Refuses 400 for an address that cannot be used, 401 for a linker that does not exist any more, 409 for an
 * address that is bound to another profile, and for a wallet that the linker has already.
 */
export async function issueChallenges(ctx: TradingContext, asked: Wallet, linker: Caller | null = null) {
  const wallet = {
    ordinalsAddress: usable(ctx, asked.ordinalsAddress, 'ordinals'),
    paymentAddress: usable(ctx, asked.paymentAddress, 'payment'),
  };
  const profileId = linker?.profileId ?? null;
  if (profileId !== null) await requireLinkable(ctx.db, profileId, wallet);
  const known = profileId === null ? await profileOf(ctx.db, wallet) : null;
  if (known === null) await requireWelcome(ctx.db, subjectsOf(wallet, profileId));
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ctx.settings.challengeMs);
  const signers: [Role, string][] = [['ordinals', wallet.ordinalsAddress]];
  if (wallet.paymentAddress !== wallet.ordinalsAddress) signers.push(['payment', wallet.paymentAddress]);
  const challenges = signers.map(([role, address]) => ({
    id: randomUUID(),
    role,
    address,
    message: messageOf(ctx, { role, address, profileId }, createdAt, expiresAt),
  }));
  const id = randomUUID();
  await insertAuthRequest(ctx.db, { id, profileId, ...wallet, challenges, createdAt, expiresAt });
  return {
    authRequestId: id,
    challenges: challenges.map(({ id: challengeId, message, address, role }) => ({
      challengeId,
      message,
      address,
      role,
    })),
  };
}

/**
 * Verifies the signatures and the funds, then binds the wallet to the profile of its ordinals address, to a
 * new profile, or to the profile that asked to link it. Returns the profile and all its bindings. Refuses
 * 404, 409 or 410 (request), 401 (signature, or a link without the session that began it), 403 (funds), 503
 * (node unreachable, or too many lookups; never bypassed). `asker` is the source of the request; one balance
 * lookup per source runs at a time. `linker` reads the signed-in caller and is called for links only.
 */
export async function verifyChallenges(
  ctx: TradingContext,
  body: { readonly authRequestId: string; readonly verifications: readonly Verification[] },
  asker?: string,
  linker: () => Promise<Caller> = noLinker,
) {
  const request = await authRequestById(ctx.db, body.authRequestId);
  if (!request) refuse('not_found', `no sign-in request ${body.authRequestId}`);
  if (request.profileId !== null && (await linker()).profileId !== request.profileId)
    refuse('flow_invalid', `sign-in request ${request.id} links a wallet to another profile than yours`);
  requireUsable(request, ctx.clock.now());
  requireSignatures(ctx, request, body.verifications);
  await requireFunds(ctx, request.paymentAddress, asker);
  return inTransaction(ctx.db, async (db) => {
    const now = ctx.clock.now();
    if (!(await useAuthRequest(db, request.id, now)))
      refuse('flow_invalid', `sign-in request ${request.id} has already been used`);
    const linked = request.profileId;
    if (linked !== null) await requireLinkable(db, linked, request);
    const known = linked === null ? await profileOf(db, request) : null;
    if (known === null) await requireWelcome(db, subjectsOf(request, linked));
    const profileId = linked ?? known ?? (await createProfile(db, now));
    await bind(db, profileId, request, now);
    const profile = await profileById(db, profileId);
    if (!profile) throw new Error(`profile ${profileId} vanished while it was bound`);
    return { profile, bindings: await bindingsOfProfile(db, profileId) };
  });
}

/** What may be banned: the addresses, and the profile that they are to be linked to. */
function subjectsOf({ ordinalsAddress, paymentAddress }: Wallet, profileId: string | null): string[] {
  return [ordinalsAddress, paymentAddress, ...(profileId === null ? [] : [profileId])];
}

async function noLinker(): Promise<never> {
  return refuse('token_missing', 'Bearer session token required');
}

/**
 * The address in its canonical spelling (bech32 may arrive in capitals). Refuses 400 for a type that cannot
 * sign or pay here.
 */
function usable(ctx: TradingContext, address: string, role: Role): string {
  const { type } = describeAddress(address, ctx.settings.network);
  if (paymentTypeOf(address, ctx.settings.network)) return type === 'p2sh' ? address : address.toLowerCase();
  const why =
    type === 'p2pkh' && role === 'payment'
      ? '; the id of a transaction that spends from P2PKH is not fixed before signing'
      : '';
  return refuse('bad_address', `${role}Address ${address} is ${type}; use P2TR, P2WPKH or P2SH-P2WPKH${why}`);
}

/**
 * What the wallet shows before it signs: which service asks, for which address, when the request expires, and
 * which profile the wallet is linked to.
 */
function messageOf(
  ctx: TradingContext,
  { role, address, profileId }: { role: Role; address: string; profileId: string | null },
  createdAt: Date,
  expiresAt: Date,
): string {
  const { domain, network } = ctx.settings;
  return signInMessage({
    ...{ domain, network, role, address, profileId },
    nonce: randomBytes(16).toString('hex'),
    issued: createdAt.toISOString(),
    expires: expiresAt.toISOString(),
  });
}

function requireUsable(request: AuthRequest, now: Date): void {
  if (request.usedAt) refuse('flow_invalid', `sign-in request ${request.id} has already been used`);
  if (request.expiresAt <= now) {
    refuse(
      'challenge_expired',
      `sign-in request ${request.id} expired at ${request.expiresAt.toISOString()}`,
    );
  }
}

/** Requires one valid signature for every challenge of the request, by the address of that challenge. */
function requireSignatures(
  ctx: TradingContext,
  request: AuthRequest,
  verifications: readonly Verification[],
): void {
  const open = new Map(request.challenges.map((challenge) => [challenge.id, challenge]));
  const answered = verifications.map((verification) => {
    const id = verification.challengeId.toLowerCase();
    const challenge = request.challenges.find((one) => one.id === id);
    if (!challenge) refuse('not_found', `no challenge ${id} in sign-in request ${request.id}`);
    if (!open.delete(id)) refuse('flow_invalid', `challenge ${id} appears twice in verifications`);
    if (challenge.address !== verification.address) {
      refuse('flow_invalid', `challenge ${id} is for ${challenge.address}, not ${verification.address}`);
    }
    return { challenge, signatureHex: simpleSignatureHex(verification.signature) };
  });
  for (const { id, address } of open.values())
    refuse('flow_invalid', `challenge ${id} for ${address} is missing from verifications`);
  for (const { challenge, signatureHex } of answered) {
    const { address, message } = challenge;
    const { network } = ctx.settings;
    if (signatureHex === null || !verifyBip322Simple({ address, message, signatureHex, network })) {
      refuse(
        'signature_invalid',
        `the signature of challenge ${challenge.id} is not a BIP-322 simple signature, in hex or base64, by ${address}`,
      );
    }
  }
}

async function requireFunds(
  ctx: TradingContext,
  paymentAddress: string,
  asker: string | undefined,
): Promise<void> {
  const required = ctx.settings.fundingRequirementSats;
  const outage = 'Trading API wallet eligibility is temporarily unavailable';
  const held = await coinsHeldBy(ctx, paymentAddress, asker, outage);
  if (held.confirmedSats >= required) return;
  refuse(
    'underfunded',
    `${paymentAddress} holds ${held.confirmedSats} confirmed sats; signing in needs ${required}`,
  );
}

/**
 * The profile that a wallet belongs to: that of its ordinals address, null for a new wallet. Refuses 409 when
 * the payment address belongs to another profile.
 */
async function profileOf(db: Database, wallet: Wallet): Promise<string | null> {
  const [own] = await bindingsOfOrdinalsAddress(db, wallet.ordinalsAddress);
  const payers = await bindingsOfPaymentAddress(db, wallet.paymentAddress);
  if (payers.some((binding) => binding.profileId !== own?.profileId)) {
    refuse(
      'wallet_taken',
      `paymentAddress ${wallet.paymentAddress} is linked to another profile; sign in there, or use another address`,
    );
  }
  return own?.profileId ?? null;
}

/**
 * Refuses (409) a wallet that the profile has already, and one whose address belongs to another profile; 401
 * when the profile is gone.
 */
async function requireLinkable(db: Database, profileId: string, wallet: Wallet): Promise<void> {
  // a token outlives its profile only when the database was replaced
  if (!(await profileById(db, profileId))) refuse('token_invalid', 'Invalid or expired bearer session token');
  const byOrdinals = await bindingsOfOrdinalsAddress(db, wallet.ordinalsAddress);
  const byPayment = await bindingsOfPaymentAddress(db, wallet.paymentAddress);
  for (const [field, address, bindings] of [
    ['ordinalsAddress', wallet.ordinalsAddress, byOrdinals],
    ['paymentAddress', wallet.paymentAddress, byPayment],
  ] as const) {
    if (bindings.some((binding) => binding.profileId !== profileId))
      refuse(
        'wallet_taken',
        `${field} ${address} is linked to another profile and cannot be linked to yours`,
      );
  }
  if (byOrdinals.some(({ paymentAddress }) => paymentAddress === wallet.paymentAddress))
    refuse(
      'already_linked',
      `the wallet ${wallet.ordinalsAddress} is linked to your profile already; sign in without a bearer token`,
    );
}

async function createProfile(db: Database, createdAt: Date): Promise<string> {
  const id = randomUUID();
  await insertProfile(db, { id, createdAt });
  return id;
}

async function bind(db: Database, profileId: string, wallet: Wallet, createdAt: Date): Promise<void> {
  const bindings = await bindingsOfProfile(db, profileId);
  if (
    bindings.some(
      ({ ordinalsAddress, paymentAddress }) =>
        ordinalsAddress === wallet.ordinalsAddress && paymentAddress === wallet.paymentAddress,
    )
  )
    return;
  const { ordinalsAddress, paymentAddress } = wallet;
  const label = `${ordinalsAddress.slice(0, 6)}…${ordinalsAddress.slice(-4)}`;
  await insertBinding(db, { id: randomUUID(), profileId, label, ordinalsAddress, paymentAddress, createdAt });
}
