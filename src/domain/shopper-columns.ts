/** The columns of CSV files that say who the shopper of a pre-order is, and where the goods go. */
export const SHOPPER_COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
] as const;

/** The columns of the file for a carrier beside the reference: who gets the parcel, and what is in it. */
export const PARCEL_COLUMNS = [
  'name',
  'line1',
  'line2',
  'postal_code',
  'city',
  'region',
  'country',
  'phone',
  'email',
  'contents',
  'quantity',
] as const;
