import { formatMoney } from '../../src/domain/money.ts';
import { type Html, html } from '../../src/platform/html.ts';
import { DEMO_STORE } from '../catalogue.ts';
import type { DemoOption, DemoProduct, DemoVariant } from '../products/product.ts';
import { behindThePage, runSnippet } from './behind.ts';
import { dot } from './home.ts';
import { layout, type PageContext } from './layout.ts';
import { productSnippet } from './snippet.ts';

/** A product's page with the variant of the address; without one, the first colour is chosen and the size is not. */
export function productPage(product: DemoProduct, context: PageContext, variantId: string | null): string {
  const snippet = productSnippet(context.serviceUrl, product);
  const named = product.variants.find(({ id }) => id === variantId);
  return layout(context, {
    title: product.title,
    description: product.lead,
    main: html`<article class="product">
<div class="gallery"><img data-picture src="/images/${(named ?? product.variants[0])?.picture}.svg" alt="${product.title}" width="800" height="800"></div>
<div class="buy">
<p class="kind">${product.kind}</p><h1>${product.title}</h1>
<div class="prices"><p class="shop-price" data-shop-price>${formatMoney(product.variants[0]?.price ?? 0, DEMO_STORE.currency, 'en-GB')}</p><div data-service-placement-type="price"></div></div>
<p class="lead">${product.lead}</p>
${form(product, named)}
<div class="order" data-service-placement-type="button"></div>
${stockLine(product)}
<div class="story">${product.story.map((text) => html`<p>${text}</p>`)}</div>
<dl class="facts">${product.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</div></article>
${behindThePage(snippet, note(product))}`,
    scripts: runSnippet(snippet, context),
  });
}

function form(product: DemoProduct, named: DemoVariant | undefined): Html {
  const { options, variants, shows } = product;
  const preselected = named ?? (options.length < 2 ? variants[0] : undefined);
  const variantData = variants.map(({ id, values, picture }) => ({ id, values, picture }));
  return html`<form class="picker" data-picker data-variants="${JSON.stringify(variantData)}" autocomplete="off">
<input type="hidden" name="variant" value="${preselected?.id}">
${options.map((option, index) => picker(option, named?.values[index] ?? (index === 0 || options.length < 2 ? option.values[0]?.name : undefined)))}
${shows?.engraving && engravingField(shows.engraving)}
</form>`;
}

function picker(option: DemoOption, chosen: string | undefined): Html {
  return html`<fieldset class="option"><legend>${option.name} <span data-chosen>${chosen ?? 'Choose one'}</span></legend>
<div class="values">${option.values.map(
    ({ name, swatch }) =>
      html`<label class="value"><input type="radio" name="${option.name}" value="${name}"${name === chosen && html` checked`}><span class="chip">${swatch && dot(swatch)}${name}</span></label>`,
  )}</div></fieldset>`;
}

function engravingField({ label, lengthMax }: { label: string; lengthMax: number }): Html {
  return html`<div class="field"><label for="engraving">${label} <span>optional, up to ${lengthMax} letters</span></label>
<input id="engraving" name="engraving" type="text" maxlength="${lengthMax}" placeholder="e.g. Cabin 7, Inari"></div>`;
}

function stockLine({ waitlist, variants }: DemoProduct): Html | false {
  const inStock = variants.reduce((sum, variant) => sum + variant.inStock, 0);
  return (
    waitlist === null &&
    html`<p class="stock">${inStock} on the shelf in Hanko, sent within two days. This demo has no basket.</p>`
  );
}

function note({ waitlist, shows }: DemoProduct): string {
  if (waitlist === null) {
    return 'There is no waitlist, so the same code shows nothing and takes no room. The price is the store’s own.';
  }
  if (shows?.fallbackToSoldOut) {
    return 'The waitlist opens later; until then fallbackToSoldOut makes the button say so. The price is the store’s own.';
  }
  if (waitlist.plan?.deposit) {
    return 'A fifth is paid now, the rest when it is ready to ship: the checkout says so before and after. The code WELCOME10 takes off ten per cent.';
  }
  if (waitlist.plan)
    return 'Nothing is paid before it is ready to ship: the card is kept for this pre-order, and charged then.';
  if (shows?.engraving) return 'What you have engraved travels with the pre-order as a line item property.';
  return 'A container for the price, one for the button, one script. Sign in above to see the checkout pre-filled.';
}
