// ISO 3166-1 alpha-2, the officially assigned codes only. Intl also has names for EU, UN, XK and former countries.
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW`;

/** All country codes of ISO 3166-1, in upper case and alphabetical order. */
export const COUNTRIES: readonly string[] = CODES.trim().split(/\s+/);

/** The member states of the European Union. */
export const EUROPEAN_UNION: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The EU with the other members of the European Economic Area. */
export const EUROPEAN_ECONOMIC_AREA: readonly string[] = [...EUROPEAN_UNION, 'IS', 'LI', 'NO'];

const known = new Set(COUNTRIES);

export function isCountry(code: string): boolean {
  return known.has(code);
}

// What people and other systems write for a country whose code is another.
const OTHER_NAMES: Record<string, string> = { UK: 'GB', EL: 'GR', XI: 'GB' };

/** Returns the country that a text most likely means, such as GB for `GB-NIR`; undefined when nothing can be told. */
export function countryMeant(text: string): string | undefined {
  const [first = ''] = text.trim().toUpperCase().split(/[-_ ]/, 1);
  const code = OTHER_NAMES[first] ?? first;
  return isCountry(code) ? code : undefined;
}

/** Returns true for a country that people write and ISO 3166-1 has no code for. */
export const hasNoCode = (text: string): boolean => /^(?:XKX?|Kosov[oa]|Косово)$/iu.test(text.trim());

/** Says that a text is no code of a country, and what to write instead where that can be told. */
export function unknownCountry(text: string): string {
  if (hasNoCode(text))
    return `“${text.trim()}” is in no list of ISO 3166-1, so there are no rules for its addresses: none can be taken.`;
  const meant = countryMeant(text);
  const advice = meant === undefined ? 'such as DE' : `write ${meant}; a part of a country is its region`;
  return `“${text.slice(0, 40)}” is not a country code of ISO 3166-1: ${advice}.`;
}
