import { formatMoney } from '../../src/domain/money.ts';
import { type Html, html } from '../../src/platform/html.ts';
import { DEMO_PRODUCTS, DEMO_STORE } from '../catalogue.ts';
import type { DemoProduct } from '../products/product.ts';
import { behindThePage, runSnippet } from './behind.ts';
import { layout, type PageContext } from './layout.ts';
import { homeSnippet } from './snippet.ts';

export function homePage(context: PageContext): string {
  const snippet = homeSnippet(context.serviceUrl);
  return layout(context, {
    title: DEMO_STORE.name,
    description: 'Outdoor and home goods made in small runs, ordered before they are made.',
    main: html`<section class="hero"><img src="/images/hero.svg" alt="" width="1600" height="720">
<div class="hero-in"><h1>Made in small runs.<br>Ordered before they’re made.</h1>
<p>We sew, turn and fire what has been asked for, and tell you when it leaves. Take your place in the next run.</p>
<a class="cta" href="#shelf">See what is being made</a></div></section>
<section class="shelf" id="shelf" aria-labelledby="shelf-title"><h2 id="shelf-title">On the benches now</h2>
<ul class="grid">${DEMO_PRODUCTS.map(card)}</ul></section>
${behindThePage(snippet, 'The dates on the cards come from the service: one call, no placement needed.')}`,
    scripts: runSnippet(snippet, context),
  });
}

function card({ id, handle, title, kind, options, variants }: DemoProduct): Html {
  const [first] = variants;
  const swatches = options.flatMap(({ values }) => values).filter(({ swatch }) => swatch);
  return html`<li class="card" data-product="${id}"><a href="/products/${handle}">
<span class="shot"><img src="/images/${first?.picture}.svg" alt="" width="800" height="800" loading="lazy"></span>
<span class="card-title">${title}</span></a>
<span class="card-line"><span class="kind">${kind}</span><span class="card-price">${formatMoney(first?.price ?? 0, DEMO_STORE.currency, 'en-GB')}</span></span>
<span class="ships"></span>
${swatches.length > 0 && html`<span class="dots" aria-hidden="true">${swatches.map(({ swatch }) => dot(swatch ?? ''))}</span>`}</li>`;
}

/** A dot of a colour. It is an SVG, because the page's policy forbids inline styles. */
export function dot(colour: string): Html {
  return html`<svg class="dot" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><circle cx="10" cy="10" r="9.500" fill="${colour}"/></svg>`;
}
