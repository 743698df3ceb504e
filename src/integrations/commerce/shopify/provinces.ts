import { iso31662 } from 'iso-3166';

// What follows is of Shopify's own list of countries and their provinces. Where it changes, an order is created without its province.

/** The countries that have provinces at Shopify under the codes of ISO 3166-2. */
const WITH_PROVINCES = new Set(
  'AE AR AU BR CA CL CN CO CR EG ES HK ID IE IN IT JP KR KW MX MY NG NZ PA PE PH PT RO RU SV TH US UY VE ZA'.split(' '),
);
/** Where the code begins with that of the country, as JP-13. */
const WITH_COUNTRY = new Set('CR JP KR KW PA PE PH PT SV TH UY VE'.split(' '));
/** Countries for us, provinces of the United States at Shopify. */
const TERRITORIES = new Set('AS FM GU MH MP PR PW VI'.split(' '));
/** Countries that Shopify does not have. */
const UNKNOWN = new Set(['AQ']);

/** Codes that Shopify has another one for, as `ours=theirs`; nothing behind it where Shopify lacks the province. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  AU: 'JBT=',
  CN: '11=BJ 12=TJ 13=HE 14=SX 15=NM 21=LN 22=JL 23=HL 31=SH 32=JS 33=ZJ 34=AH 35=FJ 36=JX 37=SD 41=HA 42=HB 43=HN 44=GD 45=GX 46=HI 50=CQ 51=SC 52=GZ 53=YN 54=YZ 61=SN 62=GS 63=QH 64=NX 65=XJ 71= 91= 92=',
  HK: 'HONG_KONG_ISLAND=HK KOWLOON=KL NEW_TERRITORIES=NT',
  ID: 'PD= PE= PS= PT=',
  IN: 'CT=CG DH=DN TG=TS UT=UK',
  IT: 'SU=VS',
  MX: 'AGU=AGS BCN=BC CAM=CAMP CHP=CHIS CHH=CHIH CMX=DF COA=COAH DUR=DGO GUA=GTO HID=HGO MIC=MICH NLE=NL QUE=QRO ROO=Q_ROO TAM=TAMPS TLA=TLAX',
  MY: '01=JHR 02=KDH 03=KTN 04=MLK 05=NSN 06=PHG 07=PNG 08=PRK 09=PLS 10=SGR 11=TRG 12=SBH 13=SWK 14=KUL 15=LBN 16=PJY',
  ZA: 'KZN=NL',
};

const CODE = /^[A-Z\d]{1,3}$/;
export const isRegionCode = (region: string): boolean => CODE.test(region.toUpperCase());

export type Place = { countryCode?: string; provinceCode?: string };

/** Returns a country and its region as Shopify names them, and leaves out what it does not know. */
export function placeAtShopify(country: string, region: string): Place {
  if (TERRITORIES.has(country)) return { countryCode: 'US', provinceCode: country };
  if (country === '' || UNKNOWN.has(country)) return {};
  const provinceCode = provinceOf(country, region.trim());
  return { countryCode: country, ...(provinceCode ? { provinceCode } : {}) };
}

function provinceOf(country: string, region: string): string | undefined {
  if (region === '' || !WITH_PROVINCES.has(country)) return undefined;
  const text = region.toUpperCase().replace(`${country}-`, '');
  const other = otherCode(country, text.replaceAll(' ', '_'));
  if (other !== undefined) return other;
  const code = CODE.test(text) ? text : codeOfName(country, region);
  if (code === undefined) return undefined;
  return otherCode(country, code) ?? (WITH_COUNTRY.has(country) ? `${country}-${code}` : code);
}

function otherCode(country: string, code: string): string | undefined {
  const pair = OTHER_CODES[country]?.split(' ').find((one) => one.startsWith(`${code}=`));
  return pair?.slice(code.length + 1).replace('_', ' ');
}

/** Finds a region by its name in ISO 3166-2, without regard to case and accents. */
function codeOfName(country: string, name: string): string | undefined {
  const wanted = plain(name);
  const found = iso31662.find((one) => one.code.startsWith(`${country}-`) && plain(one.name) === wanted);
  return found?.code.slice(country.length + 1);
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
