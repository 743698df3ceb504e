import type { Static } from 'typebox';
import { Type } from '../../platform/type.ts';
import { lengthMaxOf } from '../wire/address.ts';
import { ADDRESS_PARTS } from './address.ts';
import { BalanceInWords, WaysOn } from './checkout-words.ts';
import { success } from './envelope.ts';

/**
 * The API that the checkout frame calls, under `/frames/1/api`. It is private and may change together with the frame, but
 * frames that are open must keep working. Money is integer minor units of `currency`. The checkout secret is sent as
 * `Authorization: Bearer`.
 */
const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });

export const CheckoutAddress = Type.Object(
  {
    ...ADDRESS_PARTS,
    lastName: text(lengthMaxOf('lastName'), 1),
    line1: text(lengthMaxOf('line1'), 1),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  { additionalProperties: false },
);

/**
 * `POST /checkouts` (with Idempotency-Key) and `PUT /checkouts/:id`: sent by the Shipping step; makes or replaces the
 * hold.
 */
export const CheckoutRequest = Type.Object(
  {
    key: Type.String({ maxLength: 100 }),
    variantId: text(200, 1),
    quantity: Type.Integer({ minimum: 1, maximum: 50 }),
    email: text(254, 3),
    address: CheckoutAddress,
    locale: text(35, 1),
    lineItemProperties: Type.Union([
      Type.Null(),
      Type.Record(Type.String(), Type.String()),
      Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, { additionalProperties: false }), {
        maxItems: 50,
      }),
    ]),
    /** The code as the shopper typed it; null without a code. Older frames do not send it. */
    discountCode: Type.Optional(Type.Union([text(200), Type.Null()])),
  },
  { additionalProperties: false },
);

/** `POST /prices`: what would be bought, and the part of an address that a wallet shows before its shopper approves. */
export const PriceRequest = Type.Object(
  {
    key: Type.String({ maxLength: 100 }),
    variantId: text(200, 1),
    quantity: Type.Integer({ minimum: 1, maximum: 50 }),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    region: ADDRESS_PARTS.region,
    postalCode: ADDRESS_PARTS.postalCode,
    city: ADDRESS_PARTS.city,
    discountCode: Type.Union([text(200), Type.Null()]),
    /** The shopper's own checkout, so that its use of the code does not count against it. */
    checkoutId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  },
  { additionalProperties: false },
);

export const Price = Type.Object({
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  shipping: Type.Integer(),
  tax: Type.Integer(),
  total: Type.Integer(),
  dueNow: Type.Integer(),
  pricesIncludeTax: Type.Boolean(),
});

export const PriceAnswer = success(Price);

/**
 * `GET /regions?country=US&lang=de`: the regions of a country as its addresses name them, in the order of the form's list,
 * with their names in other languages.
 */
export const RegionsAnswer = success(
  Type.Array(Type.Object({ code: Type.String(), name: Type.String(), also: Type.Optional(Type.Array(Type.String())) })),
);

/** `POST /addresses`: what the shopper has typed of a street. In a body, because addresses of requests are logged. */
export const AddressesRequest = Type.Object({
  key: Type.String({ maxLength: 100 }),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  text: Type.String({ minLength: 1, maxLength: 200 }),
});

/** Places that the text may mean, the likeliest first. An unknown part is ''. */
export const AddressesAnswer = success(
  Type.Array(
    Type.Object({ line1: Type.String(), city: Type.String(), region: Type.String(), postalCode: Type.String() }),
  ),
);

export const PlacedPreorder = Type.Object({
  reference: Type.String(),
  email: Type.String(),
  address: CheckoutAddress,
  lineItems: Type.Array(
    Type.Object({ id: Type.String(), sku: Type.String(), skuId: Type.String(), title: Type.String() }),
  ),
  total: Type.Integer(),
  /**
   * The part of the total that was taken when the pre-order was placed. The balance is charged to the kept card at
   * release.
   */
  dueNow: Type.Integer(),
  /** "10–15 June 2026" */
  ships: Type.String(),
  /** Services that are replaced at this moment may not send it yet. */
  links: Type.Optional(WaysOn),
});

export const CheckoutView = Type.Object({
  id: Type.String(),
  secret: Type.String(),
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('held'),
    Type.Literal('completed'),
    Type.Literal('expired'),
    Type.Literal('abandoned'),
  ]),
  /** Milliseconds left of the hold when the answer was made; null without a hold. Relative, so that clocks may differ. */
  holdMsLeft: Type.Union([Type.Integer(), Type.Null()]),
  variantId: Type.String(),
  quantity: Type.Integer(),
  email: Type.String(),
  address: CheckoutAddress,
  lineItemProperties: CheckoutRequest.properties.lineItemProperties,
  waitlistId: Type.String(),
  currency: Type.String(),
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  /** The code as the service stores it; null without a code. */
  discountCode: Type.Union([Type.String(), Type.Null()]),
  shipping: Type.Integer(),
  tax: Type.Integer(),
  total: Type.Integer(),
  /** The part of the total that is taken by paying. The balance is charged to the kept card at release. */
  dueNow: Type.Integer(),
  paymentPlan: Type.Union([Type.Literal('pay_now'), Type.Literal('pay_later'), Type.Literal('deposit')]),
  /** True when a shopper who cancels gets the deposit back. */
  depositRefundable: Type.Boolean(),
  /** Services that are replaced at this moment may not send it yet. */
  balance: Type.Optional(BalanceInWords),
  /** The ship window of the held units: "10–15 June 2026". */
  ships: Type.String(),
  pricesIncludeTax: Type.Boolean(),
  /** The exact text that the shopper agrees to by paying. It is stored with the pre-order. */
  consentText: Type.String(),
  /**
   * The text stands beside the button and says what pressing it means; else it stands beside a box. Services that are replaced at this
   * moment may not send it yet.
   */
  byButton: Type.Optional(Type.Boolean()),
  /** The text that the shopper agrees to before a wallet opens. Stored instead of `consentText` when a wallet pays. */
  walletConsent: Type.String(),
  /** The box for marketing; null without one. Its text is stored with the shopper's answer. */
  marketing: Type.Union([
    Type.Null(),
    Type.Object({
      text: Type.String(),
      /** The box starts ticked when the page says that its customer consented before. */
      collected: Type.Boolean(),
    }),
  ]),
  /** A payment is under way: poll `settle`. */
  paymentPending: Type.Boolean(),
  preorder: Type.Union([PlacedPreorder, Type.Null()]),
});

/** `POST /checkouts/:id/payments` (with Idempotency-Key). */
export const PaymentRequestBody = Type.Object(
  {
    /** The token that the provider's script made for the card the shopper chose. */
    token: text(500, 1),
    termsAccepted: Type.Literal(true),
    marketingConsent: Type.Boolean(),
    /** The box started ticked and the shopper left it so. Sent only then, since older services refuse an unknown field. */
    marketingLeftTicked: Type.Optional(Type.Literal(true)),
    /** The total that the shopper saw, in minor units. A total that changed meanwhile is refused and not charged. */
    total: Type.Integer({ minimum: 0 }),
    /** The part of the total that is taken now. Older frames do not send it and mean all of it. */
    dueNow: Type.Optional(Type.Integer({ minimum: 0 })),
    /** A wallet pays: the shopper agreed to `walletConsent` before it opened, and saw no box for marketing. */
    byWallet: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);

/** The answer of `payments` and of `POST /checkouts/:id/settle`. */
export const PaymentResult = Type.Object({
  outcome: Type.Union([
    Type.Literal('completed'),
    Type.Literal('requires_action'),
    Type.Literal('declined'),
    Type.Literal('processing'),
  ]),
  /** Why the payment was declined, ready to show; '' otherwise. */
  message: Type.String(),
  /** For `requires_action`: what the provider's script needs for the second step. */
  action: Type.Union([Type.Object({ ref: Type.String(), clientSecret: Type.String() }), Type.Null()]),
  checkout: CheckoutView,
});

/** `POST /frames/1/test-provider/payments/:ref/action`: the test provider's own second step (its "bank page"). */
export const TestProviderAction = Type.Object(
  { clientSecret: text(200, 1), approve: Type.Boolean() },
  { additionalProperties: false },
);

const at = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const strict = { additionalProperties: false };
const Step = Type.Object({ stepName: text(40, 1), stepNumber: Type.Integer({ minimum: 0, maximum: 9 }) }, strict);
const Submitted = Type.Object({ skuId: text(200), releaseId: text(100) }, strict);
const Failed = Type.Object({ errorMessage: text(500) }, strict);

/**
 * `POST /relays`: the events that a checkout in a page of its own sends to the isolated page that led to it. `relay` is
 * the base64 hash of the secret that reads them. `at` identifies an event and orders the events. PreorderCreated names
 * only the checkout, with its secret, and the service reads the pre-order itself.
 */
export const RelayRequest = Type.Object(
  {
    key: text(100),
    relay: text(44, 44),
    releaseId: Type.String({ format: 'uuid' }),
    events: Type.Array(
      Type.Union([
        Type.Object({ at, name: Type.Literal('PreorderCheckoutStep'), payload: Step }, strict),
        Type.Object({ at, name: Type.Literal('PreorderCheckoutSubmitted'), payload: Submitted }, strict),
        Type.Object({ at, name: Type.Literal('PreorderFailed'), payload: Failed }, strict),
        Type.Object(
          {
            at,
            name: Type.Literal('PreorderCreated'),
            checkout: Type.Object({ id: text(100, 1), secret: text(100, 1) }, strict),
          },
          strict,
        ),
      ]),
      { minItems: 1, maxItems: 20 },
    ),
  },
  strict,
);

/**
 * `GET /relays?key=…&after=…`, with the relay's secret as `Authorization: Bearer`: the public events as a frame sends
 * them.
 */
export const RelayedEvent = Type.Object({
  at,
  name: Type.Enum(['PreorderCheckoutStep', 'PreorderCheckoutSubmitted', 'PreorderFailed', 'PreorderCreated']),
  payload: Type.Union([
    Step,
    Submitted,
    Failed,
    Type.Object({
      reference: Type.String(),
      email: Type.String(),
      shippingAddress: Type.Object({
        firstName: Type.String(),
        lastName: Type.String(),
        addressLine1: Type.String(),
        addressLine2: Type.String(),
        city: Type.String(),
        postalCode: Type.String(),
        country: Type.String(),
      }),
      lineItems: Type.Array(
        Type.Object({
          id: Type.String(),
          sku: Type.String(),
          skuId: Type.String(),
          properties: CheckoutRequest.properties.lineItemProperties,
        }),
      ),
      total: Type.Object({ amount: Type.Number(), currency: Type.String() }),
      releaseId: Type.String(),
    }),
  ]),
  releaseId: Type.String(),
});

export const CheckoutAnswer = success(CheckoutView);
export const PaymentAnswer = success(PaymentResult);
export const RelayAnswer = success(Type.Object({}));
export const RelayedAnswer = success(Type.Array(RelayedEvent));

export type Price = Static<typeof Price>;
export type PriceRequest = Static<typeof PriceRequest>;
export type CheckoutRequest = Static<typeof CheckoutRequest>;
export type CheckoutAddress = Static<typeof CheckoutAddress>;
export type CheckoutView = Static<typeof CheckoutView>;
export type PlacedPreorder = Static<typeof PlacedPreorder>;
export type PaymentRequestBody = Static<typeof PaymentRequestBody>;
export type PaymentResult = Static<typeof PaymentResult>;
export type RelayRequest = Static<typeof RelayRequest>;
export type RelayedEvent = Static<typeof RelayedEvent>;
