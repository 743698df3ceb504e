import type { Product } from '../core/catalog/queries.ts';
import type { Store } from '../core/stores/queries.ts';
import type { Waitlist } from '../core/waitlists/queries.ts';
import { toDecimal } from '../domain/money.ts';
import type { Deposit } from '../domain/payment-plan.ts';
import { unitsLeft } from '../domain/stock.ts';
import type { AdminProduct, AdminStore, AdminWaitlist } from '../protocol/schema/admin-api.ts';

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
    terms_url: store.termsUrl,
    privacy_url: store.privacyUrl,
    currency: store.currency,
    currency_digits: store.currencyDigits,
    time_zone: store.timeZone,
    country: store.country,
    address_search: store.addressSearch,
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
      region: region ?? '',
      percent: millionths / 10_000,
      basis_points: millionths / 100, // kept for scripts from before rates had three decimals
    })),
    created_at: store.createdAt.toISOString(),
  };
}

export function productJson(product: Product, store: Store): AdminProduct {
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, store.currency));
  return {
    id: product.externalId,
    product_code: product.handle,
    title: product.title,
    vendor: product.vendor,
    option_names: product.optionNames,
    currency: store.currency,
    variants: product.variants.map((variant) => ({
      id: variant.externalId,
      sku: variant.sku,
      title: variant.title,
      price: decimal(variant.price),
      compare_at_price: decimal(variant.compareAtPrice),
      gone: variant.goneAt !== null,
    })),
  };
}

export function waitlistJson(waitlist: Waitlist, { currency }: Store): AdminWaitlist {
  return {
    id: waitlist.id,
    state: waitlist.state,
    open: waitlist.open,
    product: {
      id: waitlist.product.externalId,
      product_code: waitlist.product.handle,
      title: waitlist.product.title,
    },
    ship_window: {
      from: waitlist.promise.from,
      until: waitlist.promise.until,
      version: waitlist.promise.version,
    },
    limit_per_customer: waitlist.limitPerCustomer,
    show_position: waitlist.showPosition,
    batches: waitlist.batches.map(({ id, position, promise, units }) => ({
      id,
      position,
      ship_window: { from: promise.from, until: promise.until, version: promise.version },
      left: units.reduce((total, unit) => total + unitsLeft(unit), 0),
    })),
    launches_at: waitlist.launchesAt?.toISOString() ?? null,
    closes_at: waitlist.closesAt?.toISOString() ?? null,
    text: waitlist.description,
    payment_plan: waitlist.plan.plan,
    deposit: waitlist.plan.deposit && depositJson(waitlist.plan.deposit, currency),
    deposit_refundable: waitlist.plan.depositRefundable,
    currency,
    variants: waitlist.variants.map((variant) => ({
      id: variant.externalId,
      sku: variant.sku,
      title: variant.title,
      price: toDecimal(variant.price, currency),
      compare_at_price: variant.compareAtPrice === null ? null : toDecimal(variant.compareAtPrice, currency),
      allocated: variant.allocated,
      held: variant.held,
      sold: variant.sold,
      left: unitsLeft(variant),
      gone: variant.gone,
    })),
    created_at: waitlist.createdAt.toISOString(),
    updated_at: waitlist.updatedAt.toISOString(),
    opened_at: waitlist.openedAt?.toISOString() ?? null,
    closed_at: waitlist.closedAt?.toISOString() ?? null,
  };
}

function depositJson({ kind, value }: Deposit, currency: string) {
  return kind === 'percent' ? { percent: value / 100 } : { amount: toDecimal(value, currency) };
}
