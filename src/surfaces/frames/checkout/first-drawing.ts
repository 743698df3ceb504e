import { formatMoney } from '../../../domain/money.ts';
import { type MessageKey, translate } from '../../../messages/catalogue.ts';
import { type Html, html, trustedHtml } from '../../../platform/html.ts';
import type { MadeOffer } from '../../../protocol/wire/checkout-countries.ts';
import type { FirstVariant } from '../../../protocol/wire/first-drawing.ts';

type Words = (key: `checkout.${string}` & MessageKey, values?: Record<string, string>) => string;

/**
 * Draws the head of the checkout, what is bought, and empty places for the form, in the markup of `browser/frames/checkout/views`. The
 * browser paints it while the rest of the document is on its way. The checkout's script takes the elements over where they are.
 */
export function firstDrawing(offer: MadeOffer, locale: string): Html {
  const words: Words = (key, values) => translate(locale, key, values);
  const variants = offer.variants.map(({ id, title, image, price, ships }): FirstVariant => {
    const text = { title, price: formatMoney(price, offer.currency, locale) };
    return { id, image, ...text, ships: words('checkout.ships', { window: ships }) };
  });
  return html`${header(offer, words)}
<div class="layout"><main class="layout__main" aria-label="${words('checkout.title', { store: offer.store.name })}"><section class="step" aria-busy="true"><h1 id="heading" tabindex="-1">${words('checkout.step.shipping')}</h1>${slow(words)}<div class="skeleton skeleton--short"></div><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></section></main>${summary(offer, variants, words)}</div>
<script type="application/json" id="first">${trustedHtml(JSON.stringify(variants).replaceAll('<', '\\u003c'))}</script>`;
}

function header({ store }: MadeOffer, words: Words): Html {
  const { logo } = store;
  const current = trustedHtml(' aria-current="step"');
  const steps = (['shipping', 'payment', 'done'] as const).map(
    (step, index) => html`<li class="steps__step"${index === 0 && current}>${words(`checkout.step.${step}`)}</li>`,
  );
  return html`<section class="header" aria-label="${words('checkout.title', { store: store.name })}"><div class="header__row"><div class="header__name">${
    logo &&
    html`<img class="logo" src="${logo.src}" width="${logo.width}" height="${logo.height}" alt="${logo.withName ? '' : store.name}">`
  }${(logo?.withName ?? true) && html`<p class="header__store" dir="auto">${store.name}</p>`}${
    store.test && html`<p class="badge">${words('checkout.test.badge')}</p>`
  }</div><ol class="steps" aria-label="${words('checkout.steps')}">${steps}</ol><button type="button" class="icon-button header__close" aria-label="${words('checkout.close')}"><svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true"><path d="m4 4 8 8m0-8-8 8" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/></svg></button></div></section>`;
}

const CHEVRON = html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="m4.5 6.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

function summary(
  { product, variants: offered, pricesIncludeTax }: MadeOffer,
  variants: FirstVariant[],
  words: Words,
): Html {
  const [first] = variants;
  const only = variants.length === 1 ? first : undefined;
  const isSame = (name: 'price' | 'ships') => new Set(variants.map((variant) => variant[name])).size === 1;
  const price = isSame('price') && first ? first.price : '';
  // The checkout shows the first date too before a variant is chosen.
  const ships = first?.ships ?? '';
  const image = only?.image ?? product.image;
  const picture = (size: string) =>
    image && html`<img class="product__image${size}" src="${image}" alt="" data-first="image">`;
  const title = html`<bdi data-first="title">${only?.title}</bdi>`;
  const hasTitles = offered.some((variant) => variant.title !== '');
  return html`<aside class="summary" aria-label="${words('checkout.summary')}"><button type="button" class="summary__toggle" aria-expanded="false">${picture(' product__image--small')}<span class="summary__line"><bdi class="summary__title">${product.title}</bdi>${
    hasTitles && html`<span class="summary__more">${title}${CHEVRON}</span>`
  }<span class="summary__more" data-first="ships">${ships}</span></span>${!hasTitles && CHEVRON}<span class="summary__total"><span class="money" data-first="price">${price}</span><span class="plus"> ${words(pricesIncludeTax ? 'checkout.plus_delivery' : 'checkout.plus_delivery_tax')}</span></span></button><div class="summary__content" data-open="false"><div class="product">${picture('')}<div><p class="product__title"><bdi>${product.title}</bdi></p>${
    hasTitles && html`<p class="product__variant">${title}</p>`
  }<p class="product__ships" data-first="ships">${ships}</p></div></div><div><dl class="amounts"><div><dt class="money">1 × <span data-first="price">${price}</span></dt><dd class="money" data-first="price">${price}</dd></div></dl></div></div></aside>`;
}

function slow(words: Words): Html {
  return html`<div id="slow" role="status" hidden><div class="notice"><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 4.5V8l2.25 1.5M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg><div class="notice__body"><p>${words('checkout.slow')}</p><div class="notice__actions"><button type="button" class="button button--secondary" id="again">${words('checkout.try_again')}</button></div></div></div></div>`;
}
