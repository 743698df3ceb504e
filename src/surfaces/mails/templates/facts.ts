import { addressLines } from '../../../core/checkouts/address-rules.ts';
import type { Preorder, PreorderAddress, PreorderLine } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { type OwnTexts, wordsOf } from '../../../core/texts/queries.ts';
import { cardName } from '../../../domain/card.ts';
import { formatMoment } from '../../../domain/moment.ts';
import { formatMoney } from '../../../domain/money.ts';
import { formatShipWindow, type ShipWindow } from '../../../domain/ship-window.ts';
import type { MessageKey } from '../../../messages/catalogue.ts';
import type { AttachedPicture } from '../../../platform/inline-pictures.ts';
import type { MessageValues } from '../../../protocol/wire/message-format.ts';
import type { InstructionPart } from '../../instructions.ts';
import type { Pictures } from '../pictures.ts';

/** The data of a mail about a pre-order. Prices and titles are those that the shopper saw when they placed it. */
export type MailFacts = {
  store: Pick<
    Store,
    | 'mode'
    | 'name'
    | 'legalName'
    | 'legalAddress'
    | 'contactEmail'
    | 'contactPhone'
    | 'termsUrl'
    | 'privacyUrl'
    | 'withdrawalUrl'
    | 'returnAddress'
    | 'timeZone'
    | 'paymentDays'
    | 'publicKey'
    | 'brand'
  >;
  preorder: Omit<Preorder, 'contact'> & { contact: NonNullable<Preorder['contact']> };
  /** The day in the store's time zone. */
  today: string;
  /** The card that was kept for this pre-order. */
  card: Card | null;
  /** The pictures of its variants, by the platform's id. */
  pictures: Pictures;
  /** The words of the store in the language of the mail. */
  texts: OwnTexts;
  /** The link with which the shopper sees and changes the pre-order. */
  manageUrl: string | null;
  /** The receipt, in the mails about a payment. */
  receiptUrl?: string | null;
  /** The page on which the shopper withdraws from the contract; null where no law gives the right, and for the store. */
  withdrawUrl: string | null;
  /** The instructions on withdrawal, which the confirmation has with it; none where nobody has the right. */
  instructions?: readonly InstructionPart[];
  /** The official files of the guarantee, which the confirmation has with it. */
  official?: readonly OfficialFileOfMail[];
};

/** An official file that a mail brings. `picture`: null for a type that not every mail program shows; then only the link leads there. */
export type OfficialFileOfMail = {
  title: 'checkout.guarantee.notice' | 'checkout.guarantee.label';
  url: string;
  width: number;
  picture: AttachedPicture | null;
};

export type Card = { brand: string; last4: string };

export type MailContent = { subject: string; text: string; html: string };

/** One row for equal line items: the shopper bought two jackets, not one jacket twice. */
export type ItemRow = {
  title: string;
  details: string[];
  quantity: number;
  amount: string;
  /** The id of its picture in the mail. */
  picture?: string;
};

/** Returns the facts in the shopper's language. */
export function inWords({ store, preorder, card, pictures, texts, withdrawUrl, official = [] }: MailFacts) {
  const { locale, currency, contact, reference } = preorder;
  const words = wordsOf(texts, locale);
  // A text of the store may name these two wherever it stands.
  const t = (key: MessageKey, values?: MessageValues) => words(key, { store: store.name, reference, ...values });
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const window = (shown: ShipWindow) => formatShipWindow(shown, locale, { style: 'long' });
  return {
    t,
    money,
    locale,
    store,
    reference,
    withdrawUrl,
    official,
    firstName: contact.address.firstName?.trim() ?? '',
    window,
    /** Returns the currently promised ship windows of these line items, one or several. */
    ships: (lines: readonly PreorderLine[]) =>
      listOf(
        lines.map(({ promisedNow }) => window(promisedNow)),
        locale,
      ),
    /** Formats a moment in the store's time zone. */
    moment: (at: Date) => formatMoment(at, { locale, timeZone: store.timeZone }),
    card: card && cardName(card),
    address: postalAddress(contact.address, locale),
    rows: (lines: readonly PreorderLine[]) => groupLines(lines, { title: preorder.productTitle, money, pictures }),
  };
}

export type Words = ReturnType<typeof inWords>;

function listOf(texts: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale).format(new Set(texts));
}

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

/** Formats the address by its country's rules. A pre-order always has a country; without one the result is empty. */
function postalAddress({ country, ...address }: PreorderAddress, locale: string): string[] {
  return country ? addressLines({ ...NO_ADDRESS, ...address, country }, locale) : [];
}

function groupLines(
  lines: readonly PreorderLine[],
  { title, money, pictures }: { title: string; money: (amount: number) => string; pictures: Pictures },
): ItemRow[] {
  const groups = Map.groupBy(lines, ({ variantExternalId, unitPrice, properties }) =>
    JSON.stringify([variantExternalId, unitPrice, properties]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const details = [first.variantTitle, ...propertyTexts(first.properties)].filter(Boolean);
    const picture = pictures.get(first.variantExternalId)?.cid;
    const amount = money(first.unitPrice * group.length);
    return { title, details, quantity: group.length, amount, ...(picture !== undefined && { picture }) };
  });
}

/**
 * Returns texts like `Engraving: Cabin 7` from both shapes of properties. Names with an underscore at the start are
 * left out.
 */
function propertyTexts(properties: unknown): string[] {
  const pairs = Array.isArray(properties)
    ? properties.map(({ name, value }: { name: string; value: string }) => [name, value] as const)
    : Object.entries((properties ?? {}) as Record<string, string>);
  const texts = pairs.filter(([name]) => !name.startsWith('_')).map(([name, value]) => `${name}: ${value}`);
  return shortened(texts);
}

// Mail programs would clip a mail with fifty line items and the longest properties; the status page shows everything.
const PROPERTY_CHARACTERS_MAX = 200;

function shortened(texts: readonly string[]): string[] {
  let left = PROPERTY_CHARACTERS_MAX;
  return texts.flatMap((text) => {
    const letters = [...text];
    const shown = letters.slice(0, left).join('');
    left -= letters.length;
    if (shown === '') return [];
    return [shown.length < text.length ? `${shown}…` : shown];
  });
}
