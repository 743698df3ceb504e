import { AppError } from './error.ts';

/** Somebody whom the law wants named beside a product. */
export type SafetyParty = {
  name: string;
  /** The postal address, in lines. */
  address: string;
  /** An e-mail address, or a web address that begins with https:// or http://. */
  contact: string;
};

/** What a shopper must read of the safety of a product before they order (Regulation (EU) 2023/988, article 19). */
export type ProductSafety = {
  maker: SafetyParty | null;
  /** The person in the EU who answers for the product; null where the maker is in the EU. */
  responsible: SafetyParty | null;
  /** Warnings and safety information, by language: `de`. */
  warnings: Record<string, string>;
};

/** What a file or platform says of it. A party that is absent stays as it was. Warnings without a language have the key ''. */
export type SaidSafety = Partial<Omit<ProductSafety, 'warnings'>> & {
  warnings: ProductSafety['warnings'];
  /** Those whose warnings are said, also that there are none; absent: all. */
  languages?: string[];
};

/** Characters of each text. A checkout sends them to every shopper. */
export const SAFETY_LENGTHS = { name: 200, address: 500, contact: 500, warnings: 3_000 } as const;

/** Who wrote an entry: a person, or the store's platform or a file of its catalogue. */
export type SafetySource = 'hand' | 'catalogue';

/** Returns true for an entry that says nothing. */
export const saysNothing = ({ maker, responsible, warnings }: ProductSafety): boolean =>
  maker === null && responsible === null && Object.keys(warnings).length === 0;

/** Returns true if shoppers read who made a product, and where and how to reach the maker. */
export const namesMaker = (safety: ProductSafety | null): boolean =>
  safety?.maker != null && Object.values(safety.maker).every((text) => text !== '');

/**
 * Returns what a person typed as it is stored. A party is named with everything, for the law wants it all. Throws
 * `invalid_parameter`.
 */
export function checkSafety({ maker, responsible, warnings }: ProductSafety): ProductSafety {
  return {
    maker: maker && checkParty(maker, 'maker'),
    responsible: responsible && checkParty(responsible, 'responsible_person'),
    warnings: Object.fromEntries(
      Object.entries(warnings)
        .map(([language, given]) => [checkLanguage(language), given] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([language, given]) => {
          const text = checkText(given, 'warnings', `warnings.${language}`);
          return text === '' ? [] : [[language, text]];
        }),
    ),
  };
}

function checkParty(party: SafetyParty, param: string): SafetyParty {
  const name = needed(checkText(party.name, 'name', `${param}.name`), `${param}.name`);
  if (name.includes('\n')) throw invalid(`${param}.name`, 'A name is one line.');
  const address = needed(checkText(party.address, 'address', `${param}.address`), `${param}.address`);
  const contact = needed(checkText(party.contact, 'contact', `${param}.contact`), `${param}.contact`);
  if (contactLink(contact) === null) {
    const message = 'Give an e-mail address, or a web address that begins with https:// or http://.';
    throw invalid(`${param}.contact`, message);
  }
  return { name, address, contact };
}

/** Returns where a contact leads: a `mailto:` or web address; null for text that is neither. */
export function contactLink(contact: string): string | null {
  const isEmail =
    /^[^\s@/?:<>"%&#]+@[^\s@/?:<>"%&#]+$/.test(contact) && contact.lastIndexOf('.') > contact.indexOf('@');
  if (isEmail) return `mailto:${contact}`;
  const url = /^https?:\/\//i.test(contact) && !/\s/.test(contact) ? URL.parse(contact) : null;
  return url && !url.username && !url.password ? url.href : null;
}

/** Returns the words about a product's warnings for a reader of a language: theirs, else the store's, else English, else any. */
export function warningsFor(
  warnings: ProductSafety['warnings'],
  languages: readonly string[],
): { language: string; text: string } | null {
  for (const language of [...languages, 'en', ...Object.keys(warnings)]) {
    const text = warnings[language];
    if (text !== undefined) return { language, text };
  }
  return null;
}

/** Returns text of others with plain line breaks, without what cannot be shown, and cut to its bound. */
export function cleanText(given: string, kind: keyof typeof SAFETY_LENGTHS): string {
  return plain(given).replaceAll(UNSHOWABLE, '').slice(0, SAFETY_LENGTHS[kind]).toWellFormed().trim();
}

// Line breaks are the only control characters of a text; marks of direction could turn a name around.
const UNSHOWABLE = /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const plain = (given: string) => given.replaceAll(/\r\n?/g, '\n').trim();

function checkText(given: string, kind: keyof typeof SAFETY_LENGTHS, param: string): string {
  const text = plain(given);
  const max = SAFETY_LENGTHS[kind];
  if (text.length > max) throw invalid(param, `The text is longer than ${max} characters.`);
  if (text.search(UNSHOWABLE) >= 0 || !text.isWellFormed()) {
    throw invalid(param, 'The text has characters that cannot be shown.');
  }
  return text;
}

function needed(text: string, param: string): string {
  if (text !== '') return text;
  throw invalid(param, 'Name, postal address and an e-mail or web address are needed together.');
}

function checkLanguage(language: string): string {
  const known = language.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(known)) return known;
  throw invalid('warnings', `“${language.slice(0, 40)}” is not a language such as en or de.`);
}

const invalid = (param: string, message: string) => new AppError('invalid_parameter', message, { param });
