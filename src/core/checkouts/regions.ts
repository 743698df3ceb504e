import { iso31662 } from 'iso-3166';
import { OTHER_REGION_NAMES, WOOCOMMERCE_ORDER } from './region-names.ts';
import { fold, spellings, stem } from './region-words.ts';

/** A region in the data of libaddressinput, with its names by language, and an expression for the beginning of its postcodes. */
export type RegionData = {
  key: string;
  name: { default: string; latin?: string } & Record<string, string>;
  zip?: string;
};

// The larger part of the country that each region of ISO 3166-2 is in.
const PARENT_OF = new Map(iso31662.map(({ code, parent }) => [code, parent]));
const CHILDREN_OF = Map.groupBy(iso31662, ({ parent }) => parent);

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
  const parts = iso31662.filter(({ code }) => code.startsWith(`${country}-`) && CHILDREN_OF.has(code));
  const readParts = () => parts.map(({ code, name }) => ({ key: code.slice(3), name: { default: name } }));
  const part = findIn(country, keptForms(`parts of ${country}`, country, readParts), text);
  const written = postalCode.trim().toUpperCase();
  const within = regions.filter(
    ({ key, zip }) =>
      part !== undefined &&
      zip !== undefined &&
      PARENT_OF.get(`${country}-${key}`) === `${country}-${part}` &&
      fitsZip(zip, written),
  );
  return narrowest(within, written)?.key;
}

/** Finds the region that has the name of its city, such as Dubai. A postcode of another region says that it is another place. */
export function findRegionOfCity(
  country: string,
  regions: readonly RegionData[],
  { city, postalCode }: { city: string; postalCode: string },
): string | undefined {
  const forms = keptForms(country, country, () => regions);
  const key = forms.get(fold(city)) ?? forms.get(stem(city));
  const { zip } = regions.find((region) => region.key === key) ?? {};
  return zip === undefined || fitsZip(zip, postalCode.trim().toUpperCase()) ? key : undefined;
}

const fitsZip = (zip: string, postalCode: string): boolean => new RegExp(`^(?:${zip})`).test(postalCode);

/** Returns the region with the fewest postcodes around: 20900 is of Monza, though all others with 20 are of Milano. */
function narrowest(regions: readonly RegionData[], postalCode: string): RegionData | undefined {
  if (regions.length < 2) return regions[0];
  const start = postalCode.slice(0, -3);
  const around = Array.from({ length: 1000 }, (_, index) => `${start}${String(index).padStart(3, '0')}`);
  const sized = regions.map((region) => ({
    region,
    size: around.filter((code) => fitsZip(region.zip ?? '', code)).length,
  }));
  sized.sort((a, b) => a.size - b.size);
  return sized[0]?.size === sized[1]?.size ? undefined : sized[0]?.region;
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

// WooCommerce writes `JP13` with the numbers of ISO 3166-2 here.
const WITHOUT_DASH = new Set(['JP', 'TR', 'UA']);

function withoutCountry(country: string, written: string): string {
  const [of, rest] = [written.slice(0, country.length), written.slice(country.length)];
  if (of !== country) return written;
  if (WITHOUT_DASH.has(country) && /^\d{2}$/.test(rest)) return rest;
  return rest.startsWith('-') ? rest.slice(1) : (WOOCOMMERCE_ORDER[country]?.[Number(rest) - 1] ?? written);
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
    [key, ...Object.values(name).flatMap(spellings), ...(others[key] ?? [])].map((text) => [text, key] as const),
  );
  const forms = new Map(regions.map(({ key }) => [key.toUpperCase(), key]));
  addClear(forms, names, fold);
  addClear(forms, names, stem);
  const iso = isoRegions(country, forms);
  for (const { part, key } of iso) if (!forms.has(part)) forms.set(part, key);
  const isoNames = iso.flatMap(({ name, key }) => spellings(name).map((text) => [text, key] as const));
  addClear(forms, isoNames, fold);
  addClear(forms, isoNames, stem);
  return forms;
}

/** Returns the parts of a country in ISO 3166-2, each with the region of its addresses that it is, is in, or has nothing beside. */
function isoRegions(country: string, forms: RegionForms) {
  const own = ({ code, name }: { code: string; name: string }) =>
    forms.get(code.slice(3)) ?? spellings(name).reduce(nameIn(forms), undefined);
  return iso31662.flatMap((region) => {
    if (!region.code.startsWith(`${country}-`)) return [];
    const children = CHILDREN_OF.get(region.code) ?? [];
    const [child] = children.length === 1 ? children : [];
    const key = own(region) ?? (child && own(child)) ?? forms.get(region.parent.slice(3));
    return key === undefined ? [] : [{ part: region.code.slice(3), name: region.name, key }];
  });
}

const nameIn = (forms: RegionForms) => (found: string | undefined, name: string) =>
  found ?? forms.get(fold(name)) ?? forms.get(stem(name));

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
