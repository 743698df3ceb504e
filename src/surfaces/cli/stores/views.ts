import type { SharedSecrets } from '../../../protocol/schema/admin-api/store-life.ts';
import type { AdminStore } from '../../../protocol/schema/admin-api/stores.ts';
import { formatCount, formatFields, printable } from '../terminal.ts';

export function storeText(store: AdminStore & Partial<SharedSecrets>): string {
  const taxed = store.tax.map(
    ({ country, region, percent }) => `${region ? `${country}-${region}` : country} ${percent}%`,
  );
  const shipped = store.shipping.map(({ country, amount }) => `${country} ${amount} ${store.currency}`);
  const anyOrigin = store.mode === 'test' ? 'any (a test store)' : 'none yet: the checkout does not open in any page';
  return [
    `${printable(store.name)} (${store.slug})`,
    formatFields([
      ['Mode', store.mode === 'test' ? 'test: no real money moves' : 'live'],
      ['Public key', store.public_key],
      ...secretFields(store.secrets ?? []),
      ['Seller', store.legal_name],
      ['Address', store.legal_address],
      ['Returns to', store.return_address],
      ['Contact', store.contact_email],
      ['Telephone', store.contact_phone],
      ['Terms', store.terms_url],
      ['Privacy', store.privacy_url],
      ['Withdrawal', store.withdrawal_url],
      ['Withdrawing', withdrawingText(store)],
      ['Lowest price', LOWEST_PRICE[store.lowest_price]],
      ['Agreeing', store.terms_box === 'law' ? 'by the button where a law allows it' : 'by a tick in every country'],
      ['Currency', store.currency],
      ['Country', store.country],
      ['Time zone', store.time_zone],
      ['Language', store.locale],
      ['Origins', store.origins.join('\n') || anyOrigin],
      ['Ships to', shipped.join('\n') || 'nowhere yet'],
      ['Addresses', addressSearchText(store)],
      ['Phone', phoneText(store)],
      ['Prices', store.prices_include_tax ? 'include tax' : 'without tax'],
      ['Tax', taxed.join(', ') || 'none'],
      ['Holds', `${store.hold_minutes} minutes`],
      ['Failed payments', `a place is kept for ${formatCount(store.payment_days, 'day')}`],
      ['Withdrawals', `can be undone for ${formatCount(store.withdrawal_undo_hours, 'hour')}`],
      ['Refunds', refundsText(store)],
      ['Second factor', store.second_factor_required ? 'every member of staff needs one' : 'offered to staff'],
      ['Contacts', contactsText(store)],
      ['Moved dates', movedText(store)],
      ['Marketing', marketingText(store)],
    ]),
  ].join('\n\n');
}

export const secretsText = ({ secrets }: SharedSecrets): string => formatFields(secretFields(secrets));

const secretFields = ([newest, old]: SharedSecrets['secrets']) =>
  [
    ['Shared secret', newest && `${newest.secret}  (for your backend only)`],
    ['Old secret', old && `${old.secret}  (valid until ./service stores retire-secret)`],
  ] as const;

function addressSearchText({ address_search: addressSearch }: AdminStore): string {
  if (addressSearch === null) return 'not completed while they are typed';
  return addressSearch === 'test' ? 'completed with the places of test stores' : `completed by ${addressSearch}`;
}

const phoneText = ({ phone_countries: countries }: AdminStore): string =>
  countries.length === 0 ? 'optional everywhere' : `needed in ${countries.join(', ')}`;

function refundsText({ refund_limit: limit, currency }: AdminStore): string {
  if (limit === null) return 'of any amount, by everyone who may give money back';
  return `above ${limit} ${currency} of a pre-order only by managers who prove who they are`;
}

function contactsText({ keep_checkout_days: checkouts, keep_preorder_days: days }: AdminStore): string {
  const preorders = days === null ? 'until erased' : `${formatCount(days, 'day')} after the last`;
  return `of checkouts ${formatCount(checkouts, 'day')}, of pre-orders ${preorders}`;
}

function movedText({ ask_after_days: after, answer_days: days, silence }: AdminStore): string {
  return `asked for after ${formatCount(after, 'day')}, ${formatCount(days, 'day')} to answer, silence means ${silence}`;
}

function withdrawingText({
  withdrawal_days: days,
  withdrawal_for: whom,
  withdrawal_counts_from: from,
  return_costs: returnCosts,
}: AdminStore): string {
  const long = days === null ? 'as long as the law gives' : formatCount(days, 'day');
  const parcel = from === 'order' ? 'the last parcel' : 'its own parcel';
  return `${long} after ${parcel}, ${whom === 'law' ? 'where a law gives the right' : 'for everyone'}; the ${returnCosts} pays for sending back`;
}

const LOWEST_PRICE: Record<AdminStore['lowest_price'], string> = {
  law: 'beside a struck price, where a law asks for it',
  always: 'beside every struck price',
  never: 'not said',
};

const MARKETING: Record<string, string> = {
  off: 'no box in the checkout',
  ask: 'a box that only the shopper ticks',
  collected: 'a box that starts ticked if your page says that you have the consent',
};

function marketingText({ marketing_box: box, marketing_texts: texts }: AdminStore): string {
  const own = Object.entries(texts).map(([language, text]) => `${language}: ${text}`);
  return [MARKETING[box], ...own].join('\n');
}
