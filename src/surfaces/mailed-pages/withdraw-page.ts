import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { Withdrawal } from '../../core/withdrawals/queries.ts';
import { formatSecond } from '../../domain/moment.ts';
import { DECLARATION_LENGTHS, type Declaration } from '../../domain/withdrawal.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { type Html, html } from '../../platform/html.ts';
import { instructionsPath } from '../instructions.ts';
import { type LinkAnswer, linkDocument, wordsOf } from './page.ts';
import { type ChosenLines, type TypedUnits, unitsMarkup } from './withdraw-units.ts';

export type WithdrawPage = {
  /** Null while the database cannot say whose page it is; `seller` is its name as the form had it. */
  store: Store | null;
  seller: string;
  locale: string;
  /** The pre-order that the page was opened for, by its customer; null where anybody may have opened it. */
  contract: KnownPreorder | null;
};

type Field = { name: keyof Declaration; wire: string; label: MessageKey; hint?: MessageKey; complete?: string };

/** The fields in their order. `wire`: the name in the form, and in the address of a link that knows the reference. */
export const FIELDS: readonly Field[] = [
  { name: 'name', wire: 'name', label: 'withdrawal.name', complete: 'name' },
  { name: 'email', wire: 'email', label: 'withdrawal.email', complete: 'email' },
  { name: 'reference', wire: 'reference', label: 'withdrawal.reference', hint: 'withdrawal.reference.hint' },
  { name: 'postalCode', wire: 'postal_code', label: 'withdrawal.postcode', complete: 'postal-code' },
  { name: 'items', wire: 'items', label: 'withdrawal.items', hint: 'withdrawal.items.hint' },
];

type Form = { declaration: Declaration; units: TypedUnits; wrong?: readonly (keyof Declaration)[] };

/** The fields of a page that knows its pre-order: its reference is not asked for. */
const fieldsOf = ({ contract }: WithdrawPage): readonly Field[] =>
  contract ? FIELDS.filter(({ name }) => name === 'name' || name === 'email') : FIELDS;

/** The first step: who withdraws, and from what. Fields that are wrong are marked, and the first one has the focus. */
export function declarePage(page: WithdrawPage, { declaration, units, wrong = [] }: Form): LinkAnswer {
  const { contract } = page;
  const words = wordsOf(page.locale);
  const fields = fieldsOf(page).map((field) => fieldMarkup(page.locale, field, { declaration, wrong }));
  return withdrawDocument(
    page,
    'status.withdraw',
    html`<p>${words('withdrawal.intro', { store: page.seller })}</p>
${wrong.length > 0 && html`<p class="wrong" role="alert">${words('withdrawal.wrong')}</p>`}
<form method="post" novalidate>
${contract && html`<p>${words('withdrawal.reference')}: <strong class="one-line">${contract.reference}</strong></p>`}
${fields}
${contract && unitsMarkup(page.locale, contract, { units, wrong: wrong.includes('items') })}
<p class="actions"><button name="step" value="review">${words('withdrawal.next')}</button></p>
</form>
${page.store && html`<p class="muted"><a href="${instructionsPath(page.store, { locale: page.locale, exclusion: null })}">${words('checkout.instructions')}</a></p>`}`,
  );
}

function fieldMarkup(locale: string, field: Field, { declaration, wrong }: Required<Omit<Form, 'units'>>): Html {
  const words = wordsOf(locale);
  const { name, wire, label, hint, complete } = field;
  const needed = name === 'name' || name === 'email';
  const isWrong = wrong.includes(name);
  const said = [hint && `${wire}-hint`, isWrong && `${wire}-wrong`].filter(Boolean).join(' ');
  const attributes = html` id="${wire}" name="${wire}" maxlength="${DECLARATION_LENGTHS[name]}"${
    needed && html` required`
  }${complete && html` autocomplete="${complete}"`}${said && html` aria-describedby="${said}"`}${
    isWrong && html` aria-invalid="true"${wrong[0] === name && html` autofocus`}`
  }`;
  const value = declaration[name];
  const control =
    name === 'items'
      ? html`<textarea rows="3"${attributes}>${value}</textarea>`
      : html`<input type="${name === 'email' ? 'email' : 'text'}" value="${value}" dir="auto"${attributes}>`;
  return html`<div class="field"><label for="${wire}">${words(label)}${
    !needed && html` <span class="muted">(${words('withdrawal.optional')})</span>`
  }</label>
${hint && html`<p class="muted" id="${wire}-hint">${words(hint)}</p>`}
${control}
${isWrong && html`<p class="wrong" id="${wire}-wrong">${wrongText(locale, name, value)}</p>`}</div>
`;
}

function wrongText(locale: string, name: keyof Declaration, value: string): string {
  const words = wordsOf(locale);
  const count = DECLARATION_LENGTHS[name];
  if (value.length > count) return words('withdrawal.wrong.length', { count });
  return words(name === 'name' ? 'withdrawal.wrong.name' : 'withdrawal.wrong.email');
}

/** What the first step said. `chosen`: its line items, which the second step keeps: the pre-order may change in between. */
type Reviewed = { declaration: Declaration; units: TypedUnits; chosen: ChosenLines };

/** The second step: it repeats the declaration. `id`: sent twice, it is one declaration. `away`: it was not received yet. */
export function reviewPage(
  page: WithdrawPage,
  { declaration, units, chosen, id, away = false }: Reviewed & { id: string; away?: boolean },
): LinkAnswer {
  const words = wordsOf(page.locale);
  const kept = [...FIELDS.map(({ name, wire }) => [wire, declaration[name]] as const), ...units];
  if (chosen !== null) kept.push(['lines', `${chosen}`]);
  const hidden = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const answer = withdrawDocument(
    page,
    'withdrawal.review',
    html`${away && html`<p class="wrong" role="alert">${words('withdrawal.away')}</p>`}
<p><strong>${words('withdrawal.statement', { store: page.seller })}</strong></p>
${declarationMarkup(page.locale, declaration)}
<form method="post">
${hidden}<input type="hidden" name="id" value="${id}"><input type="hidden" name="seller" value="${page.seller}">
<button name="step" value="confirm">${words('withdrawal.confirm')}</button>
<button class="second" name="step" value="edit">${words('withdrawal.change')}</button>
</form>`,
  );
  return away ? { ...answer, status: 503 } : answer;
}

/** The receipt on screen: what was declared, and when it was received. */
export function receivedPage(
  page: WithdrawPage & { store: Store; onward: Html | null },
  withdrawal: Withdrawal,
): LinkAnswer {
  const { store, locale, onward } = page;
  const words = wordsOf(locale);
  const { email } = withdrawal;
  return withdrawDocument(
    page,
    'withdrawal.received',
    html`<p>${words('withdrawal.statement', { store: store.name })}</p>
<dl class="said">
<dt>${words('withdrawal.received.at')}</dt><dd><strong>${formatSecond(withdrawal.declaredAt, { locale, timeZone: store.timeZone })}</strong></dd>
<dt>${words('withdrawal.to')}</dt><dd dir="auto" class="lines">${[store.legalName, store.legalAddress].join('\n')}</dd>
</dl>
${declarationMarkup(locale, withdrawal)}
<p>${words('withdrawal.received.text', { email })}</p>
<p class="muted">${words('withdrawal.received.next', { store: store.name, email: store.contactEmail })}</p>
${onward}`,
  );
}

function declarationMarkup(locale: string, declaration: Declaration): Html {
  const words = wordsOf(locale);
  const rows = FIELDS.map(({ name, label }) => {
    const value = declaration[name] || (name === 'items' ? words('withdrawal.everything') : '');
    return value !== '' && html`<dt>${words(label)}</dt><dd dir="auto" class="lines">${value}</dd>\n`;
  });
  return html`<dl class="said">\n${rows}</dl>`;
}

function withdrawDocument({ store, locale }: WithdrawPage, title: MessageKey, card: Html): LinkAnswer {
  return linkDocument({ locale, store, title: wordsOf(locale)(title) }, card);
}
