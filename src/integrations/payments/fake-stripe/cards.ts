/**
 * The test cards, with Stripe's numbers and what each does. A card that is named `pm_card_…` may stand for a payment method.
 * Two Stripe has not: of `never_answers` the bank is silent, and so is the answer; `declines_away` pays while the shopper is
 * there, and is declined once they are away.
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
  /** Stripe's codes for a decline: the error's, and the bank's. */
  code?: string;
  declineCode?: string;
};

const visa = { brand: 'visa' };
const declined = { ...visa, behaviour: 'declines', code: 'card_declined' } as const;

const CARDS: readonly Card[] = [
  { number: '4242424242424242', alias: 'pm_card_visa', ...visa, behaviour: 'pays' },
  { number: '5555555555554444', alias: 'pm_card_mastercard', brand: 'mastercard', behaviour: 'pays' },
  {
    ...{ number: '4000000000000002', alias: 'pm_card_visa_chargeDeclined' },
    ...{ ...declined, declineCode: 'generic_decline' },
  },
  {
    ...{ number: '4000000000009995', alias: 'pm_card_visa_chargeDeclinedInsufficientFunds' },
    ...{ ...declined, declineCode: 'insufficient_funds' },
  },
  {
    ...{ number: '4000000000000069', alias: 'pm_card_chargeDeclinedExpiredCard' },
    ...{ ...declined, code: 'expired_card', declineCode: 'expired_card' },
  },
  {
    ...{ number: '4000000000000127', alias: 'pm_card_chargeDeclinedIncorrectCvc' },
    ...{ ...declined, code: 'incorrect_cvc', declineCode: 'incorrect_cvc' },
  },
  {
    ...{ number: '4000000000000119', alias: 'pm_card_chargeDeclinedProcessingError' },
    ...{ ...declined, code: 'processing_error', declineCode: 'processing_error' },
  },
  // It can be kept; every charge of it is declined.
  {
    ...{ number: '4000000000000341', alias: 'pm_card_chargeCustomerFail', ...visa, behaviour: 'declines_later' },
    ...{ code: 'card_declined', declineCode: 'generic_decline' },
  },
  {
    ...{ number: '4000000000006348', alias: 'pm_card_declinesAway', ...visa, behaviour: 'declines_away' },
    ...{ code: 'card_declined', declineCode: 'generic_decline' },
  },
  // Asks for 3-D Secure until it was kept with it; then it pays while the shopper is away.
  { number: '4000002500003155', alias: 'pm_card_authenticationRequiredOnSetup', ...visa, behaviour: 'asks_once' },
  { number: '4000002760003184', alias: 'pm_card_authenticationRequired', ...visa, behaviour: 'asks_always' },
  { number: '4000000000000259', alias: 'pm_card_createDispute', ...visa, behaviour: 'disputes' },
  { number: '4000000000005126', alias: 'pm_card_refundFail', ...visa, behaviour: 'refund_fails' },
  { number: '4000000000006918', alias: 'pm_card_neverAnswers', ...visa, behaviour: 'never_answers' },
];

export function cardOf(numberOrAlias: string): Card | undefined {
  return CARDS.find(({ number, alias }) => number === numberOrAlias || alias === numberOrAlias);
}
