import { iso31662 } from 'iso-3166';
import { OTHER_REGION_NAMES } from './region-names.ts';

/** A region in the data of libaddressinput, with its names by language, and an expression for the beginning of its postcodes. */
export type RegionData = {
  key: string;
  name: { default: string; latin?: string } & Record<string, string>;
  zip?: string;
};

// Words that some write with a region's name and others leave out: "County Cork", "Bangkok Metropolis", "Tokyo-to".
const KINDS = new RegExp(
  `\\b(${[
    [
      'city',
      'county',
      'co',
      'department',
      'district',
      'emirate',
      'governorate',
      'island',
      'metropolis',
      'municipality',
    ],
    ['parish', 'prefecture', 'province', 'region', 'republic', 'special', 'state', 'territory', 'autonomous', 'sar'],
    ['comunidad', 'departamento', 'estado', 'provincia', 'prov', 'regione', 'region', 'kray', 'oblast', 'respublika'],
    [
      'sheng',
      'shi',
      'zizhiqu',
      'do',
      'si',
      'to',
      'fu',
      'ken',
      'tinh',
      'il',
      'muhafazat',
      'of',
      'de',
      'del',
      'di',
      'the',
    ],
  ]
    .flat()
    .join('|')})\\b`,
  'gu',
);
const KINDS_OF_OTHER_SCRIPTS = new RegExp(
  `(?<=..)(?:${[
    [
      '省',
      '市',
      '都',
      '府',
      '県',
      '縣',
      '(?:壮族|回族|维吾尔)?自治区',
      '特别行政区',
      '특별자치도',
      '특별자치시',
      '특별시',
      '광역시',
      '도',
      '시',
    ],
    ['область', 'обл', 'край', 'республика'],
  ]
    .flat()
    .join('|')})$`.normalize('NFKD'),
  'u',
);

// The larger part of the country that each region of ISO 3166-2 is in.
const PARENT_OF = new Map(iso31662.map(({ code, parent }) => [code, parent]));
const PARENTS = new Set(PARENT_OF.values());

type RegionForms = ReadonlyMap<string, string>;
const known = new Map<string, RegionForms>();

/**
 * Finds the key of a region by what people and other systems write: its key, its code of ISO 3166-2 with or without the country,
 * its name in the language of the country, of ISO or of Latin letters, with or without the word for its kind. Undefined when
 * nothing fits, or when it fits several. `readRegions` is called once for each country.
 */
export function findRegionKey(
  country: string,
  readRegions: () => readonly RegionData[],
  text: string,
): string | undefined {
  return findIn(country, keptForms(country, country, readRegions), text);
}

function keptForms(name: string, country: string, readRegions: () => readonly RegionData[]): RegionForms {
  const forms = known.get(name) ?? formsOf(country, readRegions());
  known.set(name, forms);
  return forms;
}

const findIn = (country: string, forms: RegionForms, text: string): string | undefined =>
  clearIn(country, forms, text) ?? onlyOneOf(text.split(/[/(),]/).map((part) => clearIn(country, forms, part)));

/**
 * Finds the region of a postcode in a larger part of the country that `text` names: some write Lombardia where postal addresses have Milano.
 * Undefined when the text names no such part, or when the postcode is not of one region in it.
 */
export function findRegionOfPart(
  country: string,
  regions: readonly RegionData[],
  { text, postalCode }: { text: string; postalCode: string },
): string | undefined {
  const parts = iso31662.filter(({ code }) => code.startsWith(`${country}-`) && PARENTS.has(code));
  const readParts = () => parts.map(({ code, name }) => ({ key: code.slice(3), name: { default: name } }));
  const part = findIn(country, keptForms(`parts of ${country}`, country, readParts), text);
  const written = postalCode.trim().toUpperCase();
  const within = regions.filter(
    ({ key, zip }) =>
      part !== undefined &&
      zip !== undefined &&
      PARENT_OF.get(`${country}-${key}`) === `${country}-${part}` &&
      new RegExp(`^(?:${zip})`).test(written),
  );
  return within.length === 1 ? within[0]?.key : undefined;
}

/** Returns the region of a text that names one twice, such as `Milano (MI)` and `Alicante/Alacant`. */
function onlyOneOf(found: readonly (string | undefined)[]): string | undefined {
  const keys = new Set(found.filter((key) => key !== undefined));
  const [key] = keys;
  return found.length > 1 && keys.size === 1 ? key : undefined;
}

function clearIn(country: string, forms: RegionForms, text: string): string | undefined {
  const written = text.trim().toUpperCase();
  if (written === '') return undefined;
  const code = withoutCountry(country, written);
  const whole = forms.get(code) ?? forms.get(code.padStart(2, '0')) ?? forms.get(fold(code)) ?? forms.get(stem(code));
  return whole ?? onlyOneThatBegins(forms, fold(text));
}

// WooCommerce writes `JP13` with the numbers of ISO 3166-2 here; its numbers of China are its own.
const WITHOUT_DASH = new Set(['JP', 'TR', 'UA']);

function withoutCountry(country: string, written: string): string {
  const [of, rest] = [written.slice(0, country.length), written.slice(country.length)];
  if (of !== country) return written;
  if (WITHOUT_DASH.has(country) && /^\d{2}$/.test(rest)) return rest;
  return rest.startsWith('-') ? rest.slice(1) : written;
}

// Fewer letters may be the beginning of anything; a sign of Chinese says as much as several.
const BEGINNING = /^(?:\p{Script=Han}{2}|.{5})/u;

/** Finds "Guangxi" where the known name is "Guangxi Zhuangzu Zizhiqu". */
function onlyOneThatBegins(forms: RegionForms, beginning: string): string | undefined {
  if (!BEGINNING.test(beginning)) return undefined;
  const keys = new Set([...forms].flatMap(([form, key]) => (form.startsWith(beginning) ? [key] : [])));
  const [key] = keys;
  return keys.size === 1 ? key : undefined;
}

/** Returns the key of a region for every way to write it that is clear. Codes come before names, whole names before short ones. */
function formsOf(country: string, regions: readonly RegionData[]): RegionForms {
  const others = OTHER_REGION_NAMES[country] ?? {};
  const names = regions.flatMap(({ key, name }) =>
    [key, ...Object.values(name), ...(others[key] ?? [])].map((text) => [text, key] as const),
  );
  const forms = new Map(regions.map(({ key }) => [key.toUpperCase(), key]));
  addClear(forms, names, fold);
  addClear(forms, names, stem);
  const iso = iso31662.flatMap(({ code, name }) => {
    const [of, part = ''] = code.split('-');
    const key = forms.get(part) ?? forms.get(fold(name)) ?? forms.get(stem(name));
    return of === country && key !== undefined ? [{ part, name, key }] : [];
  });
  for (const { part, key } of iso) if (!forms.has(part)) forms.set(part, key);
  const isoNames = iso.map(({ name, key }) => [name, key] as const);
  addClear(forms, isoNames, fold);
  addClear(forms, isoNames, stem);
  return forms;
}

/** Adds each name in its short form, unless it is known already or belongs to two regions. */
function addClear(
  forms: Map<string, string>,
  names: readonly (readonly [string, string])[],
  shorten: (text: string) => string,
) {
  const found = Map.groupBy(names, ([text]) => shorten(text));
  for (const [form, owners] of found) {
    const keys = new Set(owners.map(([, key]) => key));
    const [key = ''] = keys;
    if (form !== '' && keys.size === 1 && !forms.has(form)) forms.set(form, key);
  }
}

/** Returns letters and digits alone, without accents and in lower case. */
function fold(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns them without the word for the kind of region. */
function stem(text: string): string {
  return fold(plain(text).replace(KINDS, ' ')).replace(KINDS_OF_OTHER_SCRIPTS, '');
}

const UNLIKE_THEIR_BASE: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  臺: '台',
};

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðıßæœ臺]/gu, (letter) => UNLIKE_THEIR_BASE[letter] ?? letter);
}
