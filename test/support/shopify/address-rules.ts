import type { UserError } from './things.ts';

// The codes of provinces that Shopify has, of some of the countries that have any there. Others have none, and take none.
const CODES: Readonly<Record<string, RegExp>> = {
  AU: /^(ACT|NSW|NT|QLD|SA|TAS|VIC|WA)$/,
  CA: /^(AB|BC|MB|NB|NL|NT|NS|NU|ON|PE|QC|SK|YT)$/,
  CN: /^(AH|BJ|CQ|FJ|G[DSXZ]|H[ABEILN]|J[LSX]|LN|N[MX]|QH|S[CDHNX]|TJ|XJ|YN|YZ|ZJ)$/,
  HK: /^(HK|KL|NT)$/,
  IN: /^(AP|AS|BR|CG|DL|GJ|KA|KL|MH|TN|TS|UK|UP|WB)$/,
  JP: /^JP-(0[1-9]|[1-3]\d|4[0-7])$/,
  MX: /^(AGS|BC|BCS|CAMP|CHIS|CHIH|DF|COAH|DGO|GTO|HGO|JAL|MICH|NL|QRO|Q ROO|TAMPS|TLAX|YUC)$/,
  MY: /^(JHR|KUL|PNG|SBH|SGR|SWK)$/,
  NZ: /^(AUK|CAN|OTA|WGN)$/,
  PT: /^PT-([0-2]\d|30)$/,
  US: /^(?!XX)[A-Z]{2}$/,
};

/** Says what Shopify refuses of an address. */
export function addressRefusal(address: Record<string, string> | undefined): UserError | null {
  const { countryCode = '', provinceCode } = address ?? {};
  if (provinceCode === undefined || CODES[countryCode]?.test(provinceCode)) return null;
  const field = ['order', 'shippingAddress', 'provinceCode'];
  return { field, message: 'Shipping address province is not valid', code: 'INVALID' };
}
