/**
 * What the operator has stored while the service ran (partners, collections, fees), against what the signers
 * sign: a sale that a signer refuses fails at its submit, long after the command that caused it.
 */
import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { PublishedSettings } from '../../signer/transport/settings-messages.ts';
import { listPartners } from '../../store/account/partners.ts';
import { type Collection, listCollections } from '../../store/catalogue/collections.ts';
import { operatingFees } from '../../store/operation/fees.ts';
import type { Database } from '../../store/port.ts';
import { type Settings, tradingSettings } from '../settings.ts';
import { type Found, orWell, wrong } from './finding.ts';
import { type Mends, signerMends } from './mends.ts';

/** Somebody who is paid out of sales. */
interface Payee {
  readonly who: string;
  readonly address: string;
}

/** Compares what is stored with what each of these signers signs. */
export async function checkStoredTerms(
  settings: Settings,
  db: Database,
  signers: readonly PublishedSettings[],
): Promise<Found[]> {
  const [collections, stored] = await Promise.all([listCollections(db), operatingFees(db)]);
  const fees = stored ?? tradingSettings(settings).fees;
  const traded = collections.filter(({ removedAt, tradingEnabled }) => removedAt === null && tradingEnabled);
  const partners = await paidPartners(db);
  const payees = [...creatorsOf(traded, fees), ...partners];
  const mostShared = Math.max(0, ...partners.map(({ shareBps }) => shareBps));
  return orWell(
    signers.flatMap((signer) => {
      const mends = signerMends(settings, signer.role);
      return [
        ...payoutFaults(settings, signer, payees, mends),
        ...feeFaults(
          signer,
          [
            ...(stored || mostShared > 0 ? [{ whose: 'the operator', fees }] : []),
            ...traded.flatMap(({ slug, fees: own }) => (own ? [{ whose: slug, fees: own }] : [])),
          ],
          mostShared,
          mends,
        ),
      ];
    }),
    `${payees.length} payees and the fees of ${traded.length} collections are what the signers sign`,
  );
}

function creatorsOf(collections: readonly Collection[], operator: FeeSettings): Payee[] {
  return collections.flatMap(({ slug, payoutAddress, fees }) => {
    const { sellerRoyaltyBps, buyerRoyaltyBps } = fees ?? operator;
    return payoutAddress !== null && sellerRoyaltyBps + buyerRoyaltyBps > 0
      ? [{ who: `the creator of ${slug}`, address: payoutAddress }]
      : [];
  });
}

async function paidPartners(db: Database): Promise<(Payee & { readonly shareBps: number })[]> {
  return (await listPartners(db)).flatMap(({ name, status, shareBps, payoutAddress }) =>
    status === 'active' && shareBps > 0 && payoutAddress !== null
      ? [{ who: `the partner ${name}`, address: payoutAddress, shareBps }]
      : [],
  );
}

/** Payees whom a signer may not pay. The market's own address is always paid. */
function payoutFaults(
  { FEE_ADDRESS }: Settings,
  { role, payoutAddresses: allowed }: PublishedSettings,
  payees: readonly Payee[],
  { set, restart }: Mends,
): Found[] {
  if (allowed === null) return [];
  const refused = payees.filter(({ address }) => address !== FEE_ADDRESS && !allowed.includes(address));
  if (refused.length === 0) return [];
  const missing = [...new Set(refused.map(({ address }) => address))];
  const shown = refused.map(({ who, address }) => `${who} (${address})`).join(', ');
  return [
    wrong(
      `the ${role} signer may not pay ${shown}: it refuses their sales`,
      'signers that may pay every creator and partner that you have agreed with',
      `${set('PAYOUT_ADDRESSES', [...allowed, ...missing].join(','))} for the signer, then ${restart}`,
    ),
  ];
}

/** `mostShared`: the largest share of a partner in the fee of a sale, 1/100 of a percent. */
function feeFaults(
  { role, leastFeeBps }: PublishedSettings,
  stored: readonly { readonly whose: string; readonly fees: FeeSettings }[],
  mostShared: number,
  { set, restart }: Mends,
): Found[] {
  return stored.flatMap(({ whose, fees: { fillBps, sellerBps, buyerBps } }) => {
    const bps = sellerBps + buyerBps;
    const kept = Math.floor((bps * (10_000 - mostShared)) / 10_000);
    const paid = [
      { of: 'a fill', field: 'fillBps', bps: fillBps ?? bps },
      // the policy signer signs fills only
      ...(role === 'market' ? [{ of: 'a sale', field: 'buyerBps', bps: kept }] : []),
    ];
    return paid
      .filter((one) => one.bps < leastFeeBps)
      .map((one) =>
        wrong(
          `the fee of ${one.of} of ${whose} is ${one.bps} bps${one.bps === kept && kept < bps ? ' after the share of a partner' : ''}, the ${role} signer signs none below ${leastFeeBps}`,
          'a fee that is not below SIGNER_LEAST_FEE_BPS of the signer',
          `${set('SIGNER_LEAST_FEE_BPS', String(one.bps))} for the signer, then ${restart}; or raise ${one.field} with \`ordbook admin POST /v1/fees\``,
        ),
      );
  });
}
