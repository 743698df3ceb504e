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
    contact_phone: orNull(Type.String(), 'The telephone number for shoppers. Null: none.'),
    terms_url: Type.String(),
    privacy_url: Type.String(),
    withdrawal_url: orNull(Type.String(), 'The page about the right of withdrawal. Null: none.'),
    withdrawal_days: orNull(
      Type.Integer(),
      'Days to withdraw after the day of delivery, from 14; null: as many as the law gives. For earlier pre-orders too.',
    ),
    withdrawal_for: Type.Enum(['law', 'everyone'], {
      type: 'string',
      description: 'Who may withdraw: shoppers whose country has a law for it, or everyone.',
    }),
    withdrawal_counts_from: Type.Enum(['order', 'line'], {
      type: 'string',
      description:
        'The delivery that begins the days: of the last parcel of a pre-order, or of the own parcel of a line item.',
    }),
    lowest_price: Type.Enum(['law', 'always', 'never'], {
      type: 'string',
      description:
        'Whether shoppers read the lowest price of 30 days beside a struck one: where a country that the waitlist ships to has a law for it, always or never.',
    }),
    return_costs: Type.Enum(['shopper', 'store'], {
      type: 'string',
      description: 'Who pays for sending goods back after a withdrawal, as the instructions on withdrawal say.',
    }),
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
    withdrawal_undo_hours: Type.Integer({
      description:
        'How long a customer can undo a withdrawal that somebody else may have declared, before the service acts on it.',
    }),
    keep_checkout_days: Type.Integer(),
    keep_preorder_days: orNull(Type.Integer(), 'Null: contacts are kept.'),
    refund_limit: orNull(
      amount(),
      'What is given back of one pre-order above it needs `refunds:large`, and of staff a fresh proof. Null: no limit.',
    ),
    second_factor_required: Type.Boolean({ description: 'Staff without a second factor may not work in the store.' }),
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
    copy_of: orNull(id, 'The store of which this is the test store.'),
    test_store: orNull(Type.String(), 'The slug of the test store that was copied from this one.'),
  },
  { $id: 'AdminStore' },
);
export type AdminStore = Static<typeof AdminStore>;

const { properties: Known } = AdminStore;
const words = Type.String();
const number = Type.Integer();

/** The settings that can be changed. What is left out stays. */
export const StoreChange = Type.Object(
  {
    name: Type.Optional(words),
    legal_name: Type.Optional(words),
    legal_address: Type.Optional(words),
    return_address: Type.Optional(words),
    contact_email: Type.Optional(words),
    contact_phone: Type.Optional(Known.contact_phone),
    terms_url: Type.Optional(words),
    privacy_url: Type.Optional(words),
    withdrawal_url: Type.Optional(Known.withdrawal_url),
    withdrawal_days: Type.Optional(Known.withdrawal_days),
    withdrawal_for: Type.Optional(Known.withdrawal_for),
    withdrawal_counts_from: Type.Optional(Known.withdrawal_counts_from),
    lowest_price: Type.Optional(Known.lowest_price),
    return_costs: Type.Optional(Known.return_costs),
    time_zone: Type.Optional(Type.String({ description: 'An IANA name, such as `Europe/Berlin`.' })),
    country: Type.Optional(Known.country),
    address_search: Type.Optional(Known.address_search),
    locale: Type.Optional(words),
    prices_include_tax: Type.Optional(Type.Boolean()),
    hold_minutes: Type.Optional(number),
    live_holds_per_email_max: Type.Optional(number),
    live_holds_per_address_max: Type.Optional(number),
    payment_days: Type.Optional(number),
    withdrawal_undo_hours: Type.Optional(number),
    keep_checkout_days: Type.Optional(number),
    keep_preorder_days: Type.Optional(Known.keep_preorder_days),
    refund_limit: Type.Optional(
      orNull(amount(), 'Null: no limit. To change it, `refunds:large` is needed, and of staff a fresh proof.'),
    ),
    second_factor_required: Type.Optional(
      Type.Boolean({ description: 'To change it, `access:write` is needed, and of staff a fresh proof.' }),
    ),
    ask_after_days: Type.Optional(number),
    answer_days: Type.Optional(number),
    silence: Type.Optional(Type.Enum(['wait', 'cancel'], { type: 'string', description: 'What no answer means.' })),
    marketing_box: Type.Optional(
      Type.Enum(['off', 'ask', 'collected'], { type: 'string', description: 'The box that asks for consent.' }),
    ),
    marketing_texts: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The text of that box, by language. Replaces all.' }),
    ),
    origins: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1_000, description: 'Replaces the whole list.' }),
    ),
    shipping: Type.Optional(
      Type.Array(Type.Object({ country: Type.String(), amount: amount() }, { additionalProperties: false }), {
        maxItems: 1_000,
        description: 'Replaces the whole list.',
      }),
    ),
    tax: Type.Optional(
      Type.Array(
        Type.Object(
          {
            country: Type.String(),
            region: Type.Optional(Type.String({ description: 'Its code or name; empty for the whole country.' })),
            percent: Type.Number({ description: 'With four decimals at most.' }),
            basis_points: Type.Optional(
              Type.Number({ description: 'As the store was read. It has to be 100 times `percent`.' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: 5_000, description: 'Replaces the whole list.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        shipping: [
          { country: 'DE', amount: '4.90' },
          { country: 'FR', amount: '9.90' },
        ],
        tax: [
          { country: 'DE', percent: 19 },
          { country: 'CA', region: 'QC', percent: 14.975 },
        ],
      },
      { origins: ['https://fjord.example'], hold_minutes: 15, keep_preorder_days: null },
    ],
  },
);

const required = Type.String({ minLength: 1, maxLength: 2_000 });

/** A new store: who it is, and the settings that it cannot do without. The others have their defaults. */
export const NewStore = Type.Object(
  {
    ...StoreChange.properties,
    slug: Type.String({ maxLength: 100, description: 'Its name in addresses and on the command line; never changes.' }),
    mode: Type.Enum(['test', 'live'], {
      type: 'string',
      description: 'Never changes. No real money moves in a test store.',
    }),
    currency: Type.String({ maxLength: 10, description: 'ISO 4217; never changes.' }),
    name: required,
    legal_name: required,
    legal_address: required,
    contact_email: required,
    terms_url: required,
    privacy_url: required,
    time_zone: required,
  },
  {
    additionalProperties: false,
    examples: [
      {
        slug: 'fjord-test',
        mode: 'test',
        currency: 'EUR',
        name: 'Fjord Outdoor',
        legal_name: 'Fjord Outdoor GmbH',
        legal_address: 'Hafenstraße 1\n20457 Hamburg\nGermany',
        contact_email: 'hello@fjord.example',
        terms_url: 'https://fjord.example/terms',
        privacy_url: 'https://fjord.example/privacy',
        time_zone: 'Europe/Berlin',
        shipping: [{ country: 'DE', amount: '4.90' }],
      },
    ],
  },
);

export const StoreDeletion = Type.Object(
  {
    name: Type.String({
      maxLength: 200,
      description: 'The name of the store, as shoppers read it: so that no other one goes.',
    }),
  },
  { additionalProperties: false, examples: [{ name: 'Fjord Outdoor' }] },
);

export const StoreDecimals = Type.Object(
  { decimals: Type.Integer({ minimum: 0, maximum: 3 }) },
  { additionalProperties: false, examples: [{ decimals: 2 }] },
);

export const SharedSecrets = Type.Object({
  secrets: Type.Array(Type.Object({ secret: Type.String(), created_at: time }), {
    description: 'The newest first. There are two while they are being rotated.',
  }),
});

const colour = (description: string) => orNull(Type.String(), description);

export const AdminBrand = Type.Object(
  {
    accent: colour('Of buttons and links: `#` and six hexadecimal digits. Null: ours.'),
    ground: colour('Of the page. Null: ours.'),
    ground_dark: colour('Of the page on a dark screen. Null: ours.'),
    radius: orNull(Type.Integer(), 'Of corners, in pixels. Null: ours.'),
    logo: orNull(
      Type.Object({ url: Type.String(), type: Type.String(), width: Type.Integer(), height: Type.Integer() }),
      'Null: none.',
    ),
    font: orNull(
      Type.Object({
        url: Type.String(),
        type: Type.String(),
        weight_min: Type.Integer(),
        weight_max: Type.Integer(),
      }),
      'Null: that of the system.',
    ),
    sender_name: orNull(Type.String(), 'The name that mails are from. Null: that of the store.'),
    reply_to: orNull(Type.String(), 'Where answers to mails go. Null: the contact of the store.'),
  },
  { $id: 'AdminBrand' },
);
export type AdminBrand = Static<typeof AdminBrand>;

const { accent, ground, ground_dark, radius, sender_name, reply_to } = AdminBrand.properties;

export const BrandChange = Type.Object(
  {
    accent: Type.Optional(accent),
    ground: Type.Optional(ground),
    ground_dark: Type.Optional(ground_dark),
    radius: Type.Optional(radius),
    sender_name: Type.Optional(sender_name),
    reply_to: Type.Optional(reply_to),
  },
  {
    additionalProperties: false,
    examples: [{ radius: 6 }, { sender_name: 'Fjord', reply_to: null }],
  },
);
