import type { Static, TSchema } from 'typebox';
import { Type } from '../../platform/type.ts';
import { ADDRESS_PARTS } from './address.ts';
import { success } from './envelope.ts';

/**
 * The API that the status frame calls, under `/frames/1/api/status`. It is private and may change together with the frame,
 * but frames that are open must keep working. Money is integer minor units of `currency`. The session is sent as
 * `Authorization: Bearer`.
 */
const text = (maxLength: number, minLength = 0) => Type.String({ maxLength, minLength });
const closed = { additionalProperties: false } as const;

/** The most line items that a pre-order can have. */
const LINES_MAX = 50;

const asked = { key: text(100), locale: text(35, 1) };

/**
 * `POST /sessions`: the token of a customer who is logged in at the store. The limit of the body also limits the token.
 */
export const SessionRequest = Type.Object({ ...asked, token: Type.String() }, closed);

/** `POST /look-ups`: the reference, and the delivery address's postcode, or its city in countries without postcodes. */
export const LookUpRequest = Type.Object({ ...asked, reference: text(100, 1), place: text(200, 1) }, closed);

/** `POST /preorders/:reference/cancel` and `…/links`. */
const lineItemIds = Type.Array(text(100, 1), { minItems: 1, maxItems: LINES_MAX });
export const CancelRequest = Type.Object({ lineItemIds }, closed);

const Amount = Type.Integer();
const NullOr = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * `POST /preorders/:reference/swap`, with the difference that the shopper saw, so that they never pay another one.
 * `alsoLineItemIds` are equal line items that are swapped with it.
 */
export const SwapRequest = Type.Object(
  {
    lineItemId: text(100, 1),
    alsoLineItemIds: Type.Optional(Type.Array(text(100, 1), { maxItems: LINES_MAX - 1 })),
    variantId: text(200, 1),
    now: Amount,
    later: Amount,
  },
  closed,
);

const Address = Type.Object(ADDRESS_PARTS, closed);

/** `POST /preorders/:reference/address` */
export const AddressRequest = Type.Object({ address: Address }, closed);

/** `POST /preorders/:reference/messages`. The command limits the length, since it has an error code for that. */
export const MessageRequest = Type.Object({ text: Type.String() }, closed);

/** `POST /preorders/:reference/answer`: the answer to the question about a moved date. */
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

/**
 * A step of a line item on its way to the shopper. `placed`: the shopper placed the pre-order. `arrived`: the unit is at the
 * store, and the line item has it. `paid`: what was due later is paid; only where something was. `packed`: the store's own system has the order, to pack it; we are not told more.
 * `sent`: it left the store, see `fulfilments`. `delivered`: it is with the shopper, because somebody said so or it came back.
 */
export const StatusStep = Type.Object({
  step: Type.Enum(['placed', 'arrived', 'paid', 'packed', 'sent', 'delivered']),
  /** True also for a step that a later one implies, and whose time nobody knows. */
  reached: Type.Boolean(),
  /** The day in the reader's language: "21 November 2026"; '' if it is not reached or not known. */
  on: Type.String(),
  /** The moment as an ISO date-time, for `<time>`; '' if it is not reached or not known. */
  at: Type.String(),
  /**
   * What moved it: the shopper (placed); a release that gave arrived units out in turn, or the store by hand (arrived); the
   * payment (paid); the order that the store's system took (packed); the store (sent, delivered). Null if it is not reached or not known.
   */
  by: NullOr(Type.Enum(['shopper', 'release', 'payment', 'order', 'store'])),
});

/** What left the store together. A pre-order has none, one or several; each line item is in one at most. */
export const StatusFulfilment = Type.Object({
  /** The number in the pre-order, from 1, for “Parcel 2”. */
  number: Type.Integer(),
  lineItemIds: Type.Array(Type.String()),
  /** The carrier's name, such as "DHL"; '' if it is not known. */
  carrier: Type.String(),
  /** '' if there is none, or for a masked reader. */
  trackingNumber: Type.String(),
  /** An https address of the carrier's page; '' if there is none, or for a masked reader. */
  trackingLink: Type.String(),
  /** There is a number or a link that a masked reader does not get: the mailed link to the pre-order shows it. */
  hidden: Type.Boolean(),
  /** "21 November 2026" */
  sentOn: Type.String(),
  /** '' while nobody has said that it is with the shopper. */
  deliveredOn: Type.String(),
});

export const StatusLine = Type.Object({
  id: Type.String(),
  state: State,
  /** When the line item got into its state, in the reader's language; '' when nothing is shown. */
  since: Type.String(),
  /** The variant's title; '' when the product has only one variant. */
  title: Type.String(),
  /** The address of the picture in the catalogue. */
  image: NullOr(Type.String()),
  sku: Type.String(),
  properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** The window promised last: "10–15 June 2026". */
  ships: Type.String(),
  unitPrice: Type.Integer(),
  total: Type.Integer(),
  /** The line item can be swapped to another variant. */
  swap: Type.Boolean(),
  /** What cancelling the line item would do to its money; null when it cannot be cancelled. */
  cancel: NullOr(Type.Object({ refund: Amount, release: Amount, kept: Amount })),
  /** The five steps in their order. The last one that is reached is where it is. Empty for a cancelled line item. */
  progress: Type.Array(StatusStep),
});

export const StatusPreorder = Type.Object({
  reference: Type.String(),
  state: State,
  placedOn: Type.String(),
  /** The last day to answer a question about a moved date, in the reader's language; '' if nothing is asked. */
  answerBy: Type.String(),
  product: Type.String(),
  currency: Type.String(),
  currencyDigits: Type.Integer(),
  pricesIncludeTax: Type.Boolean(),
  subtotal: Type.Integer(),
  shipping: Type.Integer(),
  tax: Type.Integer(),
  total: Type.Integer(),
  paid: Type.Integer(),
  /** The amount that is authorised and not taken. */
  reserved: Type.Integer(),
  refunded: Type.Integer(),
  /** The amount that is charged at the release. */
  dueLater: Amount,
  /** `dueLater` as a sum with its first day, in words; '' if nothing waits to be charged. */
  balance: Type.String(),
  discount: Amount,
  /** The amount that goes back and is not refunded yet. */
  refunding: Type.Integer(),
  email: Type.String(),
  /** The delivery address as its country writes it. */
  address: Type.Array(Type.String()),
  /** The reader is not logged in, so e-mail, name and street are hidden, and a change needs a mailed link. */
  masked: Type.Boolean(),
  /** The delivery address can still be changed. */
  movable: Type.Boolean(),
  /** The path of the page on which the shopper withdraws from the contract; empty where no law lets them. */
  withdraw: Type.String(),
  /** The path of the page that says where to send back what the shopper withdrew from; empty while nothing has to come back. */
  sendBack: Type.String(),
  /** The path of its receipt; empty for a masked reader. */
  receipt: Type.String(),
  /** The path of its calendar; empty once nothing of it waits to be sent. */
  calendar: Type.String(),
  /** Somebody declared to withdraw from it, and that is not dealt with. */
  withdrawn: Type.Boolean(),
  lines: Type.Array(StatusLine),
  /** In the order of their numbers. Line items that were sent before fulfilments were recorded are in none. */
  fulfilments: Type.Array(StatusFulfilment),
});

const session = {
  session: Type.String(),
  /** Relative, so that clocks may differ. */
  sessionMsLeft: Type.Integer(),
};

export const StatusPage = Type.Object({
  preorders: Type.Array(StatusPreorder),
  /** The cursor of the next page; null on the last page. */
  after: Type.Union([Type.String(), Type.Null()]),
});

export const SentLink = Type.Object({ email: Type.String(), minutes: Type.Integer() });

/** A variant to which a line item can be swapped. `now` is paid before the swap, `later` is added at the release. */
export const SwapOption = Type.Object({
  variantId: Type.String(),
  title: Type.String(),
  ships: Type.String(),
  /** The ship window differs from the line item's. */
  moved: Type.Boolean(),
  left: Type.Boolean(),
  /** The last units are held by others: a text with `{time}` for `until`, which is null where the end is not known. */
  held: NullOr(Type.Object({ text: Type.String(), until: NullOr(Type.String()) })),
  /** How many units one request can have. */
  most: Type.Integer(),
  now: Amount,
  later: Amount,
  /** The differences of each further line item that was asked about, in its order. */
  also: Type.Array(Type.Object({ now: Amount, later: Amount })),
  /** Its value of each of the product's options; empty for a product without options. */
  values: Type.Array(Type.String()),
});

/** The variants to choose from, in the catalogue's order, and where among them the line item's own one stands. */
export const SwapChoice = Type.Object({
  options: Type.Array(SwapOption),
  /** The names of the product's options: "Size", "Colour". */
  names: Type.Array(Type.String()),
  own: Type.Object({ values: Type.Array(Type.String()), position: Type.Integer() }),
});

/** What the page of one pre-order shows besides the data of the list. */
export const StatusDetails = Type.Object({
  /** The windows that the shopper was told, the oldest first. */
  promises: Type.Array(
    Type.Object({
      on: Type.String(),
      ships: Type.String(),
      reason: Type.String(),
      /** The shopper's answer, or another outcome of the question. */
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
      /** The choice so far. `wait` can still be changed to `cancel`. */
      chosen: NullOr(Type.Literal('wait')),
    }),
  ),
  /** What the store wrote to the shopper, the oldest first. Empty for a masked reader: the words may name the shopper. */
  messages: Type.Array(Type.Object({ on: Type.String(), text: Type.String() })),
  /** The line items' places in the queue, if the merchant shows them. */
  places: Type.Array(Type.Object({ lineItemId: Type.String(), place: Type.Integer() })),
  /** The product has other variants to swap to. */
  swaps: Type.Boolean(),
  /** The card for the balance; `declined` says what follows if the bank declines it. */
  card: NullOr(Type.Object({ name: Type.String(), expires: Type.String(), declined: Type.String() })),
  /** The amount that is owed now because a payment failed. */
  owed: Amount,
  /** The end of the time to pay, ready to show; '' when nothing is owed. */
  owedBy: Type.String(),
  /** A refund takes longer than it should, because the payment provider refuses it for now. */
  refundDelayed: Type.Boolean(),
});

const AddressForm = Type.Object({
  address: Address,
  country: Type.String(),
  rows: Type.Array(Type.Array(Type.String())),
  required: Type.Array(Type.String()),
  labels: Type.Record(Type.String(), Type.String()),
  regions: NullOr(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
  /** The texts of possible problems, by the refusal's `field.code`. */
  problems: Type.Record(Type.String(), Type.String()),
});

/** `changed` is false when the pre-order had this address already; then no mail is sent. */
const AddressResult = Type.Object({ preorder: StatusPreorder, changed: Type.Boolean() });
/** `payAt`: the page of ours where the difference is paid; null when the swap is done. */
const SwapResult = Type.Object({ preorder: StatusPreorder, payAt: NullOr(Type.String()) });

/** Contains the first page beside the session, so that the list needs only one request. */
export const SessionAnswer = success(Type.Object({ ...session, page: StatusPage }));
export const LookUpAnswer = success(Type.Object({ ...session, preorder: StatusPreorder }));
export const PageAnswer = success(StatusPage);
export const PreorderAnswer = success(StatusPreorder);
export const LinkAnswer = success(SentLink);
export const SwapOptionsAnswer = success(SwapChoice);
export const AddressAnswer = success(AddressResult);
export const SwapAnswer = success(SwapResult);
export const DetailsAnswer = success(StatusDetails);
export const AddressFormAnswer = success(AddressForm);
export const PageOfOursAnswer = success(Type.Object({ url: Type.String() }));
export const DoneAnswer = success(Type.Object({}));

export type StatusStep = Static<typeof StatusStep>;
export type StatusFulfilment = Static<typeof StatusFulfilment>;
export type StatusLine = Static<typeof StatusLine>;
export type StatusPreorder = Static<typeof StatusPreorder>;
export type StatusPage = Static<typeof StatusPage>;
export type StatusSession = { session: string; sessionMsLeft: number };
/** The session and the pre-order in the document that a mailed link opens. */
export type BegunStatus = StatusSession & { preorder: StatusPreorder };
export type SentLink = Static<typeof SentLink>;
export type SwapOption = Static<typeof SwapOption>;
export type SwapChoice = Static<typeof SwapChoice>;
export type AddressResult = Static<typeof AddressResult>;
export type SwapResult = Static<typeof SwapResult>;
export type StatusDetails = Static<typeof StatusDetails>;
export type AddressForm = Static<typeof AddressForm>;
