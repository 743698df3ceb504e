import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { AdminMail } from './mails.ts';
import type { Operation } from './operation.ts';
import { AdminPreorder } from './preorders.ts';
import { amount, id, orNull, PageQuery, text, time } from './shapes.ts';
import { WithdrawalState } from './withdrawals.ts';

const Spent = Type.Object({
  currency: Type.String(),
  charged: amount('What was taken.'),
  refunded: amount('What was given back.'),
  spent: amount('What stays: charged without refunded.'),
});

/** A customer: all pre-orders of one e-mail address in the store. */
export const AdminCustomer = Type.Object(
  {
    id: text('Names the e-mail address without showing it, in this store alone.'),
    email: text('As on the newest pre-order.'),
    name: text('Empty where the checkout asked for none.'),
    preorder_count: Type.Integer(),
    spent: Type.Array(Spent, { description: 'One for each currency; none where nothing was paid.' }),
    complete: Type.Boolean({
      description: 'False where there are more than 500 pre-orders: the newest 500 are counted and summed up.',
    }),
    last_preorder: text('The reference of the newest one.'),
    last_placed_at: time,
  },
  { $id: 'AdminCustomer' },
);
export type AdminCustomer = Static<typeof AdminCustomer>;

const Preorder = Type.Object({
  reference: Type.String(),
  state: AdminPreorder.properties.state,
  placed_at: time,
  product: Type.String(),
  units: Type.Integer(),
  currency: Type.String(),
  total: amount(),
  paid: amount('What was taken.'),
  refunded: amount('What was given back.'),
});

const { kind, state, created_at, sent_at } = AdminMail.properties;

export const AdminCustomerDetail = Type.Object(
  {
    ...AdminCustomer.properties,
    address: Type.Record(Type.String(), Type.String(), { description: 'Of the newest pre-order.' }),
    locale: text('The language of the newest checkout.'),
    marketing_consent: Type.Boolean({ description: 'As it was given with the newest pre-order.' }),
    mails_stopped: orNull(Type.String(), 'Why no more mails go to the address: `refused`, `bounced`, `complained`.'),
    preorders: Type.Array(Preorder, { description: 'The newest 50; `GET /preorders?customer=` lists all.' }),
    messages: Type.Array(
      Type.Object({
        id,
        preorder: Type.String(),
        from: Type.Enum(['shopper', 'store'], { type: 'string' }),
        text: orNull(Type.String(), 'Null once the mail with it is on its way to the store.'),
        by: orNull(Type.String(), 'Who wrote for the store.'),
        created_at: time,
      }),
      { description: 'What customer and store wrote to each other, the newest 50.' },
    ),
    mails: Type.Array(Type.Object({ id, preorder: Type.String(), kind, state, created_at, sent_at }), {
      description: 'The newest 50.',
    }),
    notes: Type.Array(
      Type.Object({ id, preorder: Type.String(), text: Type.String(), by: Type.String(), created_at: time }),
      { description: 'What colleagues noted, the newest 50.' },
    ),
    withdrawals: Type.Array(Type.Object({ id, state: WithdrawalState, declared_at: time }), {
      description: 'What the customer declared, the newest 50.',
    }),
  },
  { $id: 'AdminCustomerDetail' },
);
export type AdminCustomerDetail = Static<typeof AdminCustomerDetail>;

export const listCustomers = {
  id: 'listCustomers',
  route: 'GET /customers',
  scope: 'preorders:personal',
  summary: 'Who bought in the store, the one with the newest pre-order first',
  description: 'A page may have fewer customers than `limit` although `meta.next` names another one.',
  query: Type.Object({
    ...PageQuery.properties,
    q: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 200,
        description: 'Only those of the pre-orders that this finds, as `q` of `GET /preorders`.',
      }),
    ),
  }),
  answer: Type.Array(AdminCustomer),
  answered: 'One page of customers.',
} satisfies Operation;

export const getCustomer = {
  id: 'getCustomer',
  route: 'GET /customers/:customer_id',
  scope: 'preorders:personal',
  summary: 'One customer: what they bought, spent, asked, and what was mailed and noted',
  params: Type.Object({ customer_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: AdminCustomerDetail,
  answered: 'The customer.',
  refusals: { 404: '`customer_not_found`' },
} satisfies Operation;
