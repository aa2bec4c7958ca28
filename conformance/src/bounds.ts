/**
 * What every field of a request takes and refuses: the greatest and least value, and one past each.
 * The kit sends what is refused, `server/test/api/bounds.test.ts` both to each operation; `docs/conformance.md` lists them.
 */
export interface Bound {
  readonly says: string;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
}
/** A list of so many items. */
export interface ListBound {
  readonly says: string;
  readonly least: number;
  readonly most: number;
}

const MOST_SATS = 2_100_000_000_000_000;
const HEX = 'ab'.repeat(32);
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

const text = (least: number, most: number): Bound => ({
  says: `${least} to ${most.toLocaleString('en')} characters`,
  takes: ['a'.repeat(least), 'a'.repeat(most)],
  refuses: ['a'.repeat(least - 1), 'a'.repeat(most + 1), 1, null],
});
const whole = (least: number, most: number): Bound => ({
  says: `integer, ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`,
  takes: [least, most],
  refuses: [least - 1, most + 1, least + 0.5, 'a', null],
});
const oneOf = (...values: readonly (string | number)[]): Bound => ({
  says: values.join(', '),
  takes: values,
  refuses: typeof values[0] === 'number' ? [Math.max(...(values as number[])) + 1, 0, null] : ['other', ''],
});
const list = (least: number, most: number): ListBound => ({
  says: `${least === most ? least : `${least} to ${most.toLocaleString('en')}`} items`,
  least,
  most,
});

const address = text(1, 120);
const uuid: Bound = {
  says: 'UUID',
  takes: [UUID],
  refuses: [UUID.slice(1), `${UUID}0`, UUID.replaceAll('-', ''), ''],
};
const txid: Bound = {
  says: '64 lowercase hex',
  takes: [HEX],
  refuses: [HEX.slice(1), `${HEX}a`, HEX.toUpperCase(), `${HEX.slice(1)}g`],
};
const inscriptionId: Bound = {
  says: '64 lowercase hex, `i`, digits',
  takes: [`${HEX}i0`, `${HEX}i4294967295`],
  refuses: [
    HEX,
    `${HEX}i`,
    `${HEX.toUpperCase()}i0`,
    `${HEX}I0`,
    `${HEX.slice(1)}i0`,
    `${HEX}ai0`,
    `${HEX}i0a`,
  ],
};
const publicKey: Bound = {
  says: '64 lowercase hex, or 66 that begin with 02 or 03',
  takes: [HEX, `02${HEX}`, `03${HEX}`],
  refuses: [HEX.slice(1), `04${HEX}`, HEX.toUpperCase(), `${HEX}a`, ''],
};
const psbt: Bound = {
  says: 'base64, not empty',
  takes: ['cHNidP8=', 'a+/A', 'YQ=='],
  refuses: ['', '=', 'a===', 'cHNi-P8', 'cHNi dP8'],
};
const sats = whole(1, MOST_SATS);
const flag: Bound = { says: 'true or false', takes: [true, false], refuses: ['true', 1, null] };
const cursor: Bound = { says: 'not empty', takes: [], refuses: ['', 'a'.repeat(1_025)] };

/** By the name of a field; the word before it narrows it to one place. */
export const BOUNDS: Readonly<Record<string, Bound | ListBound>> = {
  ...each(address, 'address', 'ordinalsAddress', 'paymentAddress', 'signerAddress', 'sellerAddress'),
  ...each(
    uuid,
    ...['walletBindingId', 'authRequestId', 'challengeId', 'listingId', 'offerId', 'anchorUtxoId'],
    ...['purchaseAnchorUtxoId', 'admissionAnchorUtxoId'],
  ),
  ...each(
    txid,
    ...['txid', 'expectedTxid', 'expectedSettlementTxid', 'expectedTransferTxid', 'expectedFundingTxid'],
    'expectedFundingParentTxid',
  ),
  expectedPayoutTxid: { ...txid, says: `${txid.says}, or null`, takes: [HEX, null] },
  ...each(inscriptionId, 'inscriptionId', 'inscriptionIds[]', 'id'),
  ...each(publicKey, 'publicKey', 'ordinalsPublicKey', 'paymentPublicKey'),
  psbtBase64: psbt,
  slug: {
    says: 'lowercase letters, digits, `_` and `-`',
    takes: ['a', 'a_0-z'],
    refuses: ['A', 'a b', 'a.b', 'ä'],
  },
  collectionSlug: {
    says: 'letters in any case, digits, `_` and `-`',
    takes: ['a', 'A_0-z'],
    refuses: ['', 'a b', 'a.b', 'ä'],
  },
  slugs: {
    says: '1 to 100 slugs with commas between',
    takes: ['a', Array(100).fill('a').join(',')],
    refuses: ['', 'a,', ',a', 'a b', Array(101).fill('a').join(',')],
  },
  ...each(sats, 'priceSats', 'valueSats'),
  vout: whole(0, 4_294_967_295),
  limit: whole(1, 100),
  page: whole(0, 100),
  cursor,
  'GET /listings sort': oneOf('recent', 'price'),
  'GET /collection/{slug}/inscriptions sort': oneOf('oldest', 'newest'),
  view: oneOf('owned', 'sent', 'history'),
  durationDays: oneOf(1, 7, 30, 90, 180),
  validityHours: oneOf(6, 12, 24, 168, 720, 2160),
  targetFeeRateSatVb: { ...whole(1, 20), says: '1 to 20', refuses: [0.99, 20.01, '1', null] },
  offerCount: whole(1, 10),
  ladderStepSats: { says: 'integer, at least 0', takes: [0, MOST_SATS], refuses: [-1, 0.5, 'a', null] },
  ...each(flag, 'roundUpDonation', 'proofs', 'disableTweakSigner'),
  signature: {
    says: 'hex or base64, 1 to 8,192 characters',
    takes: ['a', 'a'.repeat(8_192)],
    refuses: ['', 'a'.repeat(8_193), 'a b'],
  },
  stepIndex: whole(0, 2),
  sigHash: whole(0, 255),
  'signingIndexes[]': whole(0, 1_000),
  ...each(list(0, 1_000), 'inputsToSign', 'signingIndexes', 'spendableUtxos'),
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit spendableUtxos': list(1, 1_000),
  selectedPaymentUtxos: list(1, 1_000),
  'POST /collection/{slug}/collection-offers/submit selectedPaymentUtxos': list(1, 50),
  verifications: list(1, 2),
  ...each(list(1, 20), 'items', 'anchors', 'signed', 'listings', 'inscriptionIds', 'signedItems'),
  offers: list(1, 10),
  psbts: list(2, 2),
  signedSteps: list(1, 1),
  'POST /inscriptions/{id}/offers/{offerId}/accept/submit signedSteps': list(1, 2),
  'POST /inscriptions/{id}/offers/{offerId}/counter/submit signedSteps': list(3, 3),
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit signedSteps': list(2, 2),
  kind: { says: 'all, traits', takes: [], refuses: ['other', '', null] },
  traits: list(1, 8),
  values: list(1, 16),
  ...each(text(1, 520), 'type', 'values[]'),
};

const FILL = 'POST /collection/{slug}/collection-offers/{offerId}/fill';

/** Where a wallet of a provider whose coins the service looks up may leave its coins out. */
const SPENDABLE = [
  ...['purchases/preflight', 'offers/preflight'].map((path) => `/collection/{slug}/${path}`),
  ...['preflight', 'submit'].map((path) => `/collection/{slug}/collection-offers/${path}`),
  '/inscriptions/{id}/offers/{offerId}/counter/accept/preflight',
];

/** Fields that a request may leave out, by their names as in `BOUNDS`. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  ...[
    'limit',
    'cursor',
    'sort',
    'collectionSlug',
    'GET /listings inscriptionId',
    'sellerAddress',
    'page',
    'view',
  ],
  ...['durationDays', 'validityHours', 'roundUpDonation', 'proofs', 'offerCount', 'ladderStepSats'],
  ...SPENDABLE.map((path) => `POST ${path} spendableUtxos`),
  ...['publicKey', 'disableTweakSigner', 'sigHash'],
  // More than the specification allows: what the service knows itself need not be repeated.
  ...['signerAddress', 'inputsToSign', 'targetFeeRateSatVb'],
  'POST /collection/{slug}/listings/submit signed[].psbts[].inscriptionId',
  ...[`${FILL}/preflight offerId`, `${FILL}/submit offerId`, `${FILL}/submit psbtBase64`],
  ...['psbtBase64', 'signedSteps'].map((one) => `POST /collection/{slug}/offers/submit signedItems[].${one}`),
]);

function each<T extends Bound | ListBound>(bound: T, ...names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, bound]));
}
