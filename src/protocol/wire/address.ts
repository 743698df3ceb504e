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
};

export type Region = { code: string; name: string };

export type AddressParts = Record<AddressFieldName, string> & { country: string; phoneNumber: string };

export type AddressProblem = {
  field: AddressFieldName | 'country' | 'phoneNumber';
  code: 'required' | 'postal_code' | 'region' | 'phone' | 'too_long' | 'characters';
};

const LENGTH_MAX = { text: 200, postalCode: 20, phoneNumber: 40 }; // the schema of the API has the same limits

/** Returns the address with tidied whitespace, postcode and region, and without fields that its country does not have. */
export function tidyAddress<T extends AddressParts>(address: T, rules: AddressRules): T {
  const present = new Set(rules.rows.flat());
  const tidy: T = { ...address, phoneNumber: tidyText(address.phoneNumber) };
  for (const field of Object.keys(rules.labels) as AddressFieldName[]) {
    Object.assign(tidy, { [field]: present.has(field) ? tidyText(address[field]) : '' });
  }
  tidy.postalCode = tidyPostalCode(tidy.postalCode, rules);
  tidy.region = findRegion(tidy.region, rules)?.code ?? tidy.region;
  return tidy;
}

/** Returns the problems of a tidied address, in the order of the form. An address without problems can be shipped to. */
export function addressProblems(address: AddressParts, rules: AddressRules): AddressProblem[] {
  const problems: AddressProblem[] = [];
  for (const field of rules.rows.flat()) {
    const code = fieldProblem(address[field], field, rules);
    if (code) problems.push({ field, code });
  }
  const phone = phoneProblem(address.phoneNumber);
  if (phone) problems.push({ field: 'phoneNumber', code: phone });
  return problems;
}

function fieldProblem(value: string, field: AddressFieldName, rules: AddressRules): AddressProblem['code'] | null {
  if (value === '') return rules.required.includes(field) ? 'required' : null;
  if (value.length > (field === 'postalCode' ? LENGTH_MAX.postalCode : LENGTH_MAX.text)) return 'too_long';
  if (hasControlCharacters(value)) return 'characters';
  if (field === 'postalCode' && !fitsPattern(value, rules)) return 'postal_code';
  if (field === 'region' && rules.regions && !findRegion(value, rules)) return 'region';
  return null;
}

function phoneProblem(phone: string): AddressProblem['code'] | null {
  if (phone === '') return null;
  if (phone.length > LENGTH_MAX.phoneNumber) return 'too_long';
  const digits = phone.replace(/\D/g, '').length;
  // E.164 has at most 15 digits, and an extension may follow. Numbers of fewer than 5 digits cannot be called from abroad.
  return /^\+?[\d\s().\-/x#]+$/i.test(phone) && digits >= 5 && digits <= 20 ? null : 'phone';
}

function tidyText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

function tidyPostalCode(text: string, rules: AddressRules): string {
  // NFKC turns the full-width digits and letters of East Asian keyboards into plain ones.
  const typed = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[‐-―−]/gu, '-')
    .trim();
  // People also write a postcode with a country prefix, spaces or a dash: `D-10115`, `SE-123 45`, `1234 567` or `K1A-0B1`.
  const plain = typed.replace(/^[A-Z]{1,3}[- ](?=.*\d)/u, '');
  const joined = typed.replace(/[\s-]/gu, '');
  return [typed, plain, joined].find((form) => fitsPattern(form, rules)) ?? typed;
}

function fitsPattern(postalCode: string, rules: AddressRules): boolean {
  return rules.postalCodePattern === null || new RegExp(`^(?:${rules.postalCodePattern})$`, 'i').test(postalCode);
}

/** Finds a region by code or name, in any case and without accents: prefilled data may have either. */
function findRegion(text: string, rules: AddressRules) {
  const wanted = fold(text);
  if (wanted === '') return undefined;
  return rules.regions?.find((region) => fold(region.code) === wanted || fold(region.name) === wanted);
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function hasControlCharacters(text: string): boolean {
  // Cs matches only an unpaired half of a surrogate pair.
  return /[\p{Cc}\p{Cs}]/u.test(text);
}
