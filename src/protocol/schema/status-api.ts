import Type, { type Static } from 'typebox';
import { success } from './envelope.ts';

/**
 * What the status frame calls, under `/frames/1/api/status`. Private: it may change with the frame, never under it.
 * Money is integer minor units of `currency`. The session travels as `Authorization: Bearer`.
 */
const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });
const closed = { additionalProperties: false } as const;

/** Line items that a pre-order has at most. */
const LINES_MAX = 50;

const asked = { key: text(100), locale: text(35, 1) };

/** `POST /sessions`: the token of a customer whom the store has signed in. Its size is the body's to limit. */
export const SessionRequest = Type.Object({ ...asked, token: Type.String() }, closed);

/** `POST /look-ups`: the reference, and the postcode of the delivery address, or its city where there are no postcodes. */
export const LookUpRequest = Type.Object({ ...asked, reference: text(100, 1), place: text(200, 1) }, closed);

/** `POST /preorders/:reference/cancel` and `…/links`. */
export const CancelRequest = Type.Object(
  { lineItemIds: Type.Array(text(100, 1), { minItems: 1, maxItems: LINES_MAX }) },
  closed,
);

const State = Type.Union([
  Type.Literal('placed'),
  Type.Literal('payment_due'),
  Type.Literal('released'),
  Type.Literal('fulfilled'),
  Type.Literal('returned'),
  Type.Literal('cancelled'),
]);

export const StatusLine = Type.Object({
  id: Type.String(),
  state: State,
  /** When it got there, in the reader's words; '' where nothing is to be said. */
  since: Type.String(),
  /** The variant; '' where the product has only one. */
  title: Type.String(),
  sku: Type.String(),
  properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** The promise it was sold with: "10–15 June 2026". */
  ships: Type.String(),
  unitPrice: Type.Integer(),
  total: Type.Integer(),
  /** What cancelling it would bring; null: it cannot be cancelled. */
  cancel: Type.Union([Type.Object({ refund: Type.Integer(), release: Type.Integer() }), Type.Null()]),
});

export const StatusPreorder = Type.Object({
  reference: Type.String(),
  state: State,
  /** "21 November 2026" */
  placedOn: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  currencyDigits: Type.Integer(),
  pricesIncludeTax: Type.Boolean(),
  subtotal: Type.Integer(),
  shipping: Type.Integer(),
  tax: Type.Integer(),
  total: Type.Integer(),
  paid: Type.Integer(),
  /** Authorised and not taken. */
  reserved: Type.Integer(),
  refunded: Type.Integer(),
  /** Cancelled, and not given back yet. */
  refunding: Type.Integer(),
  email: Type.String(),
  /** The delivery address as its country writes it. */
  address: Type.Array(Type.String()),
  /** E-mail, name and street are hidden, and a change needs a link: the reader has not signed in. */
  masked: Type.Boolean(),
  lines: Type.Array(StatusLine),
});

const session = {
  session: Type.String(),
  /** Relative, so that no clock needs to agree. */
  sessionMsLeft: Type.Integer(),
};

export const StatusPage = Type.Object({
  preorders: Type.Array(StatusPreorder),
  /** Goes on after the last one; null: there are no more. */
  after: Type.Union([Type.String(), Type.Null()]),
});

export const SentLink = Type.Object({ email: Type.String(), minutes: Type.Integer() });

/** The first page comes with the session: one request until something is seen. */
export const SessionAnswer = success(Type.Object({ ...session, page: StatusPage }));
export const LookUpAnswer = success(Type.Object({ ...session, preorder: StatusPreorder }));
export const PageAnswer = success(StatusPage);
export const PreorderAnswer = success(StatusPreorder);
export const LinkAnswer = success(SentLink);

export type StatusLine = Static<typeof StatusLine>;
export type StatusPreorder = Static<typeof StatusPreorder>;
export type StatusPage = Static<typeof StatusPage>;
export type StatusSession = { session: string; sessionMsLeft: number };
export type SentLink = Static<typeof SentLink>;
