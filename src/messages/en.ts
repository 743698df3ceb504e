/**
 * Every text a shopper reads, in English: the keys are the contract for other languages (a missing key fails the build).
 * Keys are grouped by where they show: button, price, checkout, mail.
 */
export const en = {
  'button.order': 'Pre-order',
  'button.sold_out': 'Sold out',
  'button.ships': 'Ships {window}',
  'button.test_store': 'Test store',

  'price.from': 'from {price}',
  'price.compare_at': 'Regular price',
} as const;
