import { expect, test } from 'vitest';
import { LANGUAGES, translate } from './catalogue.ts';

// The words of each language version of Directive 2011/83/EU, article 8(2), second subparagraph. Read in their public texts. German
// courts take nothing else; elsewhere a formulation that is as clear will do.
const WORDS_OF_THE_LAW: Record<string, string> = {
  de: 'zahlungspflichtig bestellen',
  fr: 'commande avec obligation de paiement',
  es: 'pedido con obligación de pago',
  it: 'ordine con obbligo di pagare',
  nl: 'bestelling met betalingsverplichting',
  pl: 'zamówienie z obowiązkiem zapłaty',
  sv: 'beställning med betalningsskyldighet',
  pt: 'encomenda com obrigação de pagar',
};

// The Commission's guidance on the article takes such words too. Ireland, Malta and most shoppers elsewhere read English. The law of the
// countries of the other languages knows no such rule, so the button has to name the payment.
const NAMES_PAYING: Record<string, RegExp> = {
  en: /\bpay\b/i,
  ja: /支払|後払い/,
  ar: /ادفع/,
  he: /תשלום/,
};

// A deposit is paid at once, so its button is that of a payment now.
const BUTTON_OF_PLAN = { pay_now: 'checkout.pay', deposit: 'checkout.pay', pay_later: 'checkout.pay_later' } as const;
const plans = Object.keys(BUTTON_OF_PLAN) as (keyof typeof BUTTON_OF_PLAN)[];
const cases = Object.keys(LANGUAGES).flatMap((language) => plans.map((plan) => [language, plan] as const));

test.each(cases)('in %s the last button of %s obliges to pay', (language, plan) => {
  const button = translate(language, BUTTON_OF_PLAN[plan], { total: '€90.00' });
  const words = WORDS_OF_THE_LAW[language];
  if (words !== undefined) return expect(button.toLowerCase()).toBe(words);
  expect(button).toMatch(NAMES_PAYING[language] ?? /no rule is known for this language/);
  expect(button, 'how much').toContain('€90.00');
});
