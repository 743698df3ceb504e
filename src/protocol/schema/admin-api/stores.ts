import Type, { type Static } from 'typebox';
import { amount, id, orNull, text, time } from './shapes.ts';

export const AdminStore = Type.Object(
  {
    id,
    slug: text('The name of the store on the command line.'),
    mode: Type.Enum(['test', 'live'], { type: 'string', description: 'For the life of the store.' }),
    public_key: text('The key of pages: `api_key` of the public API.'),
    name: text('As shoppers read it.'),
    legal_name: Type.String(),
    legal_address: Type.String(),
    return_address: Type.String(),
    contact_email: Type.String(),
    terms_url: Type.String(),
    privacy_url: Type.String(),
    currency: text('ISO 4217.'),
    currency_digits: orNull(Type.Integer(), 'Decimals of its amounts; null while they are not confirmed.'),
    time_zone: Type.String(),
    country: orNull(Type.String(), 'Where the store is (ISO 3166-1). Null: not said.'),
    address_search: orNull(Type.String(), 'The service that completes addresses in the checkout. Null: none.'),
    locale: Type.String(),
    prices_include_tax: Type.Boolean(),
    hold_minutes: Type.Integer(),
    live_holds_per_email_max: Type.Integer(),
    live_holds_per_address_max: Type.Integer(),
    payment_days: Type.Integer(),
    keep_checkout_days: Type.Integer(),
    keep_preorder_days: orNull(Type.Integer(), 'Null: contacts are kept.'),
    ask_after_days: Type.Integer(),
    answer_days: Type.Integer(),
    silence: text('What no answer to a moved date means: `wait` or `cancel`.'),
    marketing_box: Type.String(),
    marketing_texts: Type.Record(Type.String(), Type.String()),
    origins: Type.Array(Type.String(), { description: 'Pages that may show the checkout.' }),
    shipping: Type.Array(Type.Object({ country: Type.String(), amount: amount() })),
    tax: Type.Array(
      Type.Object({
        country: Type.String(),
        region: Type.String(),
        percent: Type.Number(),
        basis_points: Type.Number(),
      }),
    ),
    created_at: time,
  },
  { $id: 'AdminStore' },
);
export type AdminStore = Static<typeof AdminStore>;
