import { OFFERED_CARDS } from './cards.ts';
import { html, trustedHtml } from './html.ts';
import { framedPage, type PageText, type PageTexts } from './page.ts';

const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the card form as a document of its own origin: the page around it cannot read what is typed into it. */
export function elementsPage(texts: PageTexts, script: string): string {
  const { say } = texts;
  const cards = OFFERED_CARDS.map(
    ({ number, does }) =>
      html`<li><button type="button" aria-pressed="false" data-number="${number}"><b dir="ltr">${inFours(number)}</b>
<span>${say(`test.card.${does}`)}</span></button></li>`,
  );
  const field = (name: string, label: PageText, placeholder: string) =>
    html`<div><label for="${name}">${say(label)}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" placeholder="${placeholder}"
  aria-describedby="${name}-error" dir="ltr"><p id="${name}-error" role="alert" hidden></p></div>`;
  const body = html`
${field('number', 'card.number', '0000 0000 0000 0000')}
<div class="row">${field('expiry', 'card.expiry', say('card.expiry_placeholder'))}${field('cvc', 'card.code', '123')}</div>
<details><summary>${say('test.cards')}</summary><p class="muted">${say('test.text')}</p><ul>${cards}</ul></details>`;
  const errors = ['card_number', 'card_not_test', 'card_expiry', 'card_expired', 'card_code'] as const;
  const said = Object.fromEntries(errors.map((name) => [name, say(`error.${name}`)]));
  const data = html`<script type="application/json" id="said">${trustedHtml(JSON.stringify(said).replaceAll('<', '\\u003c'))}</script>`;
  return framedPage(texts, { title: say('card'), body: html`${body}${data}`, script });
}
