import type { AppError } from './error.ts';

/**
 * Why a cell, a row or a product of a file cannot be taken, where the code of the error does not say it. The names are stable: the
 * private API answers them, and the portal has words for each.
 */
export const REFUSALS = [
  'address_incomplete',
  'amount_too_large',
  'amounts_not_shared',
  'begins_after_end',
  'bounds',
  'closes_before_opening',
  'column_missing',
  'column_twice',
  'column_unknown',
  'control_characters',
  'country_unknown',
  'currency_of_store',
  'cut_off',
  'discount_above_goods',
  'duplicate_variant',
  'earlier_row',
  'file_empty',
  'handle_taken',
  'id_collision',
  'ids_differ',
  'ids_differ_by_line',
  'ids_half_variant',
  'ids_no_product',
  'ids_none',
  'ids_rounded',
  'id_rounded',
  'in_future',
  'missing',
  'more_paid',
  'needs_two_days',
  'new_moves_no_dates',
  'no_delivery',
  'no_product_named',
  'no_variants',
  'no_waitlist',
  'not_address',
  'not_amount',
  'not_csv',
  'not_day',
  'not_email',
  'not_flag',
  'not_id',
  'not_number',
  'not_text',
  'not_time',
  'not_utf8',
  'not_yes_no',
  'nul',
  'option_gap',
  'options_miscounted',
  'options_missing',
  'other_product',
  'over_before_opening',
  'passed',
  'platform_changed',
  'platform_currency',
  'platform_duplicate',
  'platform_handle_taken',
  'platform_new',
  'platform_options',
  'platform_no_id',
  'platform_no_title',
  'platform_no_variants',
  'platform_price_rounded',
  'platform_variant_no_id',
  'postcode_elsewhere',
  'postcode_unlike',
  'price_not_above',
  'quote_open',
  'region_unknown',
  'row_not_csv',
  'row_too_large',
  'rows_differ',
  'sku_twice',
  'tax_above_total',
  'title_missing',
  'too_far',
  'too_few_units',
  'too_long',
  'too_many_cells',
  'too_many_rows',
  'too_many_units',
  'too_many_variants',
  'units_of_product',
  'unknown_state',
  'unknown_variant_name',
  'utf16',
  'waitlist_not_such',
  'window_ended',
  'window_too_long',
] as const;
type Refusal = (typeof REFUSALS)[number];

type RefusalValues = Record<string, string | number>;

/** The reason of a refusal as a stable name, and the values that it speaks of. */
export type Why = { reason: Refusal } & RefusalValues;

/** What an error says beside its English sentence, so that readers of other languages get it in theirs. */
export const because = (reason: Refusal, values: RefusalValues = {}): { data: Why } => ({
  data: { reason, ...values },
});

/** Returns what an error says beside its sentence; null where it says nothing. */
export function whyOf({ info: { data } }: AppError): Why | null {
  return data && REFUSALS.some((one) => one === data.reason) ? (data as Why) : null;
}
