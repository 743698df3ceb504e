/**
 * The cards of test stores. Their card form offers them, at the test provider and at the stand-in for Stripe; the numbers
 * are Stripe's. The test provider's script makes the token from the number without a request.
 */
export type TestCardBehaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_card'
  | 'second_step'
  | 'late'
  | 'late_declined'
  | 'never_answers'
  | 'charge_declined'
  | 'charge_second_step';

export type TestCard = { number: string; behaviour: TestCardBehaviour };

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'succeeds' },
  { number: '4000000000000002', behaviour: 'declined' },
  { number: '4000000000009995', behaviour: 'insufficient_funds' },
  { number: '4000000000000069', behaviour: 'expired_card' },
  { number: '4000000000000127', behaviour: 'incorrect_card' },
  { number: '4000002500003155', behaviour: 'second_step' },
  { number: '4000000000006975', behaviour: 'late' },
  { number: '4000000000000259', behaviour: 'late_declined' },
  { number: '4000000000006918', behaviour: 'never_answers' },
  // Both cards pay while the shopper is present; a later charge of the kept card fails.
  { number: '4000000000006348', behaviour: 'charge_declined' },
  { number: '4000002760003184', behaviour: 'charge_second_step' },
];

// About the time of a slow bank: long enough to show the waiting state, short enough for many tries.
export const TEST_CARD_LATE_MS = 4000;

const TOKEN_PREFIX = 'test_card:';

/** Returns the token of a test card. `expiry` is month and year in four digits. */
export function testCardToken(number: string, expiry = ''): string {
  return TOKEN_PREFIX + number + (expiry && `:${expiry}`);
}

/** Returns the card of a token, with its last day if one was entered. Null for a token that is no test card's. */
export function testCardOfToken(token: string): (TestCard & { expiresOn: string | null }) | null {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const [number, expiry = ''] = token.slice(TOKEN_PREFIX.length).split(':');
  const card = TEST_CARDS.find((one) => one.number === number);
  return card ? { ...card, expiresOn: lastDayOf(expiry) } : null;
}

function lastDayOf(expiry: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(expiry) ?? [];
  return month ? new Date(Date.UTC(2000 + Number(year), Number(month), 0)).toISOString().slice(0, 10) : null;
}

/** Returns true for digits that pass Luhn's check. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
