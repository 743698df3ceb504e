import { LRUCache } from 'lru-cache';
import { readPalette } from '../core/stores/palette.ts';
import type { Brand, Font, Logo, Store } from '../core/stores/queries.ts';
import { brandTokens, showLogo, tokenTexts } from '../domain/brand.ts';
import { translate } from '../messages/catalogue.ts';
import { type Html, html } from '../platform/html.ts';
import { type ColourScheme, readTokens, type TokenValues, withTokens } from '../platform/style-tokens.ts';
import type { StoreLogo } from '../protocol/wire/store-logo.ts';

/** A store as far as its look needs it; null where no store is known. */
export type Branded = Pick<Store, 'publicKey' | 'brand'> | null;

const ENDINGS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'font/woff2': 'woff2',
  'font/woff': 'woff',
} as const;

export type AssetType = keyof typeof ENDINGS;

/** Returns the name of a file in its address. */
export const assetName = ({ hash, type }: { hash: string; type: AssetType }): string => `${hash}.${ENDINGS[type]}`;

/** Returns the address of a store's file, which is on the origin of our own pages. */
export function assetPath({ publicKey }: { publicKey: string }, asset: Logo | Font): string {
  return `/brand/${publicKey}/${assetName(asset)}`;
}

export function logoOf(store: Branded): StoreLogo | null {
  const logo = store?.brand?.logo;
  return store && logo ? { src: assetPath(store, logo), ...showLogo(logo) } : null;
}

/** Returns the line that says who a page is from: the store's logo and name, and whether it is a test store. */
export function storeHead(store: Pick<Store, 'name' | 'mode' | 'publicKey' | 'brand'>, locale: string): Html {
  const logo = logoOf(store);
  const name = html`<bdi>${store.name}</bdi>`;
  const image =
    logo &&
    html`<img class="logo" src="${logo.src}" width="${logo.width}" height="${logo.height}" alt="${logo.withName ? '' : store.name}">`;
  const badge = store.mode === 'test' && html`<span class="test">${translate(locale, 'button.test_store')}</span>`;
  return html`<p class="shop">${image}${(logo?.withName ?? true) && name}${badge}</p>`;
}

/** Returns the sources that a page with the store's look loads: none unless the store has a logo or a font. */
export function brandSources(store: Branded): { 'img-src'?: string[]; 'font-src'?: string[] } {
  return {
    ...(store?.brand?.logo && { 'img-src': ["'self'"] }),
    ...(store?.brand?.font && { 'font-src': ["'self'"] }),
  };
}

/** Returns what the head of a page needs so that the font is there before the text. */
export function fontPreload(store: Branded): Html | null {
  const font = store?.brand?.font;
  if (!store || !font) return null;
  return html`<link rel="preload" href="${assetPath(store, font)}" as="font" type="${font.type}" crossorigin>
`;
}

/** Where the style sheet finds the font. A file that is opened later has it inside. */
type Dress = { scheme?: ColourScheme; font?: string | null };

/** Returns a style sheet with the look of the store. */
export function brandedStyle(sheet: string, store: Branded, { scheme, font = fontSource(store) }: Dress = {}): string {
  const brand = store?.brand ?? null;
  const css = withTokens(sheet, { scheme, own: valuesOf(brand, font !== null) });
  return brand?.font && font !== null ? `${fontFace(brand.font, font)}${css}` : css;
}

/** Returns the store as far as a document needs it that has the look of the page around it, and only the font of the store. */
export function fontOf(store: Branded): Branded {
  return store?.brand?.font ? { publicKey: store.publicKey, brand: { ...store.brand, logo: null } } : null;
}

/** Returns the style sheet of such a document. What the page sets comes after it. */
export function fontStyle(sheet: string, store: Branded): string {
  const font = store?.brand?.font;
  return store && font
    ? `${fontFace(font, assetPath(store, font))}${sheet}:root{font-family:${FAMILY},system-ui,sans-serif}`
    : sheet;
}

function fontSource(store: Branded): string | null {
  return store?.brand?.font ? assetPath(store, store.brand.font) : null;
}

const FAMILY = 'Brand';

// `optional`: a font that comes late is for the next page, because text that changes its width under the reader is worse. A font
// that is within the page cannot come late, and a receipt has no next page.
function fontFace({ weightMin, weightMax }: Font, source: string): string {
  const display = source.startsWith('data:') ? 'block' : 'optional';
  return `@font-face{font-family:${FAMILY};src:url(${source});font-weight:${weightMin} ${weightMax};font-display:${display}}`;
}

/** Returns a style sheet whose tokens a script of the page may replace while it is shown, with the look of the store to begin with. */
export function changeableStyle(sheet: string, store: Branded): string {
  const font = fontSource(store);
  const values = new Map([...readTokens(), ...(valuesOf(store?.brand ?? null, font !== null) ?? [])]);
  const tokens = [...values].map(([name, value]) => `${name}:${value}`).join(';');
  return `${store?.brand?.font && font !== null ? fontFace(store.brand.font, font) : ''}:root{${tokens}}${sheet}`;
}

const kept = new LRUCache<string, TokenValues>({ max: 500 });

/** Returns the tokens of a brand. They are computed once for each look, because finding readable colours takes a millisecond. */
function valuesOf(brand: Brand | null, hasFont: boolean): TokenValues | undefined {
  if (brand === null) return undefined;
  const tokens = readTokens();
  const { accent, ground, groundDark, radius } = brand;
  const key = JSON.stringify([accent, ground, groundDark, radius, [...tokens.values()], hasFont]);
  const known = kept.get(key);
  if (known) return known;
  const values = tokenTexts(brandTokens({ accent, ground, groundDark, radius }, readPalette()));
  if (hasFont) values.set('--font', `${FAMILY},${tokens.get('--font')}`);
  kept.set(key, values);
  return values;
}
