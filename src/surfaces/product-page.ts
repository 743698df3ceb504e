import type { Product, Variant } from '../core/catalog/queries.ts';
import type { Store } from '../core/stores/queries.ts';
import { readerLocale, textDirection, translate } from '../messages/catalogue.ts';
import { type Html, html, trustedHtml } from '../platform/html.ts';
import { ROOM_LINES } from '../protocol/wire/placement-room.ts';
import { printable } from './printable.ts';

export type ProductPageFacts = {
  /** The address of the service. */
  baseUrl: string;
  store: Pick<Store, 'publicKey' | 'locale'>;
  product: Pick<Product, 'externalId' | 'title' | 'optionNames'>;
  /** What the waitlist sells, in the order of the picker. */
  variants: Pick<Variant, 'externalId' | 'title'>[];
};

/**
 * Returns a whole page that sells the product, ready to save and serve: price, picker and button. The guide to a first
 * waitlist shows the same page, which a test compares.
 */
export function productPage(facts: ProductPageFacts): string {
  const { baseUrl, store, product } = facts;
  const lang = readerLocale(store.locale);
  const direction = textDirection(lang) === 'rtl' && html` dir="rtl"`;
  const title = printable(product.title);
  return html`<!doctype html>
<html lang="${lang}"${direction}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>
      main { display: grid; gap: 1rem; max-width: 24rem; margin: 2rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; }
      select { display: block; width: 100%; margin-top: 0.25rem; padding: 0.75rem; font: inherit; }
      ${trustedHtml(ROOM_LINES.join('\n      '))}
    </style>
    <script src="${baseUrl}/api/v1/service.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>${picker(facts)}
      <div data-service-placement-type="price"></div>
      <div data-service-placement-type="button"></div>
    </main>
    <script>
${script(facts)}
    </script>
  </body>
</html>`.markup;
}

/** The only variant of a product without options has no title, and the button then needs no choice. */
function hasChoice({ variants }: ProductPageFacts): boolean {
  return variants.some(({ title }) => title !== '');
}

function picker(facts: ProductPageFacts): Html | false {
  if (!hasChoice(facts)) return false;
  const { store, product, variants } = facts;
  const label = product.optionNames.join(' / ') || translate(store.locale, 'checkout.variant');
  const options = variants.map(
    ({ externalId, title }) => html`
          <option value="${externalId}">${printable(title)}</option>`,
  );
  return html`
      <label>
        ${printable(label)}
        <select id="variant">
          <option value="">${translate(store.locale, 'checkout.choose')}</option>${options}
        </select>
      </label>`;
}

function script(facts: ProductPageFacts): Html {
  const { store, product } = facts;
  const lines = [
    `const productId = ${literal(product.externalId)};`,
    `Service.init({ apiKey: ${literal(store.publicKey)} });`,
    "Service.on('PreorderCreated', ({ reference }) => console.log('Placed:', reference));",
    "for (const placementType of ['price', 'button']) Service.load({ placementType, productId });",
    ...(hasChoice(facts) ? FOLLOW_CHOICE : []),
  ];
  return trustedHtml(lines.map((line) => `      ${line}`).join('\n'));
}

const FOLLOW_CHOICE = [
  "document.getElementById('variant').addEventListener('change', (event) => {",
  "  for (const placementType of ['price', 'button']) {",
  '    Service.update({ placementType, skuId: event.target.value || null });',
  '  }',
  '});',
];

/** Returns the text as a string of JavaScript within a script element. A platform may use any character in its ids. */
function literal(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return `'${inner.replaceAll("'", "\\'").replaceAll('<', '\\u003c')}'`;
}
