import type { Static } from 'typebox';
import { SETTING_RANGES } from '../../../domain/setting-ranges.ts';
import { STORE_DEFAULTS } from '../../../domain/store.ts';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
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
    terms_box: Type.Enum(['law', 'always'], {
      type: 'string',
      description:
        'Where shoppers tick a box to agree to the terms: where the law does not allow a sentence at the button, or always. It holds for units that are held from then on.',
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
    phone_countries: Type.Array(Type.String(), {
      description:
        'Countries where the carrier needs a telephone number: the checkout demands it there and says why. Elsewhere it is optional.',
    }),
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
const words = (description: string) => Type.Optional(Type.String({ description }));

const number = (description: string, setting: keyof typeof SETTING_RANGES & keyof typeof STORE_DEFAULTS) => {
  const { min, max } = SETTING_RANGES[setting];
  const bounds = `${min} to ${max}, ${STORE_DEFAULTS[setting]} in a new store`;
  return Type.Optional(Type.Integer({ description: `${description}: ${bounds}.` }));
};

/** The settings that can be changed. What is left out stays. */
export const StoreChange = Type.Object(
  {
    name: words('As shoppers read it.'),
    legal_name: words('The legal name of the seller.'),
    legal_address: words('The address of the seller.'),
    return_address: words('Where returns go; in a new store the legal address.'),
    contact_email: words('The e-mail address for shoppers.'),
    contact_phone: Type.Optional(Known.contact_phone),
    terms_url: words('The terms of sale.'),
    privacy_url: words('The privacy notice.'),
    withdrawal_url: Type.Optional(Known.withdrawal_url),
    withdrawal_days: Type.Optional(Known.withdrawal_days),
    withdrawal_for: Type.Optional(Known.withdrawal_for),
    withdrawal_counts_from: Type.Optional(Known.withdrawal_counts_from),
    lowest_price: Type.Optional(Known.lowest_price),
    terms_box: Type.Optional(Known.terms_box),
    return_costs: Type.Optional(Known.return_costs),
    time_zone: Type.Optional(Type.String({ description: 'An IANA name, such as `Europe/Berlin`.' })),
    country: Type.Optional(Known.country),
    address_search: Type.Optional(Known.address_search),
    phone_countries: Type.Optional(
      Type.Array(Type.String({ maxLength: 10 }), {
        maxItems: 300,
        description: 'Countries where the carrier needs a telephone number, such as `BR`. Replaces the whole list.',
      }),
    ),
    locale: words('The language of mails to the merchant and of texts that are not translated, such as `en`.'),
    prices_include_tax: Type.Optional(Type.Boolean({ description: 'Prices include the tax.' })),
    hold_minutes: number('How long units are held for a shopper who is paying', 'holdMinutes'),
    live_holds_per_email_max: number('Live holds of one e-mail address at most', 'liveHoldsPerEmailMax'),
    live_holds_per_address_max: number('Live holds of one client address at most', 'liveHoldsPerAddressMax'),
    payment_days: number('How long a place is kept after a failed charge', 'paymentDays'),
    withdrawal_undo_hours: number(
      'How long a customer can undo a withdrawal declared in their name',
      'withdrawalUndoHours',
    ),
    keep_checkout_days: number('How long contacts of checkouts are kept', 'keepCheckoutDays'),
    keep_preorder_days: Type.Optional(Known.keep_preorder_days),
    refund_limit: Type.Optional(
      orNull(amount(), 'Null: no limit. To change it, `refunds:large` is needed, and of staff a fresh proof.'),
    ),
    second_factor_required: Type.Optional(
      Type.Boolean({ description: 'To change it, `access:write` is needed, and of staff a fresh proof.' }),
    ),
    ask_after_days: number('With a longer delay shoppers are asked, not only told', 'askAfterDays'),
    answer_days: number('How many days a shopper has to answer', 'answerDays'),
    silence: Type.Optional(Type.Enum(['wait', 'cancel'], { type: 'string', description: 'What no answer means.' })),
    marketing_box: Type.Optional(
      Type.Enum(['off', 'ask', 'collected'], { type: 'string', description: 'The box that asks for consent.' }),
    ),
    marketing_texts: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The text of that box, by language. Replaces all.' }),
    ),
    origins: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 1_000,
        description: 'Sites that may open the checkout, such as `https://fjord.example`. Replaces the whole list.',
      }),
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

export const getStore = {
  id: 'getStore',
  route: 'GET /store',
  scope: 'store:read',
  summary: 'The store that you act in, with its settings',
  answer: AdminStore,
  answered: 'The store.',
} satisfies Operation;

export const updateStore = {
  id: 'updateStore',
  route: 'PATCH /store',
  scope: 'store:write',
  action: 'store.update',
  summary: 'Change the given settings; a given list replaces the whole list',
  body: StoreChange,
  answer: AdminStore,
  answered: 'The store.',
} satisfies WriteOperation;
