import { type Html, html } from '../../../platform/html.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { itemRows, itemTexts, mailDocument, mailText } from './frame.ts';

/** Confirms a pre-order: its reference, when it ships, what was bought and paid, what the shopper agreed to. */
export function preorderPlaced(facts: MailFacts): MailContent {
  const words = inWords(facts);
  const { t, reference, store, firstName } = words;
  const title = firstName ? t('mail.placed.title', { name: firstName }) : t('mail.placed.title_nameless');
  const [line] = facts.preorder.lines;
  const ships = line ? words.ships(line) : '';
  const intro = t('mail.placed.intro', { store: store.name });
  const sums = sumRows(facts, words);
  return {
    subject: t('mail.placed.subject', { store: store.name, reference }),
    html: mailDocument(words, {
      title,
      preheader: t('mail.placed.preheader', { reference, window: ships }),
      body: html`<p>${intro}</p>
<div class="fact">
<p><span class="label">${t('mail.reference')}</span> <span class="strong">${reference}</span></p>
<p><span class="label">${t('mail.ships')}</span> <span class="strong">${ships}</span></p>
</div>
<h2>${t('mail.items')}</h2>
<table>${itemRows(words.rows(facts.preorder.lines))}${sumTable(sums)}</table>
<h2>${t('mail.ships_to')}</h2>
<p>${words.address.map((part, index) => html`${index > 0 && html`<br>`}${part}`)}</p>
<h2>${t('mail.next')}</h2>
<p>${t('mail.placed.next', { window: ships })}</p>
<p>${t('mail.placed.change', { email: store.contactEmail, reference })}</p>
<h2>${t('mail.agreed')}</h2>
<p class="muted">${facts.preorder.consentText}</p>`,
    }),
    text: mailText(words, [
      [title],
      [intro],
      [`${t('mail.reference')}: ${reference}`, `${t('mail.ships')}: ${ships}`],
      [`${t('mail.items')}:`, ...itemTexts(words.rows(facts.preorder.lines))],
      sums.map(({ name, amount }) => `${name}: ${amount}`),
      [`${t('mail.ships_to')}:`, ...words.address],
      [`${t('mail.next')}:`, t('mail.placed.next', { window: ships })],
      [t('mail.placed.change', { email: store.contactEmail, reference })],
      [`${t('mail.agreed')}:`, facts.preorder.consentText],
    ]),
  };
}

type Sum = { name: string; amount: string; total?: true };

function sumRows({ preorder }: MailFacts, { t, money }: Words): Sum[] {
  const { subtotal, shipping, tax, total, pricesIncludeTax } = preorder;
  return [
    { name: t('mail.subtotal'), amount: money(subtotal) },
    { name: t('mail.shipping'), amount: money(shipping) },
    ...(!pricesIncludeTax && tax > 0 ? [{ name: t('mail.tax'), amount: money(tax) }] : []),
    { name: t('mail.total'), amount: money(total), total: true },
    ...(pricesIncludeTax && tax > 0 ? [{ name: t('mail.tax_included'), amount: money(tax) }] : []),
  ];
}

function sumTable(sums: readonly Sum[]): Html {
  return html`<tbody class="sum">${sums.map(
    ({ name, amount, total }) =>
      html`<tr${total && html` class="total"`}><th scope="row">${name}</th><td>${amount}</td></tr>`,
  )}</tbody>`;
}
