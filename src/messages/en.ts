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

  'plan.pay_now.short': 'Pay now',
  'plan.pay_now.long': 'You pay the full price when you pre-order.',

  'checkout.address.first_name': 'First name',
  'checkout.address.last_name': 'Last name',
  'checkout.address.line1': 'Street address',
  'checkout.address.line2': 'Apartment, floor, building',
  'checkout.address.line2_district': 'Apartment, building, district',
  'checkout.address.line2_neighborhood': 'Apartment, building, neighbourhood',
  'checkout.address.line2_suburb': 'Apartment, building, suburb',
  'checkout.address.line2_townland': 'Apartment, building, townland',
  'checkout.address.line2_village_township': 'Apartment, building, village',
  'checkout.address.city_city': 'City',
  'checkout.address.city_district': 'District',
  'checkout.address.city_post_town': 'Town or city',
  'checkout.address.city_suburb': 'Suburb',
  'checkout.address.postal_code_eircode': 'Eircode',
  'checkout.address.postal_code_pin': 'PIN code',
  'checkout.address.postal_code_postal': 'Postcode',
  'checkout.address.postal_code_zip': 'ZIP code',
  'checkout.address.region_area': 'Area',
  'checkout.address.region_county': 'County',
  'checkout.address.region_department': 'Department',
  'checkout.address.region_district': 'District',
  'checkout.address.region_do_si': 'Province or city',
  'checkout.address.region_emirate': 'Emirate',
  'checkout.address.region_island': 'Island',
  'checkout.address.region_oblast': 'Region',
  'checkout.address.region_parish': 'Parish',
  'checkout.address.region_prefecture': 'Prefecture',
  'checkout.address.region_province': 'Province',
  'checkout.address.region_region': 'Region',
  'checkout.address.region_state': 'State',

  'checkout.consent':
    'I agree to the terms of sale of {seller} and have read the privacy policy. I am placing a pre-order with an obligation to pay {total} now; it ships {window}.',
  'checkout.declined.card_declined': 'Your card was declined. Nothing was charged. Please try another card.',
  'checkout.declined.insufficient_funds':
    'Your card has insufficient funds. Nothing was charged. Please try another card.',
  'checkout.declined.expired_card': 'Your card has expired. Nothing was charged. Please try another card.',
  'checkout.declined.incorrect_card':
    'The card details are not correct. Nothing was charged. Please check them and try again.',
  'checkout.declined.processing_error': 'The payment could not be processed. Nothing was charged. Please try again.',
  'checkout.declined.not_paid': 'The payment was not completed. Nothing was charged. Please try again.',
} as const;
