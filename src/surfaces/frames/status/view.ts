import { addressLines } from '../../../core/checkouts/address-rules.ts';
import { canChangeAddress } from '../../../core/preorders/commands/change-address.ts';
import type { Preorder, PreorderAddress, PreorderLine } from '../../../core/preorders/queries.ts';
import { balanceLater, laterOf } from '../../../domain/balance.ts';
import { currencyDigits } from '../../../domain/currency.ts';
import { maskEmail, maskText } from '../../../domain/masking.ts';
import { formatDay, type Reader } from '../../../domain/moment.ts';
import { type LineState, waitsForUnit } from '../../../domain/preorder.ts';
import { cancelOutcome, keepsDeposit, refundDue } from '../../../domain/refund.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { canSwap } from '../../../domain/swap.ts';
import type { StatusLine, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { balanceText } from '../../balance.ts';
import { type OnItsWay, progressOf, viewFulfilments } from './progress.ts';

type Around = OnItsWay & {
  /** The last day to answer a question about a moved date. */
  answerBy?: string | undefined;
  /** The path of the page to withdraw; empty where there is no right to. */
  withdraw: string;
  /** The path of the page of a return; empty while nothing has to come back. */
  sendBack: string;
  /** The path of its receipt; empty for a masked reader. */
  receipt: string;
  /** The path of its calendar. */
  calendar: string;
  withdrawn: boolean;
  /** The day in the store's time zone. */
  today: string;
};

const COMING: readonly LineState[] = ['placed', 'payment_due', 'released'];

/** `masked` hides personal data. */
type Viewer = Reader & { masked: boolean };

const NO_ADDRESS = {
  firstName: '',
  lastName: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  phoneNumber: '',
};

/** Returns the view of a pre-order for the status frame, in the reader's language and the store's time zone. */
export function viewPreorder(
  preorder: Preorder,
  { answerBy = '', withdraw, sendBack, receipt, calendar, withdrawn, today, ...way }: Around,
  reader: Viewer,
): StatusPreorder {
  const { currency, contact, lines } = preorder;
  const balance = balanceLater(lines, today);
  const deposit = { keeps: keepsDeposit(preorder, 'shopper') };
  const sum = (amountOf: (line: PreorderLine) => number) => lines.reduce((total, line) => total + amountOf(line), 0);
  return {
    reference: preorder.reference,
    state: preorder.state,
    placedOn: formatDay(preorder.placedAt, reader),
    answerBy:
      answerBy === '' ? '' : formatShipWindow({ from: answerBy, until: answerBy }, reader.locale, { style: 'long' }),
    product: preorder.productTitle,
    currency,
    currencyDigits: currencyDigits(currency),
    pricesIncludeTax: preorder.pricesIncludeTax,
    subtotal: preorder.subtotal,
    shipping: preorder.shipping,
    tax: preorder.tax,
    total: preorder.total,
    paid: sum((line) => line.paid),
    reserved: sum((line) => cancelOutcome(line, { keeps: false })?.release ?? 0),
    refunded: sum((line) => line.refunded),
    dueLater: sum((line) => (waitsForUnit(line) ? laterOf(line) : 0)),
    balance: balance ? balanceText(balance, { currency, locale: reader.locale }) : '',
    discount: preorder.discount,
    refunding: sum(refundDue),
    email: contact === null ? '' : shownEmail(contact.email, reader),
    address: contact === null ? [] : postalAddress(contact.address, reader),
    masked: reader.masked,
    movable: canChangeAddress(preorder),
    withdraw,
    sendBack,
    receipt,
    calendar: lines.some(({ state }) => COMING.includes(state)) ? calendar : '',
    withdrawn,
    lines: lines.map((line) => ({
      ...viewLine(line, reader, deposit),
      ...(withdrawn && { swap: false }),
      progress: progressOf({ line, placedAt: preorder.placedAt, way }, reader),
    })),
    fulfilments: viewFulfilments(way, reader),
  };
}

export function shownEmail(email: string, { masked }: Pick<Viewer, 'masked'>): string {
  return masked ? maskEmail(email) : email;
}

function viewLine(line: PreorderLine, reader: Reader, deposit: { keeps: boolean }): Omit<StatusLine, 'progress'> {
  const since = lastChangeOf(line);
  return {
    id: line.id,
    state: line.state,
    since: since === null ? '' : formatDay(since, reader),
    title: line.variantTitle,
    image: line.imageUrl,
    sku: line.sku,
    properties: properties(line.properties),
    ships: formatShipWindow(line.promisedNow, reader.locale, { style: 'long' }),
    unitPrice: line.unitPrice,
    total: line.total,
    swap: canSwap(line.state),
    cancel: cancelOutcome(line, deposit),
  };
}

function lastChangeOf(line: PreorderLine): Date | null {
  switch (line.state) {
    case 'released':
      return line.releasedAt;
    case 'fulfilled':
      return line.fulfilledAt;
    case 'returned':
      return line.returnedAt;
    case 'cancelled':
      return line.cancelledAt;
    default:
      return null; // the date of placing is shown elsewhere
  }
}

function postalAddress({ country, ...address }: PreorderAddress, { locale, masked }: Viewer): string[] {
  if (!country) return [];
  const full = { ...NO_ADDRESS, ...address, country };
  if (!masked) return addressLines(full, locale);
  const { firstName, lastName, line1 } = full;
  const hidden = { firstName: maskText(firstName), lastName: maskText(lastName), line1: maskText(line1), line2: '' };
  return addressLines({ ...full, ...hidden }, locale);
}

/** Reads the two shapes in which pages pass properties. Those with an underscore at the start are not shown. */
function properties(given: unknown): StatusLine['properties'] {
  const pairs = Array.isArray(given)
    ? (given as StatusLine['properties']).map(({ name, value }) => ({ name, value }))
    : Object.entries((given ?? {}) as Record<string, string>).map(([name, value]) => ({ name, value }));
  return pairs.filter(({ name }) => !name.startsWith('_'));
}
