/**
 * The errors that a caller can see: each code with its HTTP status. docs/errors.md lists the same codes; a test fails when
 * the two differ. The caller gets the public message; `detail` goes only to the log.
 */
export const ERROR_STATUS = {
  bad_request: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_checkout_secret: 401,
  invalid_token: 401,
  invalid_signature: 401,
  session_ended: 401,
  missing_api_token: 401,
  invalid_api_token: 401,
  not_signed_in: 401,
  sign_in_refused: 401,
  code_refused: 401,
  passkey_refused: 401,
  link_required: 403,
  scope_required: 403,
  foreign_request: 403,
  confirmation_required: 403,
  second_factor_required: 403,
  not_found: 404,
  product_not_found: 404,
  variant_not_found: 404,
  store_not_found: 404,
  waitlist_not_found: 404,
  batch_not_found: 404,
  release_not_found: 404,
  preorder_not_found: 404,
  customer_not_found: 404,
  line_not_found: 404,
  fulfilment_not_found: 404,
  note_not_found: 404,
  view_not_found: 404,
  withdrawal_not_found: 404,
  return_not_found: 404,
  promise_not_found: 404,
  checkout_not_found: 404,
  attempt_not_found: 404,
  webhook_not_found: 404,
  payment_account_not_found: 404,
  not_connected: 404,
  discount_not_found: 404,
  alert_not_found: 404,
  job_not_found: 404,
  mail_not_found: 404,
  api_token_not_found: 404,
  staff_not_found: 404,
  session_not_found: 404,
  passkey_not_found: 404,
  invitation_not_found: 404,
  link_not_found: 404,
  rehearsal_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  sold_out: 409,
  held_by_others: 409,
  waitlist_not_open: 409,
  in_stock: 409,
  checkout_not_held: 409,
  checkout_changed: 409,
  checkout_completed: 409,
  payment_in_progress: 409,
  payment_changed: 409,
  swap_changed: 409,
  question_over: 409,
  withdrawal_ended: 409,
  job_running: 409,
  rehearsal_running: 409,
  mail_suppressed: 409,
  preorders_open: 409,
  preorder_disputed: 409,
  withdrawal_declared: 409,
  idempotency_in_flight: 409,
  precondition_failed: 412,
  staff_exists: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  invalid_transition: 422,
  invalid_dates: 422,
  unknown_variant: 422,
  variant_gone: 422,
  price_required: 422,
  allocation_below_sold: 422,
  too_many_batches: 422,
  arrived_below_released: 422,
  slug_taken: 422,
  store_in_use: 422,
  clock_not_movable: 422,
  store_too_large: 422,
  test_store_exists: 422,
  rehearsal_impossible: 422,
  id_taken: 422,
  waitlist_already_open: 422,
  payment_not_configured: 422,
  payment_account_differs: 422,
  amount_not_chargeable: 422,
  secret_rotating: 422,
  secret_not_rotating: 422,
  webhook_disabled: 422,
  too_many_webhooks: 422,
  too_many_api_tokens: 422,
  password_weak: 422,
  too_many_passkeys: 422,
  too_many_invitations: 422,
  last_owner: 422,
  country_not_shipped: 422,
  limit_per_customer: 422,
  too_many_holds: 422,
  line_not_cancellable: 422,
  refund_too_high: 422,
  line_not_swappable: 422,
  address_not_changeable: 422,
  country_not_changeable: 422,
  discount_taken: 422,
  discount_expired: 422,
  discount_used_up: 422,
  discount_minimum: 422,
  discount_not_applicable: 422,
  colour_unreadable: 422,
  logo_refused: 422,
  font_refused: 422,
  official_file_refused: 422,
  unknown_text: 422,
  unknown_variable: 422,
  missing_variable: 422,
  mail_not_sent: 503,
  file_unreadable: 422,
  csv_invalid: 422,
  csv_encoding: 422,
  csv_no_handle_column: 422,
  backup_unreadable: 422,
  backup_key_wrong: 422,
  backup_newer: 422,
  database_not_empty: 409,
  database_in_use: 409,
  headers_too_large: 431,
  rate_limited: 429,
  internal_error: 500,
  busy: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export type ErrorInfo = {
  /** The parameter or body field that the error is about, as the caller spelled it. */
  param?: string;
  /** Machine-readable facts that the caller may show, such as `{ left: 2 }`. Part of the public answer. */
  data?: Record<string, string | number | boolean | null>;
  /** All refusals, where several things of one request are wrong: the error itself is the first. */
  errors?: readonly AppError[];
  /** For the log only. */
  detail?: string;
  /** For the log only: the member of staff whose password, code or passkey was refused. */
  member?: string;
};

/** An error that any code may throw: it rolls the transaction back, and the HTTP edge turns it into the error envelope. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly info: ErrorInfo;

  constructor(code: ErrorCode, message: string, info: ErrorInfo = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.info = info;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
