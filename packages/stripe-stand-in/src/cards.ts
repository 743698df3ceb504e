/**
 * What a test card does. Stripe does not have two of them: with `never_answers` the bank is silent and the call gets no answer;
 * `declines_away` pays while the shopper is there, and is declined when the card is charged without them.
 */
export type CardBehaviour =
  | 'pays'
  | 'declines'
  | 'declines_later'
  | 'declines_away'
  | 'asks_once'
  | 'asks_always'
  | 'disputes'
  | 'refund_fails'
  | 'never_answers';

export type Card = {
  number: string;
  alias: string;
  brand: string;
  behaviour: CardBehaviour;
  /** Stripe's codes for a decline: `code` of the error, and `decline_code` of the bank. */
  code?: string;
  declineCode?: string;
};

const visa = { brand: 'visa' };
const declined = { ...visa, behaviour: 'declines', code: 'card_declined' } as const;

/** Stripe's test cards. The alias `pm_card_…` may stand in the place of a payment method. */
const CARDS: readonly Card[] = [
  { number: '4242424242424242', alias: 'pm_card_visa', ...visa, behaviour: 'pays' },
  { number: '5555555555554444', alias: 'pm_card_mastercard', brand: 'mastercard', behaviour: 'pays' },
  {
    number: '4000000000000002',
    alias: 'pm_card_visa_chargeDeclined',
    ...declined,
    declineCode: 'generic_decline',
  },
  {
    number: '4000000000009995',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    ...declined,
    declineCode: 'insufficient_funds',
  },
  {
    number: '4000000000000069',
    alias: 'pm_card_chargeDeclinedExpiredCard',
    ...declined,
    code: 'expired_card',
    declineCode: 'expired_card',
  },
  {
    number: '4000000000000127',
    alias: 'pm_card_chargeDeclinedIncorrectCvc',
    ...declined,
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
  },
  {
    number: '4000000000000119',
    alias: 'pm_card_chargeDeclinedProcessingError',
    ...declined,
    code: 'processing_error',
    declineCode: 'processing_error',
  },
  // Can be saved; every charge is declined.
  {
    number: '4000000000000341',
    alias: 'pm_card_chargeCustomerFail',
    ...visa,
    behaviour: 'declines_later',
    code: 'card_declined',
    declineCode: 'generic_decline',
  },
  {
    number: '4000000000006348',
    alias: 'pm_card_declinesAway',
    ...visa,
    behaviour: 'declines_away',
    code: 'card_declined',
    declineCode: 'generic_decline',
  },
  // Asks for 3-D Secure until it is saved with it; then it can be charged without the shopper.
  { number: '4000002500003155', alias: 'pm_card_authenticationRequiredOnSetup', ...visa, behaviour: 'asks_once' },
  { number: '4000002760003184', alias: 'pm_card_authenticationRequired', ...visa, behaviour: 'asks_always' },
  { number: '4000000000000259', alias: 'pm_card_createDispute', ...visa, behaviour: 'disputes' },
  { number: '4000000000005126', alias: 'pm_card_refundFail', ...visa, behaviour: 'refund_fails' },
  { number: '4000000000006918', alias: 'pm_card_neverAnswers', ...visa, behaviour: 'never_answers' },
];

export function cardOf(numberOrAlias: string): Card | undefined {
  return CARDS.find(({ number, alias }) => number === numberOrAlias || alias === numberOrAlias);
}

/** A card that the form offers; `does` names the text that describes it. */
export type OfferedCard = { number: string; does: (typeof OFFERED)[number][1] };

const OFFERED = [
  ['4242424242424242', 'succeeds'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_card'],
  ['4000002500003155', 'second_step'],
  ['4000000000006918', 'never_answers'],
  ['4000000000006348', 'charge_declined'],
  ['4000002760003184', 'charge_second_step'],
] as const;

export const OFFERED_CARDS: readonly OfferedCard[] = OFFERED.map(([number, does]) => ({ number, does }));
