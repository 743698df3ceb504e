import { OFFERED_CARDS, type OfferedCard } from './cards.ts';
import { html } from './html.ts';
import { framedPage, type PageText, type PageTexts } from './page.ts';

// The cards that a tester needs first; the form folds the others away.
const FIRST: readonly OfferedCard['does'][] = ['succeeds', 'declined', 'second_step'];
const FIRST_CARDS = OFFERED_CARDS.filter(({ does }) => FIRST.includes(does));
const OTHER_CARDS = OFFERED_CARDS.filter(({ does }) => !FIRST.includes(does));

const inFours = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the card form as a document of its own origin: the page around it cannot read what is typed into it. */
export function elementsPage(texts: PageTexts): string {
  const { say } = texts;
  const list = (cards: readonly OfferedCard[]) =>
    html`<ul>${cards.map(
      ({ number, does }) =>
        html`<li><button type="button" aria-pressed="false" data-number="${number}"><b dir="ltr">${inFours(number)}</b>
<span>${say(`test.card.${does}`)}</span></button></li>`,
    )}</ul>`;
  const field = (name: string, label: PageText, placeholder: string) =>
    html`<div><label for="${name}">${say(label)}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" placeholder="${placeholder}"
  aria-describedby="${name}-error" dir="ltr"><p id="${name}-error" role="alert" hidden></p></div>`;
  const body = html`
<div class="note"><strong>${say('test.title')}</strong>${say('test.text')}</div>
<div><p class="label" id="cards">${say('test.cards')}</p>${list(FIRST_CARDS)}
<details><summary>${say('test.more_cards', { count: OTHER_CARDS.length })}</summary>${list(OTHER_CARDS)}</details></div>
${field('number', 'card.number', '0000 0000 0000 0000')}
<div class="row">${field('expiry', 'card.expiry', say('card.expiry_placeholder'))}${field('cvc', 'card.code', '123')}</div>`;
  const errors = ['card_number', 'card_not_test', 'card_expiry', 'card_expired', 'card_code'] as const;
  const said = Object.fromEntries(errors.map((name) => [name, say(`error.${name}`)]));
  const script = `const SAID = ${JSON.stringify(said).replaceAll('<', '\\u003c')};${SCRIPT}`;
  return framedPage(texts, { title: say('card'), body, script });
}

const SCRIPT = `
const field = (name) => document.getElementById(name);
const text = (name) => field(name).value.normalize('NFKC').trim();
const digits = (name) => (name === 'expiry' ? text(name).replace(/^1\\s*[/.-]/, '01') : text(name)).replace(/\\D/g, '');
const luhn = (text) => [...text].reverse().reduce((sum, digit, at) => sum + (at % 2 ? [0,2,4,6,8,1,3,5,7,9][digit] : Number(digit)), 0) % 10 === 0;
const FORMS = {
  number: (text) => (text.slice(0, 19).match(/.{1,4}/g) ?? []).join(' '),
  expiry: (text) => {
    const whole = /^[2-9]/.test(text) ? '0' + text : text;
    const [century, year] = [/^20\\d/.test(whole.slice(2)), whole.slice(2)];
    return year === '' ? whole : whole.slice(0, 2) + ' / ' + (year.length > 3 && century ? year.slice(2, 4) : year.slice(0, century ? 3 : 2));
  },
  cvc: (text) => text.slice(0, 4),
};
const explain = (name, text = '') => {
  field(name).setAttribute('aria-invalid', String(text !== ''));
  const place = field(name + '-error');
  place.textContent = text;
  place.hidden = text === '';
};
// Runs at each key press. Errors are shown only on submit.
const edited = () => {
  mark();
  tell('change', { complete: Object.keys(check().errors).length === 0 });
};
const mark = () => {
  for (const button of document.querySelectorAll('[data-number]')) {
    button.setAttribute('aria-pressed', String(button.dataset.number === digits('number')));
  }
};
const check = () => {
  const [number, expiry, cvc] = [digits('number'), digits('expiry'), digits('cvc')];
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  const errors = {};
  if (number.length < 12 || !luhn(number)) errors.number = SAID.card_number;
  if (!/^(0[1-9]|1[0-2])\\d\\d$/.test(expiry)) errors.expiry = SAID.card_expiry;
  else if (new Date(year, month, 1) <= new Date()) errors.expiry = SAID.card_expired;
  if (!/^\\d{3,4}$/.test(cvc)) errors.cvc = SAID.card_code;
  return { errors, card: { number, exp_month: String(month), exp_year: String(year), cvc } };
};
const read = () => {
  const { errors, card } = check();
  for (const name of Object.keys(FORMS)) explain(name, errors[name]);
  const wrong = Object.keys(errors);
  if (wrong.length === 0) return { card };
  field(wrong[0]).focus();
  return { error: { type: 'validation_error', code: 'incomplete_' + wrong[0], message: errors[wrong[0]] } };
};
for (const [name, form] of Object.entries(FORMS)) {
  field(name).addEventListener('input', ({ inputType = '' }) => {
    if (!inputType.startsWith('delete')) field(name).value = form(digits(name));
    explain(name);
    edited();
  });
}
document.addEventListener('click', ({ target }) => {
  const number = target.closest('[data-number]')?.dataset.number;
  if (number === undefined) return;
  field('number').value = FORMS.number(number);
  field('expiry').value = '12 / ' + String(new Date().getFullYear() + 2).slice(2);
  field('cvc').value = '123';
  for (const name of Object.keys(FORMS)) explain(name);
  edited();
});
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.fakeStripe === 'refuse') {
    explain('number', SAID.card_not_test);
    field('number').focus();
    port.postMessage({});
  } else if (data?.fakeStripe === 'focus') {
    field(Object.keys(check().errors)[0] ?? 'number').focus();
  } else if (data?.fakeStripe === 'check' || data?.fakeStripe === 'card') port.postMessage(read());
});
tell('ready');
`;
