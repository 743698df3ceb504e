// The card form, a document of its own origin: the page around it cannot read what is typed into it.
import { fitIn, tell } from './framed.ts';

type Field = 'number' | 'expiry' | 'cvc';
type Errors = Partial<Record<Field, string>>;

/** The texts of the errors, in the reader's language. */
const said = JSON.parse(document.getElementById('said')?.textContent ?? '{}') as Record<
  'card_number' | 'card_not_test' | 'card_expiry' | 'card_expired' | 'card_code',
  string
>;

const FIELDS: readonly Field[] = ['number', 'expiry', 'cvc'];

/** How a field writes its digits. */
const FORMS: Record<Field, (digits: string) => string> = {
  number: (digits) => (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' '),
  expiry(digits) {
    const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    const year = whole.slice(2);
    const isCentury = /^20\d/.test(year);
    if (year === '') return whole;
    const short = year.length > 3 && isCentury ? year.slice(2, 4) : year.slice(0, isCentury ? 3 : 2);
    return `${whole.slice(0, 2)} / ${short}`;
  },
  cvc: (digits) => digits.slice(0, 4),
};

const field = (name: Field) => document.getElementById(name) as HTMLInputElement;

function digitsOf(name: Field): string {
  const text = field(name).value.normalize('NFKC').trim();
  return (name === 'expiry' ? text.replace(/^1\s*[/.-]/, '01') : text).replace(/\D/g, '');
}

/** Returns whether the check digit of a card number is right (Luhn). */
function isNumber(digits: string): boolean {
  const twice = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const worth = [...digits].reverse().map((digit, at) => (at % 2 ? (twice[Number(digit)] ?? 0) : Number(digit)));
  return digits.length >= 12 && worth.reduce((sum, one) => sum + one, 0) % 10 === 0;
}

function explain(name: Field, text = ''): void {
  field(name).setAttribute('aria-invalid', String(text !== ''));
  const place = document.getElementById(`${name}-error`);
  if (!place) return;
  place.textContent = text;
  place.hidden = text === '';
}

/** Marks the offered card that is in the form. Runs at each key press; errors are shown only on submit. */
function edited(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-number]')) {
    button.setAttribute('aria-pressed', String(button.dataset.number === digitsOf('number')));
  }
  tell('change', { complete: Object.keys(check().errors).length === 0 });
}

function check() {
  const [number, expiry, cvc] = [digitsOf('number'), digitsOf('expiry'), digitsOf('cvc')];
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  const errors: Errors = {};
  if (!isNumber(number)) errors.number = said.card_number;
  if (!/^(0[1-9]|1[0-2])\d\d$/.test(expiry)) errors.expiry = said.card_expiry;
  else if (new Date(year, month, 1) <= new Date()) errors.expiry = said.card_expired;
  if (!/^\d{3,4}$/.test(cvc)) errors.cvc = said.card_code;
  return { errors, card: { number, exp_month: String(month), exp_year: String(year), cvc } };
}

/** Goes on to the next field once one is complete: on a phone each field that has to be tapped costs a shopper time. */
function goOn(name: Field): void {
  const next = FIELDS[FIELDS.indexOf(name) + 1];
  const { value, selectionStart } = field(name);
  const digits = digitsOf(name);
  const isWhole = digits.length >= (name === 'expiry' ? 4 : /^3[47]/.test(digits) ? 15 : 16) && !check().errors[name];
  if (next && isWhole && selectionStart === value.length) field(next).focus();
}

/** Returns the card, or the first error after showing all. */
function read() {
  const { errors, card } = check();
  for (const name of FIELDS) explain(name, errors[name]);
  const wrong = FIELDS.find((name) => errors[name] !== undefined);
  if (!wrong) return { card };
  field(wrong).focus();
  return { error: { type: 'validation_error', code: `incomplete_${wrong}`, message: errors[wrong] } };
}

for (const name of FIELDS) {
  field(name).addEventListener('input', (event) => {
    const { inputType = '' } = event as InputEvent;
    if (!inputType.startsWith('delete')) field(name).value = FORMS[name](digitsOf(name));
    explain(name);
    edited();
    goOn(name);
  });
}

document.addEventListener('click', ({ target }) => {
  const number = (target as Element).closest<HTMLElement>('[data-number]')?.dataset.number;
  if (number === undefined) return;
  field('number').value = FORMS.number(number);
  field('expiry').value = `12 / ${String(new Date().getFullYear() + 2).slice(2)}`;
  field('cvc').value = '123';
  for (const name of FIELDS) explain(name);
  edited();
});

addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ fakeStripe?: string } | null>) => {
  const asked = data?.fakeStripe;
  if (asked === 'refuse') {
    explain('number', said.card_not_test);
    field('number').focus();
    port?.postMessage({});
  } else if (asked === 'focus') field(FIELDS.find((name) => check().errors[name]) ?? 'number').focus();
  else if (asked === 'check' || asked === 'card') port?.postMessage(read());
});

fitIn();
tell('ready');
