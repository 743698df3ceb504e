// The sums of `domain/stock.ts` for statements. A test compares both (test/flows/preorders/line-definitions.test.ts).

/** SQL: how many units of the unit row `u` can still be bought. */
export const LEFT = '(u.allocated - u.held - u.sold)';

/** SQL: what rows of the stock ledger add up to. All rows of a unit add up to its counters. */
export const LEDGER_SUMS = 'sum(allocated_delta) AS allocated, sum(held_delta) AS held, sum(sold_delta) AS sold';
