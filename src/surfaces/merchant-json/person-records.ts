import type { ExportedCheckout, PreorderRecords } from '../../core/people/queries.ts';
import { toDecimal } from '../../domain/money.ts';
import { marketingJson } from './preorders.ts';

/** Returns a checkout as JSON: snake case, amounts as decimals, times in UTC. */
export function checkoutJson(checkout: ExportedCheckout, currency: string) {
  const decimal = (amount: number) => toDecimal(amount, currency);
  const { hold } = checkout;
  return {
    id: checkout.id,
    state: checkout.state,
    created_at: checkout.createdAt.toISOString(),
    updated_at: checkout.updatedAt.toISOString(),
    contact: checkout.contact,
    locale: checkout.locale,
    ...marketingJson(checkout),
    line_item_properties: checkout.lineItemProperties,
    waitlist_id: checkout.waitlistId,
    product: checkout.product,
    variant: checkout.variant,
    quantity: checkout.quantity,
    currency,
    subtotal: decimal(checkout.subtotal),
    discount: decimal(checkout.discount),
    discount_code: checkout.discountCode,
    due_now: decimal(checkout.dueNow),
    shipping: decimal(checkout.shipping),
    tax: decimal(checkout.tax),
    total: decimal(checkout.total),
    hold: hold && { expires_at: utc(hold.expiresAt), client_address: hold.clientAddress },
    payments: checkout.payments.map(({ providerRef, amount, at, ...payment }) => ({
      ...payment,
      provider_ref: providerRef,
      amount: decimal(amount),
      created_at: utc(at),
    })),
  };
}

export function recordsJson(records: PreorderRecords, currency: string) {
  const { ledger, mails, links, swaps, messages, contacts, notes, releases, orders, fulfilments, webhooks } = records;
  return {
    ledger: ledger.map(({ at, lineId, account, amount }) => ({
      at: utc(at),
      line_id: lineId,
      account,
      // Debits are positive and credits are negative.
      amount: `${amount < 0 ? '-' : ''}${toDecimal(Math.abs(amount), currency)}`,
    })),
    mails: mails.map(({ kind, messageId, createdAt, sentAt, droppedWhy, to, subject }) => ({
      kind,
      message_id: messageId,
      created_at: utc(createdAt),
      sent_at: sentAt && utc(sentAt),
      dropped_why: droppedWhy,
      to,
      subject,
    })),
    swaps,
    messages,
    contact_changes: contacts,
    notes,
    releases: releases.map(({ lineId, releasedAt, givenBackAt }) => ({
      line_id: lineId,
      released_at: releasedAt,
      given_back_at: givenBackAt,
    })),
    store_orders: orders.map(({ number, state, externalRef, handedAt, lineIds }) => ({
      number,
      state,
      external_ref: externalRef,
      handed_at: handedAt,
      line_ids: lineIds,
    })),
    fulfilments: fulfilments.map((one) => ({
      number: one.number,
      carrier: one.carrier,
      tracking_number: one.trackingNumber,
      tracking_link: one.trackingLink,
      sent_at: utc(one.sentAt),
      delivered_at: one.deliveredAt && utc(one.deliveredAt),
      line_ids: one.lineIds,
    })),
    links: links.map(({ purpose, createdAt, expiresAt, usedAt, lineIds }) => ({
      purpose,
      created_at: utc(createdAt),
      expires_at: utc(expiresAt),
      used_at: usedAt && utc(usedAt),
      line_ids: lineIds,
    })),
    told_to: webhooks.map(({ type, occurredAt, state, url }) => ({ type, at: utc(occurredAt), state, url })),
  };
}

const utc = (text: string) => new Date(text).toISOString();
