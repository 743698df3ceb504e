import type { Static } from 'typebox';
import { Type } from '../../platform/type.ts';
import { success } from './envelope.ts';

/**
 * The public HTTP API, `/api/v1` (contract: HTTP API). Version 1 may gain fields and never loses one; a test checks that.
 */
export const PUBLIC_API = 'Public API';

const PARAMETER_LENGTH_MAX = 500;

export const ApiKey = Type.String({
  minLength: 1,
  maxLength: PARAMETER_LENGTH_MAX,
  description: "The store's public API key.",
});

export const WaitlistsQuery = Type.Object({ api_key: ApiKey });

export const AvailabilityQuery = Type.Object({
  api_key: ApiKey,
  product_id: Type.String({
    minLength: 1,
    maxLength: PARAMETER_LENGTH_MAX,
    description: "The product's id in the connected store: `123`, `gid://…/123` or the base64 of that.",
  }),
});

export const ProductStateQuery = Type.Object({
  api_key: ApiKey,
  handle: Type.String({
    minLength: 1,
    maxLength: PARAMETER_LENGTH_MAX,
    description: "The product's code (handle) in the connected store.",
  }),
});

export const VariantStateQuery = Type.Object({
  api_key: ApiKey,
  variant_id: Type.String({
    minLength: 1,
    maxLength: PARAMETER_LENGTH_MAX,
    description: "The variant's id in the connected store: `123`, `gid://…/123` or the base64 of that.",
  }),
});

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description });

export const Waitlist = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    state: Type.String({ description: '`OPEN`: only open waitlists are listed.' }),
    product: Type.Object({
      id: Type.String({ description: "The product's id in the connected store." }),
      product_code: Type.String({ description: "The product's code (handle) in the connected store." }),
    }),
    display_dispatch_date: Type.String({
      description: "When it ships, as shown to shoppers in the store's language, e.g. `10–15 June 2026`.",
    }),
    payment_plan_descriptions: nullable(
      Type.Object({ short: Type.String(), long: Type.String() }),
      "What is paid when, in the store's language; null where there is nothing to say.",
    ),
    selling_plan_id: nullable(Type.String(), "The commerce platform's selling plan, where it has one."),
    is_scheduled: Type.Boolean({ description: 'Whether the waitlist was given a launch date.' }),
    launch_date: nullable(Type.String({ format: 'date-time' }), 'The launch date it was given.'),
  },
  { $id: 'Waitlist' },
);

export const AvailabilityVariant = Type.Object(
  {
    id: Type.String({ description: "The variant's id in the connected store." }),
    sku: Type.String({ description: 'Empty when the variant has none. SKUs need not be unique.' }),
    available: Type.Boolean({ description: 'Whether units are left on the open waitlist.' }),
    available_stock: Type.Integer({ minimum: 0, description: 'Units left on the open waitlist.' }),
    available_in_stock: Type.Integer({ minimum: 0, description: 'Units on the store’s own shelf.' }),
    oversell_enabled: Type.Boolean({ description: 'Whether the store sells more than its own stock.' }),
    waitlist_id: nullable(Type.String({ format: 'uuid' }), 'The open waitlist that sells this variant.'),
    left_to_shelf: Type.Boolean({
      description:
        'Not pre-ordered now: the waitlist sells what is in stock first, and `available_in_stock` is above 0.',
    }),
  },
  { $id: 'AvailabilityVariant' },
);

export const Availability = Type.Object(
  {
    id: Type.String({ description: "The product's id in the connected store." }),
    product_code: Type.String({ description: "The product's code (handle) in the connected store." }),
    available: Type.Boolean({ description: 'Whether the product has an open waitlist, even if no units are left.' }),
    available_stock: Type.Integer({
      minimum: 0,
      description: 'Units left on the open waitlist, all variants together.',
    }),
    variants: Type.Array(Type.Ref('AvailabilityVariant')),
  },
  { $id: 'Availability' },
);

const PreorderState = Type.Enum(['NO_OPEN_WAITLISTS', 'AVAILABLE_IN_STOCK', 'ON_PREORDER', 'SOLD_OUT'], {
  type: 'string',
  description:
    '`AVAILABLE_IN_STOCK`: the store itself has it on the shelf; else `ON_PREORDER`: units are left on an open waitlist; ' +
    '`SOLD_OUT`: none are left there; `NO_OPEN_WAITLISTS`. A product is what the best of its variants is, in this order.',
});

export const StateWaitlist = Type.Object(
  {
    ...Waitlist.properties,
    units_left: Type.Integer({
      minimum: 0,
      description: 'Units that the waitlist has left: of the product, or of the variant that was asked for.',
    }),
    compatible_checkouts: Type.Array(Type.String(), {
      description:
        '`service`: the checkout of this service. `native`, the checkout of the store’s platform, is never listed.',
    }),
  },
  { $id: 'StateWaitlist' },
);

const StateProduct = Type.Object({
  id: Type.String({ description: "The product's id in the connected store." }),
  product_code: Type.String({ description: "The product's code (handle) in the connected store." }),
  handle: Type.String({ description: 'The same as `product_code`.' }),
});

export const ProductState = Type.Object(
  {
    id: Type.String({ description: "The product's id in the connected store." }),
    product_code: Type.String({ description: "The product's code (handle) in the connected store." }),
    product: StateProduct,
    state: PreorderState,
    waitlist: nullable(Type.Ref('StateWaitlist'), "The product's open waitlist, in every state of the product."),
  },
  { $id: 'ProductState' },
);

export const VariantState = Type.Object(
  {
    id: Type.String({ description: "The variant's id in the connected store." }),
    sku: Type.String({ description: 'Empty when the variant has none. SKUs need not be unique.' }),
    product: StateProduct,
    state: PreorderState,
    waitlist: nullable(
      Type.Ref('StateWaitlist'),
      'The open waitlist that sells this variant, in every state of the variant.',
    ),
  },
  { $id: 'VariantState' },
);

export const WaitlistsAnswer = success(
  Type.Array(Type.Ref('Waitlist')),
  'The open waitlists, the one that opened last first.',
);
export const AvailabilityAnswer = success(Type.Ref('Availability'), 'The product and all its variants.');

export const ProductStateAnswer = success(Type.Ref('ProductState'), 'The state of the product.');
export const VariantStateAnswer = success(Type.Ref('VariantState'), 'The state of the variant.');

export type Waitlist = Static<typeof Waitlist>;
export type AvailabilityVariant = Static<typeof AvailabilityVariant>;
export type Availability = Omit<Static<typeof Availability>, 'variants'> & { variants: AvailabilityVariant[] };
export type StateWaitlist = Static<typeof StateWaitlist>;
export type ProductState = Omit<Static<typeof ProductState>, 'waitlist'> & { waitlist: StateWaitlist | null };
export type VariantState = Omit<Static<typeof VariantState>, 'waitlist'> & { waitlist: StateWaitlist | null };
