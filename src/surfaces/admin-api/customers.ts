import { findSuppression } from '../../core/mails/queries.ts';
import { type CustomerRecords, readCustomerRecords, SHOWN_MAX } from '../../core/people/queries/customer-records.ts';
import { type Customer, listCustomers, readCustomer } from '../../core/people/queries/customers.ts';
import { listPreorders } from '../../core/preorders/queries/list.ts';
import { searchPreorders } from '../../core/preorders/queries/search.ts';
import type { Preorder } from '../../core/preorders/queries.ts';
import { type Minor, toDecimal } from '../../domain/money.ts';
import { Type } from '../../platform/type.ts';
import * as operations from '../../protocol/schema/admin-api/customers.ts';
import type { InputOf } from '../../protocol/schema/admin-api/operation.ts';
import { PAGE_DEFAULT, searchedPage } from '../../protocol/schema/admin-api/shapes.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf } from './answer.ts';
import { readingRoute } from './serve.ts';

/** Registers the customers of a store: list, and one with all that is about them. */
export function registerCustomers(routes: AdminRoutes): void {
  registerList(routes);
  routes.reads(operations.getCustomer, async ({ store }, { customer_id: key }, { db }) => {
    const customer = await readCustomer(db, store.id, key);
    const preorders = await listPreorders(db, store.id, { customerKey: key, limit: SHOWN_MAX });
    const stopped = await findSuppression(db, store.id, customer.email);
    return {
      ...customerJson(customer),
      address: customer.address,
      locale: customer.locale,
      marketing_consent: customer.marketingConsent,
      mails_stopped: stopped?.reason ?? null,
      preorders: preorders.map(preorderJson),
      ...recordsJson(await readCustomerRecords(db, store.id, key)),
    };
  });
}

function registerList({ app, deps: { db }, askerOf }: AdminRoutes): void {
  const { listCustomers: operation } = operations;
  app.route<{ Querystring: InputOf<typeof operation> }>({
    ...readingRoute(operation, searchedPage(Type.Ref('AdminCustomer'), operation.answered)),
    async handler(request) {
      const { store } = askerOf(request);
      const { q, after, limit = PAGE_DEFAULT } = request.query;
      const found = q === undefined ? undefined : await searchPreorders(db, store.id, { text: q, people: true });
      const { customers, next } = await listCustomers(db, store.id, { after, limit, ids: found?.ids });
      const { meta, data } = pageOf(customers.map(customerJson), next);
      return { meta: { ...meta, incomplete: found?.all === false }, data };
    },
  });
}

function customerJson({ key, email, address, preorders, spent, ...customer }: Customer): operations.AdminCustomer {
  const { firstName = '', lastName = '' } = address;
  return {
    id: key,
    email,
    name: [firstName, lastName].filter((part) => part !== '').join(' '),
    preorder_count: preorders,
    spent: spent.map(({ currency, charged, refunded }) => ({
      currency,
      charged: toDecimal(charged, currency),
      refunded: toDecimal(refunded, currency),
      spent: toDecimal((charged - refunded) as Minor, currency),
    })),
    complete: customer.complete,
    last_preorder: customer.lastReference,
    last_placed_at: customer.lastPlacedAt.toISOString(),
  };
}

function preorderJson({ reference, state, placedAt, productTitle, currency, total, lines }: Preorder) {
  const sum = (of: 'paid' | 'refunded') => toDecimal(lines.reduce((all, line) => all + line[of], 0) as Minor, currency);
  return {
    reference,
    state,
    placed_at: placedAt.toISOString(),
    product: productTitle,
    units: lines.length,
    currency,
    total: toDecimal(total, currency),
    paid: sum('paid'),
    refunded: sum('refunded'),
  };
}

const recordsJson = ({ messages, mails, notes, withdrawals }: CustomerRecords) => ({
  messages: messages.map(({ id, reference, from, words, byName, createdAt }) => ({
    id,
    preorder: reference,
    from,
    text: words,
    by: byName,
    created_at: createdAt.toISOString(),
  })),
  mails: mails.map(({ id, reference, kind, state, createdAt, sentAt }) => ({
    id,
    preorder: reference,
    kind,
    state,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  })),
  notes: notes.map(({ id, reference, words, byName, createdAt }) => ({
    id,
    preorder: reference,
    text: words,
    by: byName,
    created_at: createdAt.toISOString(),
  })),
  withdrawals: withdrawals.map(({ id, state, declaredAt }) => ({ id, state, declared_at: declaredAt.toISOString() })),
});
