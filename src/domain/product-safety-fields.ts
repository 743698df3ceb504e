import { cleanText, type ProductSafety, type SafetyParty, type SaidSafety } from './product-safety.ts';

type Party = 'maker' | 'responsible';
type Place = { party: Party; part: keyof SafetyParty } | { language: string };

const PARTY = /^(?<who>maker|manufacturer|responsible(?:_person)?)_(?<part>name|address|contact|e_?mail)$/;
const WARNINGS = /^(?:safety_)?warnings(?:_(?<language>[a-z]{2}))?$/;

/** Returns where the value of a field belongs, by its name: `maker_name`, `Warnings (de)`; null for other fields. */
function placeOf(name: string): Place | null {
  // Shopify ends the names of columns with where the field is kept, and WooCommerce begins them so.
  const own = /\(product\.metafields\.[^.()]+\.(?<key>[^.()]+)\)$/.exec(name.trim())?.groups?.key ?? name;
  const plain = own
    .replace(/^\s*meta:/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  const { who, part } = PARTY.exec(plain)?.groups ?? {};
  if (who !== undefined) {
    const party = who.startsWith('responsible') ? 'responsible' : 'maker';
    return { party, part: part?.endsWith('mail') ? 'contact' : (part as keyof SafetyParty) };
  }
  const warnings = WARNINGS.exec(plain);
  return warnings ? { language: warnings.groups?.language ?? '' } : null;
}

/** Says which fields of a list, by their index, tell of the safety of a product; null if none does. */
export function findSafetyFields(names: readonly string[]): Map<number, Place> | null {
  const places = names.flatMap((name, index) => {
    const place = placeOf(name);
    return place ? [[index, place] as const] : [];
  });
  return places.length > 0 ? new Map(places) : null;
}

/** Reads the safety of a product from its fields: of each party and language that has one. What is too long is cut. */
export function safetyFromFields(places: ReadonlyMap<number, Place>, values: readonly string[]): SaidSafety {
  const parties: Partial<Record<Party, SafetyParty>> = {};
  const warnings: ProductSafety['warnings'] = {};
  const languages = new Set<string>();
  for (const [index, place] of places) {
    const value = values[index] ?? '';
    if ('part' in place) {
      const party = parties[place.party] ?? { name: '', address: '', contact: '' };
      parties[place.party] = { ...party, [place.part]: party[place.part] || cleanText(value, place.part) };
    } else {
      languages.add(place.language);
      if (value.trim() !== '') warnings[place.language] = cleanText(value, 'warnings');
    }
  }
  const { maker, responsible } = parties;
  return {
    ...(maker && { maker: named(maker) }),
    ...(responsible && { responsible: named(responsible) }),
    warnings,
    languages: [...languages],
  };
}

/**
 * Reads the safety of a product from names with values, as platforms keep fields of their merchants' own. Undefined where none of them
 * tells of it: the merchant may keep it in a file instead.
 */
export function safetyFromPairs(
  pairs: readonly (readonly [name: string, value: unknown])[],
): ProductSafety | undefined {
  const texts = pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const places = findSafetyFields(texts.map(([name]) => name));
  if (!places) return;
  const values = texts.map(([, value]) => value);
  const { maker = null, responsible = null, warnings } = safetyFromFields(places, values);
  return { maker, responsible, warnings };
}

const named = (party: SafetyParty): SafetyParty | null =>
  party.name === '' && party.address === '' && party.contact === '' ? null : party;
