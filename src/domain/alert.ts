/**
 * What a person can do next about an alert. The core says which; each surface says it in its own terms: the command line as a command, the
 * private API as a request, the portal as a link. `about` of an alert is what the step needs: a reference, an id, a day.
 */
export type NextStep =
  | 'look_at_jobs'
  | 'look_at_mails'
  | 'look_at_suppressions'
  | 'change_contact'
  | 'answer_question'
  | 'retry_orders'
  | 'audit_books'
  | 'look_at_preorder'
  | 'look_at_refunds'
  | 'look_at_disputes'
  | 'look_at_account'
  | 'connect_account'
  | 'connect_platform'
  | 'answer_person'
  | 'look_at_waitlists'
  | 'compare_payments'
  | 'look_at_webhook'
  | 'enable_webhook'
  | 'look_at_withdrawal';

export type Next = { step: NextStep; about?: string | null };
