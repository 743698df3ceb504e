import Type, { type Static, type TSchema } from 'typebox';
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

const Amount = Type.Integer();
const NullOr = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** `POST /preorders/:reference/swap`: with the difference that was shown, so that nobody pays another one. */
export const SwapRequest = Type.Object(
  { lineItemId: text(100, 1), variantId: text(200, 1), now: Amount, later: Amount },
  closed,
);

const Address = Type.Object(
  {
    ...{ firstName: text(200), lastName: text(200), line1: text(200), line2: text(200), city: text(200) },
    ...{ region: text(200), postalCode: text(20), country: text(2), phoneNumber: text(40) },
  },
  closed,
);

/** `POST /preorders/:reference/address` */
export const AddressRequest = Type.Object({ address: Address }, closed);

/** `POST /preorders/:reference/messages`. How long it may be is the command's to say: with its code. */
export const MessageRequest = Type.Object({ text: Type.String() }, closed);

/** `POST /preorders/:reference/answer`: to the question about a moved date. */
export const AnswerRequest = Type.Object(
  { questionId: text(100, 1), choice: Type.Union([Type.Literal('wait'), Type.Literal('cancel')]) },
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
  /** The newest that was promised for it: "10–15 June 2026". */
  ships: Type.String(),
  unitPrice: Type.Integer(),
  total: Type.Integer(),
  /** It may become another variant. */
  swap: Type.Boolean(),
  /** What cancelling it would bring; null: it cannot be cancelled. */
  cancel: NullOr(Type.Object({ refund: Amount, release: Amount, kept: Amount })),
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
  /** Taken when it is released. */
  dueLater: Amount,
  discount: Amount,
  /** Cancelled, and not given back yet. */
  refunding: Type.Integer(),
  email: Type.String(),
  /** The delivery address as its country writes it. */
  address: Type.Array(Type.String()),
  /** E-mail, name and street are hidden, and a change needs a link: the reader has not signed in. */
  masked: Type.Boolean(),
  /** The delivery address may still be changed. */
  movable: Type.Boolean(),
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

/** A variant that a line item may become, and what that costs: paid before, and more or less at the release. */
export const SwapOption = Type.Object({
  variantId: Type.String(),
  title: Type.String(),
  ships: Type.String(),
  /** Another date than the line item has now. */
  moved: Type.Boolean(),
  left: Type.Boolean(),
  now: Amount,
  later: Amount,
});

/** What one pre-order's page shows beside what the list has. */
export const StatusDetails = Type.Object({
  /** The windows it was told, the oldest first. */
  promises: Type.Array(
    Type.Object({
      on: Type.String(),
      ships: Type.String(),
      reason: Type.String(),
      /** What was answered to it, or what became of the question. */
      outcome: NullOr(Type.String()),
    }),
  ),
  question: NullOr(
    Type.Object({
      id: Type.String(),
      ships: Type.String(),
      before: Type.String(),
      reason: Type.String(),
      answerBy: Type.String(),
      silence: Type.Union([Type.Literal('wait'), Type.Literal('cancel')]),
      /** What was chosen until now, and may still be changed to `cancel`. */
      chosen: NullOr(Type.Literal('wait')),
    }),
  ),
  /** Where line items stand in the queue, if the merchant shows it. */
  places: Type.Array(Type.Object({ lineItemId: Type.String(), place: Type.Integer() })),
  /** There are other variants to swap to. */
  swaps: Type.Boolean(),
  card: NullOr(Type.Object({ name: Type.String(), expires: Type.String() })),
  /** What is owed now: its payment failed. */
  owed: Amount,
  /** Until when it can be paid, in words; '' when nothing is owed. */
  owedBy: Type.String(),
  /** What is on its way back takes longer than it should: the payment provider refuses it for now. */
  refundDelayed: Type.Boolean(),
});

const AddressForm = Type.Object({
  address: Address,
  country: Type.String(),
  rows: Type.Array(Type.Array(Type.String())),
  required: Type.Array(Type.String()),
  labels: Type.Record(Type.String(), Type.String()),
  regions: NullOr(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
  /** What may be wrong, by `field.code` of the refusal. */
  problems: Type.Record(Type.String(), Type.String()),
});

/** `changed`: false for the address that it had already, of which no mail goes. */
const AddressResult = Type.Object({ preorder: StatusPreorder, changed: Type.Boolean() });
/** `payAt`: a page of ours where the difference is paid; null: it is done. */
const SwapResult = Type.Object({ preorder: StatusPreorder, payAt: NullOr(Type.String()) });

/** The first page comes with the session: one request until something is seen. */
export const SessionAnswer = success(Type.Object({ ...session, page: StatusPage }));
export const LookUpAnswer = success(Type.Object({ ...session, preorder: StatusPreorder }));
export const PageAnswer = success(StatusPage);
export const PreorderAnswer = success(StatusPreorder);
export const LinkAnswer = success(SentLink);
export const SwapOptionsAnswer = success(Type.Object({ options: Type.Array(SwapOption) }));
export const AddressAnswer = success(AddressResult);
export const SwapAnswer = success(SwapResult);
export const DetailsAnswer = success(StatusDetails);
export const AddressFormAnswer = success(AddressForm);
export const PageOfOursAnswer = success(Type.Object({ url: Type.String() }));
export const DoneAnswer = success(Type.Object({}));

export type StatusLine = Static<typeof StatusLine>;
export type StatusPreorder = Static<typeof StatusPreorder>;
export type StatusPage = Static<typeof StatusPage>;
export type StatusSession = { session: string; sessionMsLeft: number };
/** What comes with the document that a mailed link opens. */
export type BegunStatus = StatusSession & { preorder: StatusPreorder };
export type SentLink = Static<typeof SentLink>;
export type SwapOption = Static<typeof SwapOption>;
export type AddressResult = Static<typeof AddressResult>;
export type SwapResult = Static<typeof SwapResult>;
export type StatusDetails = Static<typeof StatusDetails>;
export type AddressForm = Static<typeof AddressForm>;
