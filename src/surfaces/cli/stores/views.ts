import type { SharedSecret, Store } from '../../../core/stores/queries.ts';
import { formatAmount, formatCount, formatFields, printable } from '../terminal.ts';

export function storeText(store: Store, [newest, old]: readonly SharedSecret[]): string {
  const taxed = store.tax.map(
    ({ country, region, millionths }) => `${region ? `${country}-${region}` : country} ${millionths / 10_000}%`,
  );
  const shipped = store.shipping.map(({ country, amount }) => `${country} ${formatAmount(amount, store.currency)}`);
  const anyOrigin = store.mode === 'test' ? 'any (a test store)' : 'none yet: the checkout does not open in any page';
  return [
    `${printable(store.name)} (${store.slug})`,
    formatFields([
      ['Mode', store.mode === 'test' ? 'test: no real money moves' : 'live'],
      ['Public key', store.publicKey],
      ['Shared secret', `${newest?.text}  (for your backend only)`],
      ['Old secret', old && `${old.text}  (valid until ./service stores retire-secret)`],
      ['Seller', store.legalName],
      ['Address', store.legalAddress],
      ['Returns to', store.returnAddress],
      ['Contact', store.contactEmail],
      ['Telephone', store.contactPhone],
      ['Terms', store.termsUrl],
      ['Privacy', store.privacyUrl],
      ['Withdrawal', store.withdrawalUrl],
      ['Withdrawing', withdrawingText(store)],
      ['Lowest price', LOWEST_PRICE[store.lowestPrice]],
      ['Currency', store.currency],
      ['Country', store.country],
      ['Time zone', store.timeZone],
      ['Language', store.locale],
      ['Origins', store.origins.join('\n') || anyOrigin],
      ['Ships to', shipped.join('\n') || 'nowhere yet'],
      ['Addresses', addressSearchText(store)],
      ['Prices', store.pricesIncludeTax ? 'include tax' : 'without tax'],
      ['Tax', taxed.join(', ') || 'none'],
      ['Holds', `${store.holdMinutes} minutes`],
      ['Failed payments', `a place is kept for ${formatCount(store.paymentDays, 'day')}`],
      ['Withdrawals', `can be undone for ${formatCount(store.withdrawalUndoHours, 'hour')}`],
      ['Refunds', refundsText(store)],
      ['Second factor', store.secondFactorRequired ? 'every member of staff needs one' : 'offered to staff'],
      ['Contacts', contactsText(store)],
      ['Moved dates', movedText(store)],
      ['Marketing', marketingText(store)],
    ]),
  ].join('\n\n');
}

function addressSearchText({ addressSearch }: Store): string {
  if (addressSearch === null) return 'not completed while they are typed';
  return addressSearch === 'test' ? 'completed with the places of test stores' : `completed by ${addressSearch}`;
}

function refundsText({ refundLimit, currency }: Store): string {
  if (refundLimit === null) return 'of any amount, by everyone who may give money back';
  return `above ${formatAmount(refundLimit, currency)} of a pre-order only by managers who prove who they are`;
}

function contactsText({ keepCheckoutDays, keepPreorderDays }: Store): string {
  const preorders =
    keepPreorderDays === null ? 'until erased' : `${formatCount(keepPreorderDays, 'day')} after the last`;
  return `of checkouts ${formatCount(keepCheckoutDays, 'day')}, of pre-orders ${preorders}`;
}

function movedText({ askAfterDays, answerDays, silenceRule }: Store): string {
  return `asked for after ${formatCount(askAfterDays, 'day')}, ${formatCount(answerDays, 'day')} to answer, silence means ${silenceRule}`;
}

function withdrawingText({
  withdrawalDays: days,
  withdrawalFor: whom,
  withdrawalCountsFrom: from,
  returnCosts,
}: Store): string {
  const long = days === null ? 'as long as the law gives' : formatCount(days, 'day');
  const parcel = from === 'order' ? 'the last parcel' : 'its own parcel';
  return `${long} after ${parcel}, ${whom === 'law' ? 'where a law gives the right' : 'for everyone'}; the ${returnCosts} pays for sending back`;
}

const LOWEST_PRICE: Record<Store['lowestPrice'], string> = {
  law: 'beside a struck price, where a law asks for it',
  always: 'beside every struck price',
  never: 'not said',
};

const MARKETING: Record<Store['marketingBox'], string> = {
  off: 'no box in the checkout',
  ask: 'a box that only the shopper ticks',
  collected: 'a box that starts ticked if your page says that you have the consent',
};

function marketingText({ marketingBox, marketingTexts }: Store): string {
  const own = Object.entries(marketingTexts).map(([language, text]) => `${language}: ${text}`);
  return [MARKETING[marketingBox], ...own].join('\n');
}
