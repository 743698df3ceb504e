import type { NewStore } from '../src/core/stores/commands.ts';
import { DEMO_STORE } from './catalogue.ts';

type Settings = Omit<NewStore, 'id' | 'slug' | 'mode' | 'publicKey' | 'currency'>;

/** The look of the store's checkout, pages and mails: the colours of `browser/tokens.css`. */
export const BRAND = { accent: '#a8481f', ground: '#faf7f2', groundDark: '#15171b' };

/** Delivery in euro cents. The countries are chosen for their many address formats. */
const SHIPPING: Record<string, number> = {
  FI: 590,
  SE: 690,
  EE: 690,
  DK: 790,
  NO: 1290,
  DE: 790,
  AT: 890,
  CH: 1390,
  NL: 790,
  BE: 790,
  FR: 890,
  IT: 990,
  ES: 990,
  PT: 990,
  IE: 990,
  PL: 890,
  GB: 1290,
  US: 1990,
  CA: 1990,
  BR: 2490,
  JP: 2290,
  HK: 2290,
  KR: 2290,
  AU: 2490,
  NZ: 2490,
  AE: 2290,
};

/** Value added tax in millionths. For other countries the customs there collect their own tax. */
const TAX: Record<string, number> = {
  FI: 255_000,
  SE: 250_000,
  EE: 240_000,
  DK: 250_000,
  DE: 190_000,
  AT: 200_000,
  NL: 210_000,
  BE: 210_000,
  FR: 200_000,
  IT: 220_000,
  ES: 210_000,
  PT: 230_000,
  IE: 230_000,
  PL: 230_000,
};

/** Returns the demo merchant's settings. Links lead to the store's own pages. */
export function storeSettings(demoUrl: string): Settings {
  return {
    name: DEMO_STORE.name,
    legalName: 'Aldersund Oy Ab',
    legalAddress: 'Skeppsbron 4\n10900 Hanko\nFinland',
    returnAddress: 'Aldersund Returns\nVarastokatu 2\n10900 Hanko\nFinland',
    contactEmail: 'hello@aldersund.example',
    termsUrl: `${demoUrl}/pages/terms`,
    privacyUrl: `${demoUrl}/pages/privacy`,
    withdrawalUrl: `${demoUrl}/pages/returns`,
    timeZone: 'Europe/Helsinki',
    country: 'FI',
    addressSearch: 'test',
    locale: 'en-GB',
    pricesIncludeTax: true,
    origins: [demoUrl],
    marketingBox: 'ask',
    shipping: Object.entries(SHIPPING).map(([country, amount]) => ({ country, amount })),
    tax: Object.entries(TAX).map(([country, millionths]) => ({ country, millionths })),
  };
}
