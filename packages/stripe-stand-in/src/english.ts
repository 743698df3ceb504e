import { stripeDigits } from './currencies.ts';
import type { PageText, PageTexts } from './page.ts';

const TEXTS: Readonly<Record<PageText, string>> = {
  card: 'Card',
  'card.number': 'Card number',
  'card.expiry': 'Expires',
  'card.expiry_placeholder': 'MM / YY',
  'card.code': 'Security code',
  'test.text': 'Do not enter a real card. Only test cards work here, and no money moves.',
  'test.cards': 'Choose a test card',
  'test.card.succeeds': 'is accepted',
  'test.card.declined': 'is declined',
  'test.card.insufficient_funds': 'has too little money',
  'test.card.expired_card': 'has expired',
  'test.card.incorrect_card': 'wrong security code',
  'test.card.second_step': 'the bank asks again',
  'test.card.never_answers': 'the bank never answers',
  'test.card.charge_declined': 'is declined when charged later',
  'test.card.charge_second_step': 'the bank asks again each time',
  'error.card_number': 'This card number is not complete or has a typing error.',
  'error.card_not_test': 'This is not one of the test cards. Never enter a real card here: choose one from the list.',
  'error.card_expiry': 'Enter month and year, for example 12 / 30.',
  'error.card_expired': 'This date is in the past.',
  'error.card_code': 'Enter the three or four digits.',
  'challenge.title': 'Confirm your payment',
  'challenge.bank': 'Test bank',
  'challenge.text': 'Your own bank would ask here for a code or for your banking app. In this test you decide.',
  'challenge.approve': 'Approve',
  'challenge.refuse': 'Refuse',
  'wallet_test.button': '{wallet} (test)',
  'wallet_test.title': 'Test wallet in the place of {wallet}',
  'wallet_test.text': 'Your own wallet would open here. In this test you choose, and no money moves.',
  'wallet_test.person': 'Shopper',
  'wallet_test.details': 'Change the details',
  'wallet_test.name': 'Name',
  'wallet_test.refused': 'The store does not deliver to this address.',
  'wallet_test.failed': 'The payment did not work. Nothing was charged.',
  'wallet_test.cancel': 'Cancel',
  email: 'E-mail',
  phone: 'Phone',
  country: 'Country',
  'address.line1': 'Street and house number',
  'address.postal_code_postal': 'Postcode',
  'address.city_city': 'City',
  'address.region_region': 'Region',
  total_now: 'To pay now',
};

/** The words of the pages where the caller brings none. */
export const ENGLISH: PageTexts = {
  language: 'en',
  direction: 'ltr',
  say: (text, values) => TEXTS[text].replace('{wallet}', values?.wallet ?? ''),
  money(amount, currency) {
    const digits = stripeDigits(currency);
    const format = {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const;
    return new Intl.NumberFormat('en', format).format(amount / 10 ** digits);
  },
};
