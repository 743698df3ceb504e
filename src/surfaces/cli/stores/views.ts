import type { SharedSecret, Store } from '../../../core/stores/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import { formatAmount, formatCount, formatFields, printable } from '../terminal.ts';

/** Returns a store in the command line's JSON form: snake case, decimals as text. */
export function storeJson(store: Store) {
  return {
    id: store.id,
    slug: store.slug,
    mode: store.mode,
    public_key: store.publicKey,
    name: store.name,
    legal_name: store.legalName,
    legal_address: store.legalAddress,
    return_address: store.returnAddress,
    contact_email: store.contactEmail,
    terms_url: store.termsUrl,
    privacy_url: store.privacyUrl,
    currency: store.currency,
    currency_digits: store.currencyDigits,
    time_zone: store.timeZone,
    locale: store.locale,
    prices_include_tax: store.pricesIncludeTax,
    hold_minutes: store.holdMinutes,
    live_holds_per_email_max: store.liveHoldsPerEmailMax,
    live_holds_per_address_max: store.liveHoldsPerAddressMax,
    payment_days: store.paymentDays,
    keep_checkout_days: store.keepCheckoutDays,
    keep_preorder_days: store.keepPreorderDays,
    ask_after_days: store.askAfterDays,
    answer_days: store.answerDays,
    silence: store.silenceRule,
    marketing_box: store.marketingBox,
    marketing_texts: store.marketingTexts,
    origins: store.origins,
    shipping: store.shipping.map(({ country, amount }) => ({ country, amount: toDecimal(amount, store.currency) })),
    tax: store.tax.map(({ country, region, millionths }) => ({
      country,
      region,
      percent: millionths / 10_000,
      basis_points: millionths / 100, // kept for scripts from before rates had three decimals
    })),
    created_at: store.createdAt.toISOString(),
  };
}

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
      ['Terms', store.termsUrl],
      ['Privacy', store.privacyUrl],
      ['Currency', store.currency],
      ['Time zone', store.timeZone],
      ['Language', store.locale],
      ['Origins', store.origins.join('\n') || anyOrigin],
      ['Ships to', shipped.join('\n') || 'nowhere yet'],
      ['Prices', store.pricesIncludeTax ? 'include tax' : 'without tax'],
      ['Tax', taxed.join(', ') || 'none'],
      ['Holds', `${store.holdMinutes} minutes`],
      ['Failed payments', `a place is kept for ${formatCount(store.paymentDays, 'day')}`],
      ['Contacts', contactsText(store)],
      ['Moved dates', movedText(store)],
      ['Marketing', marketingText(store)],
    ]),
  ].join('\n\n');
}

function contactsText({ keepCheckoutDays, keepPreorderDays }: Store): string {
  const preorders =
    keepPreorderDays === null ? 'until erased' : `${formatCount(keepPreorderDays, 'day')} after the last`;
  return `of checkouts ${formatCount(keepCheckoutDays, 'day')}, of pre-orders ${preorders}`;
}

function movedText({ askAfterDays, answerDays, silenceRule }: Store): string {
  return `asked for after ${formatCount(askAfterDays, 'day')}, ${formatCount(answerDays, 'day')} to answer, silence means ${silenceRule}`;
}

const MARKETING: Record<Store['marketingBox'], string> = {
  off: 'no box in the checkout',
  ask: 'a box that only the shopper ticks',
  collected: 'a box that starts ticked if your page says that you have the consent',
};

function marketingText({ marketingBox, marketingTexts }: Store): string {
  const own = Object.entries(marketingTexts).map(([language, text]) => `${language}: ${text}`);
  return [MARKETING[marketingBox], ...own].join('\n');
}
