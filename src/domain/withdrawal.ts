/** declared: the merchant has to act · undone: the customer did not mean it · settled, refused: the merchant has acted, or said why not. */
export const WITHDRAWAL_STATES = ['declared', 'undone', 'settled', 'refused'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** How long the law gives the merchant to pay everything back: from the declaration, or from when the goods or their proof came back. */
export const REFUND_DAYS = 14;

/** What a person says who withdraws from a contract, as they typed it. Empty: they did not say it. */
export type Declaration = {
  name: string;
  /** Where the receipt goes. */
  email: string;
  reference: string;
  postalCode: string;
  /** Which line items, and how many; empty for all of them. */
  items: string;
};

/** How many characters each may have. */
export const DECLARATION_LENGTHS = {
  name: 200,
  email: 254,
  reference: 100,
  postalCode: 40,
  items: 2_000,
} as const satisfies Record<keyof Declaration, number>;

/** Returns what was typed without spaces around it and without control characters. The line breaks of `items` stay. */
export function tidyDeclaration(typed: Partial<Record<keyof Declaration, string>>): Declaration {
  const line = (text = '') =>
    text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim();
  const lines = (text = '') =>
    text
      .split(/\r\n?|\n/)
      .map(line)
      .join('\n')
      .trim();
  const { name, email, reference, postalCode, items } = typed;
  return {
    name: line(name),
    email: line(email),
    reference: line(reference),
    postalCode: line(postalCode),
    items: lines(items),
  };
}

/** Returns the fields that are missing or too long. Only a name and an address for the receipt are needed. */
export function wrongFields(declaration: Declaration, isEmail: (text: string) => boolean): (keyof Declaration)[] {
  const fields = Object.keys(DECLARATION_LENGTHS) as (keyof Declaration)[];
  return fields.filter((field) => {
    if (declaration[field].length > DECLARATION_LENGTHS[field]) return true;
    return field === 'email' ? !isEmail(declaration.email) : field === 'name' && declaration.name === '';
  });
}

/** True when both say the same: a page that is sent twice is one declaration. */
export function isSameDeclaration(one: Declaration, other: Declaration): boolean {
  return (Object.keys(DECLARATION_LENGTHS) as (keyof Declaration)[]).every((field) => one[field] === other[field]);
}
