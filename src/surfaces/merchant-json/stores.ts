import type { Store } from '../../core/stores/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import type { AdminStore } from '../../protocol/schema/admin-api/stores.ts';

// A merchant's things as JSON, the same from the command line (`--json`) and from the private API: snake case, the names of the
// public API where it has them, amounts as decimal text, the platform's ids.

export function storeJson(store: Store): AdminStore {
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
    contact_phone: store.contactPhone,
    terms_url: store.termsUrl,
    privacy_url: store.privacyUrl,
    withdrawal_url: store.withdrawalUrl,
    withdrawal_days: store.withdrawalDays,
    withdrawal_for: store.withdrawalFor,
    withdrawal_counts_from: store.withdrawalCountsFrom,
    lowest_price: store.lowestPrice,
    terms_box: store.termsBox,
    return_costs: store.returnCosts,
    currency: store.currency,
    currency_digits: store.currencyDigits,
    time_zone: store.timeZone,
    country: store.country,
    address_search: store.addressSearch,
    phone_countries: [...store.phoneCountries],
    locale: store.locale,
    prices_include_tax: store.pricesIncludeTax,
    hold_minutes: store.holdMinutes,
    live_holds_per_email_max: store.liveHoldsPerEmailMax,
    live_holds_per_address_max: store.liveHoldsPerAddressMax,
    payment_days: store.paymentDays,
    withdrawal_undo_hours: store.withdrawalUndoHours,
    keep_checkout_days: store.keepCheckoutDays,
    keep_preorder_days: store.keepPreorderDays,
    second_factor_required: store.secondFactorRequired,
    refund_limit: store.refundLimit === null ? null : toDecimal(store.refundLimit, store.currency),
    ask_after_days: store.askAfterDays,
    answer_days: store.answerDays,
    silence: store.silenceRule,
    marketing_box: store.marketingBox,
    marketing_texts: store.marketingTexts,
    origins: store.origins,
    shipping: store.shipping.map(({ country, amount }) => ({ country, amount: toDecimal(amount, store.currency) })),
    tax: store.tax.map(taxJson),
    created_at: store.createdAt.toISOString(),
    copy_of: store.copyOf,
    test_store: store.testStore,
  };
}

const taxJson = ({ country, region, millionths }: Store['tax'][number]): AdminStore['tax'][number] => ({
  country,
  region: region ?? '',
  percent: millionths / 10_000,
  basis_points: millionths / 100, // kept for scripts from before rates had three decimals
});
