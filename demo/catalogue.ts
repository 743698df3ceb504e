import { CAMP } from './products/camp.ts';
import { HOME } from './products/home.ts';
import type { DemoProduct } from './products/product.ts';
import { WEAR } from './products/wear.ts';

/** The demo store's data in the service. Its public key never changes, so that snippets and tests can name it. */
export const DEMO_STORE = {
  slug: 'demo',
  publicKey: 'd3a0c0de-0000-4000-8000-000000000001',
  name: 'Aldersund',
  currency: 'EUR',
  /** A code for ten per cent off. */
  discountCode: 'WELCOME10',
} as const;

const BY_HANDLE = new Map([...WEAR, ...CAMP, ...HOME].map((product) => [product.handle, product]));

/** The products in the order of the home page. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  'aurora-jacket',
  'skerry-pack',
  'halla-lantern',
  'rune-kettle',
  'tarn-blanket',
  'skjul-tent',
  'fell-boots',
  'lull-headphones',
  'birk-mug',
  'loden-beanie',
].flatMap((handle) => BY_HANDLE.get(handle) ?? []);

export function productById(id: string): DemoProduct | undefined {
  return DEMO_PRODUCTS.find((product) => product.id === id);
}

export function productByHandle(handle: string): DemoProduct | undefined {
  return BY_HANDLE.get(handle);
}
