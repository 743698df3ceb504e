/**
 * The rules of each country's addresses and the check by them. The checkout and the server share the check, so the server
 * never refuses what the form accepted.
 */
export type AddressFieldName = 'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'region' | 'postalCode';

/** The fields of a country's addresses in their rows, with their labels and the form of a postcode. */
export type AddressRules = {
  rows: AddressFieldName[][];
  required: AddressFieldName[];
  /** The message keys of the labels, without `checkout.`: postcode, ZIP, prefecture, state, suburb, … */
  labels: Record<AddressFieldName, string>;
  /** The regular expression that a whole postcode must match, in any case; null when any postcode or none is valid. */
  postalCodePattern: string | null;
  postalCodeExample: string | null;
  /** The known regions; null when a region is free text or the country's addresses have none. */
  regions: Region[] | null;
  /** The store's carrier needs a telephone number there. */
  needsPhone?: boolean;
};

/** `also` has the names in other languages. */
export type Region = { code: string; name: string; also?: string[] };

export type AddressParts = Record<AddressFieldName, string> & { country: string; phoneNumber: string };

export type AddressProblem = {
  field: AddressFieldName | 'country' | 'phoneNumber';
  code: 'required' | 'postal_code' | 'region' | 'too_long' | 'characters';
};

/** People write two numbers and when to call. WooCommerce's tables hold 100 characters. */
export const PHONE_LENGTH_MAX = 100;
const TEXT_LENGTH_MAX = 200;
const LENGTH_MAX: Partial<Record<AddressProblem['field'], number>> = {
  postalCode: 20,
  phoneNumber: PHONE_LENGTH_MAX,
};

export const lengthMaxOf = (field: AddressProblem['field']): number => LENGTH_MAX[field] ?? TEXT_LENGTH_MAX;

/**
 * Returns the address with tidied whitespace, postcode, phone number and region. Fields that the country's form does not have keep
 * what was given: a parcel may need it.
 */
export function tidyAddress<T extends AddressParts>(address: T, rules: AddressRules): T {
  const tidy: T = { ...address, phoneNumber: tidyPhone(address.phoneNumber) };
  for (const field of Object.keys(rules.labels) as AddressFieldName[]) {
    Object.assign(tidy, { [field]: tidyText(address[field]) });
  }
  tidy.postalCode = tidyPostalCode(tidy, rules);
  tidy.region = findRegion(tidy.region, rules)?.code ?? tidy.region;
  return tidy;
}

/** Returns the rows of the country's form, and one more for fields that the form does not have and the address does. */
export function rowsOf(address: Partial<AddressParts>, { rows, labels }: AddressRules): AddressFieldName[][] {
  const shown = new Set(rows.flat());
  const others = (Object.keys(labels) as AddressFieldName[]).filter((field) => address[field] && !shown.has(field));
  return others.length > 0 ? [...rows, others] : rows;
}

/** Returns the problems of a tidied address, in the order of the form. An address without problems can be shipped to. */
export function addressProblems(address: AddressParts, rules: AddressRules): AddressProblem[] {
  const problems: AddressProblem[] = [];
  for (const field of rowsOf(address, rules).flat()) {
    const code = fieldProblem(address[field], field, rules);
    if (code) problems.push({ field, code });
  }
  const phone = phoneProblem(address, rules);
  if (phone) problems.push({ field: 'phoneNumber', code: phone });
  return problems;
}

function phoneProblem({ phoneNumber }: AddressParts, { needsPhone }: AddressRules): AddressProblem['code'] | null {
  if (phoneNumber === '') return needsPhone ? 'required' : null;
  return phoneNumber.length > lengthMaxOf('phoneNumber') ? 'too_long' : null;
}

function fieldProblem(value: string, field: AddressFieldName, rules: AddressRules): AddressProblem['code'] | null {
  if (value === '') return rules.required.includes(field) ? 'required' : null;
  if (value.length > lengthMaxOf(field)) return 'too_long';
  if (hasControlCharacters(value)) return 'characters';
  // What a country does not demand is kept as it was typed, and stops no sale.
  if (!rules.required.includes(field)) return null;
  if (field === 'postalCode' && !fitsPattern(value, rules)) return 'postal_code';
  if (field === 'region' && rules.regions && !findRegion(value, rules)) return 'region';
  return null;
}

// Marks of direction and joints that nobody sees. They come along when a text is copied.
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

// Cs matches only an unpaired half of a surrogate pair.
const CONTROL = /[\p{Cc}\p{Cs}]/gu;

function tidyText(text: string): string {
  return text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/gu, ' ').trim();
}

// Few carriers need a phone number. A control character in it must not stop the sale.
const tidyPhone = (text: string): string => plainDigits(tidyText(text)).replace(CONTROL, '').trim();

/** Writes the digits and dashes of other scripts and of East Asian keyboards as plain ones. */
function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replace(/(?!\d)\p{Nd}/gu, digitOf);
}

/** Returns the value of a digit of any script: each script has its ten in a row, the zero first. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function tidyPostalCode({ postalCode, country }: AddressParts, rules: AddressRules): string {
  const typed = plainDigits(postalCode).toUpperCase().replace('〒', '').trim();
  const example = rules.postalCodeExample ?? '';
  // People also write a postcode with a country prefix, spaces, dashes or points: `D-10115`, `SE-123 45`, `1234 567` or `K1A-0B1`;
  // without the prefix where it belongs to it: `1010` for `LV-1010`; and without its separators: `941031234`.
  const plain = typed.replace(/^[A-Z]{1,3}[- ](?=.*\d)/u, '');
  const [joined, whole] = [lettersOf(plain), lettersOf(typed)];
  const forms = [typed, plain, whole, joined, spacedLike(joined, example)];
  forms.push(spacedLike(country + joined, example), typed.replace(/^[A-Z]+/u, ''));
  const bare = whole.startsWith(country) ? whole.slice(country.length) : whole;
  forms.push(bare, spacedLike(bare, example), ...[joined, whole, bare].flatMap(separated));
  return forms.find((form) => fitsPattern(form, rules)) ?? typed;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Puts the spaces and dashes of the example into a postcode: `1000001` becomes `1000-001` in Portugal. */
function spacedLike(joined: string, example: string): string {
  const letters = [...joined];
  return example.replace(/[^\s-]/gu, () => letters.shift() ?? '') + letters.join('');
}

/** Returns the postcode with a dash or a space at each place. A country may have a longer form than its example. */
const separated = (joined: string): string[] =>
  [...joined].flatMap((_, at) => ['-', ' '].map((separator) => joined.slice(0, at) + separator + joined.slice(at)));

function fitsPattern(postalCode: string, rules: AddressRules): boolean {
  return rules.postalCodePattern === null || new RegExp(`^(?:${rules.postalCodePattern})$`, 'i').test(postalCode);
}

/** Finds a region by its code, also as ISO writes it (`JP-13`), or by a name, in any case and without accents. */
export function findRegion(text: string, { regions }: Pick<AddressRules, 'regions'>): Region | undefined {
  const wanted = fold(text.replace(/^[A-Z]{2}-/, ''));
  if (wanted === '') return undefined;
  return regions?.find(({ code, name, also = [] }) => [code, name, ...also].some((one) => fold(one) === wanted));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function hasControlCharacters(text: string): boolean {
  return text.search(CONTROL) !== -1;
}
