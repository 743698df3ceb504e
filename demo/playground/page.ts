import { type Html, html } from '../../src/platform/html.ts';
import { DEMO_PRODUCTS } from '../catalogue.ts';
import { highlight } from '../pages/highlight.ts';
import { layout, type PageContext } from '../pages/layout.ts';
import { NO_VARIANT, variantChoices } from './choices.ts';
import {
  type Choices,
  CODES,
  DIRECTIONS,
  LANGUAGES,
  nameOf,
  PLACEMENTS,
  POLICIES,
  STYLE_FIELDS,
  type StyleField,
  THEMES,
} from './fields.ts';
import { noteOf } from './notes.ts';
import { headersText } from './policies.ts';
import { hasField, type Settings, stageAddress } from './settings.ts';
import { shownCode } from './shown-code.ts';

/** The playground for every element of the SDK: its settings, its look, the code to paste, and its events. */
export function playgroundPage(settings: Settings, context: PageContext): string {
  const stage = stageAddress(settings);
  const note = noteOf(settings, context.signedIn);
  return layout(context, {
    title: 'Playground',
    description: 'Every element of the SDK to play with: the look, the language, the policy of the page.',
    main: html`<div class="playground" data-playground data-service="${context.serviceUrl}"${context.signedIn && html` data-signed-in`}>
<header class="play-head"><h1>Playground</h1>
<p>Set an element, see it in a page of its own, and take the code along.</p></header>
<section class="play-stage" aria-labelledby="stage-title"><div class="play-bar"><h2 id="stage-title">The element</h2>
<a href="${stage}" target="_blank" data-alone>Open on its own</a></div>
<iframe src="${stage}" title="A page with the element" data-stage></iframe>
<p class="play-note" data-note${isHidden(note === '')}>${note}</p></section>
${controls(settings)}
${results(settings, context.serviceUrl)}
</div>`,
  });
}

function controls(settings: Settings): Html {
  const { placement, product, variant, fallbackToSoldOut, language, direction, theme, policy } = settings;
  const products: Choices = DEMO_PRODUCTS.map(({ id, title }) => [id, title]);
  return html`<form class="play-form" id="controls" action="/playground" data-controls autocomplete="off" aria-label="Settings">
<fieldset><legend>Element</legend>
${select('placement', 'Placement', { choices: PLACEMENTS, chosen: placement })}
<div class="play-rows" data-of="button price both"${isHidden(placement.startsWith('status'))}>
${select('product', 'Product', { choices: products, chosen: product.id })}
${select('variant', 'Variant', { choices: variantChoices(product), chosen: variant || NO_VARIANT })}
<label class="play-check"><input type="checkbox" name="fallbackToSoldOut" value="1"${fallbackToSoldOut && html` checked`}> Say “Sold Out” without a waitlist</label>
</div></fieldset>
<fieldset><legend>Page</legend>
${select('language', 'Language', { choices: LANGUAGES, chosen: language })}
${select('direction', 'Direction', { choices: DIRECTIONS, chosen: direction })}
${select('theme', 'Colours', { choices: THEMES, chosen: theme })}
${select('policy', 'Policy', { choices: POLICIES, chosen: policy })}
</fieldset>
<details data-of="button price both" data-look open${isHidden(placement.startsWith('status'))}><summary>Look</summary>
<div class="play-look" role="group" aria-label="Look">${STYLE_FIELDS.map((field) => styleControl(field, settings))}</div></details>
<noscript><button type="submit">Show</button></noscript>
<button type="button" class="play-reset" data-start-over>Start over</button>
</form>`;
}

const isHidden = (hidden: boolean) => hidden && html` hidden`;

function select(name: string, label: string, { choices, chosen }: { choices: Choices; chosen: string }): Html {
  return html`<div class="play-row"><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}">
${choices.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}
</select></div>`;
}

function styleControl(field: StyleField, { placement, styles }: Settings): Html {
  const name = nameOf(field);
  const value = styles.get(name);
  return html`<div class="play-field" data-of="${[...field.of, 'both'].join(' ')}"${isHidden(!hasField(placement, field))}>${control(field, name, value)}</div>`;
}

function control(field: StyleField, name: string, value: string | undefined): Html {
  const id = `f-${name}`;
  switch (field.kind) {
    case 'colour':
      return html`<div class="play-row"><label class="play-check"><input type="checkbox" name="use" value="${name}"${value && html` checked`}> ${field.label}</label>
<input type="color" name="${name}" value="${value ?? field.first}" aria-label="${field.label}: colour"></div>`;
    case 'pixels':
      return html`<div class="play-row"><label for="${id}">${field.label}</label>
<input id="${id}" type="number" inputmode="numeric" name="${name}" min="${field.min}" max="${field.max}" placeholder="As it is" value="${value?.replace('px', '')}"></div>`;
    case 'choice':
      return select(name, field.label, { choices: [['', 'As it is'], ...field.values], chosen: value ?? '' });
  }
}

function codeKinds(chosen: string): Html {
  return html`<select class="play-code" name="code" form="controls" aria-label="What the code is for">
${CODES.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}
</select>`;
}

function results(settings: Settings, serviceUrl: string): Html {
  const headers = headersText(settings.policy, serviceUrl);
  return html`<div class="play-results">
<section class="panel code" aria-labelledby="code-title"><h2 id="code-title">Code</h2>${codeKinds(settings.code)}<div class="panel-body"><button type="button" class="copy" data-copy="snippet">Copy</button>
<pre tabindex="0" role="region" aria-label="The code to paste"><code id="snippet">${highlight(shownCode(settings, serviceUrl))}</code></pre>
<div data-headers${isHidden(headers === '')}><h3>Headers of the page</h3><pre tabindex="0" role="region" aria-label="The headers of the page"><code id="headers">${headers}</code></pre></div>
</div></section>
<section class="panel events" aria-labelledby="events-title"><h2 id="events-title">Events <span class="count" data-count hidden></span></h2>
<div class="panel-body"><button type="button" class="copy" data-clear>Clear</button>
<ol data-events tabindex="0" aria-label="Events of the element, newest first"><li class="empty">Nothing yet.</li></ol></div>
</section></div>`;
}
