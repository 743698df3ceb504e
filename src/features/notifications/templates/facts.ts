import { formatMoney } from '../../../domain/money.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { type MessageKey, translate } from '../../../messages/catalogue.ts';
import type { MessageValues } from '../../../protocol/wire/message-format.ts';
import { addressLines } from '../../checkouts/address-rules.ts';
import type { Preorder, PreorderAddress, PreorderLine } from '../../preorders/queries.ts';
import type { Store } from '../../stores/queries.ts';

/** What a mail about a pre-order is made from. Times, prices and titles are those the shopper saw when placing it. */
export type MailFacts = {
  store: Pick<
    Store,
    'mode' | 'name' | 'legalName' | 'legalAddress' | 'contactEmail' | 'termsUrl' | 'privacyUrl' | 'returnAddress'
  >;
  preorder: Omit<Preorder, 'contact'> & { contact: NonNullable<Preorder['contact']> };
};

export type MailContent = { subject: string; text: string; html: string };

/** Equal line items as one row: a shopper bought two jackets, not twice one. */
export type ItemRow = { title: string; details: string[]; quantity: number; amount: string };

/** The facts in the shopper's language. */
export function inWords({ store, preorder }: MailFacts) {
  const { locale, currency, contact } = preorder;
  const t = (key: MessageKey, values?: MessageValues) => translate(locale, key, values);
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return {
    t,
    money,
    locale,
    store,
    reference: preorder.reference,
    firstName: contact.address.firstName?.trim() ?? '',
    /** The promise that these lines were sold with. */
    ships: (line: PreorderLine) => formatShipWindow(line.promise, locale, { style: 'long' }),
    address: postalAddress(contact.address, locale),
    rows: (lines: readonly PreorderLine[]) => groupLines(lines, preorder.productTitle, money),
  };
}

export type Words = ReturnType<typeof inWords>;

const NO_ADDRESS = {
  ...{ firstName: '', lastName: '', line1: '', line2: '' },
  ...{ city: '', region: '', postalCode: '', phoneNumber: '' },
};

/** The address as its country writes it. A pre-order always has a country; without one nothing can be written. */
function postalAddress({ country, ...address }: PreorderAddress, locale: string): string[] {
  return country ? addressLines({ ...NO_ADDRESS, ...address, country }, locale) : [];
}

function groupLines(
  lines: readonly PreorderLine[],
  productTitle: string,
  money: (amount: number) => string,
): ItemRow[] {
  const groups = Map.groupBy(lines, ({ variantExternalId, unitPrice, properties }) =>
    JSON.stringify([variantExternalId, unitPrice, properties]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const details = [first.variantTitle, ...propertyTexts(first.properties)].filter(Boolean);
    return { title: productTitle, details, quantity: group.length, amount: money(first.unitPrice * group.length) };
  });
}

/** `Engraving: Cabin 7`, from the two shapes that pages pass properties in. */
function propertyTexts(properties: unknown): string[] {
  const pairs = Array.isArray(properties)
    ? properties.map(({ name, value }: { name: string; value: string }) => [name, value] as const)
    : Object.entries((properties ?? {}) as Record<string, string>);
  return pairs.map(([name, value]) => `${name}: ${value}`);
}
